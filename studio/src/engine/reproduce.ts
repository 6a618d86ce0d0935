/** Items of the papers' reproductions, by the code of `noether reproduce`. */
import { InputError } from "noether";
import type { Figure } from "noether/report";
import { type Item, type Outcome, reproductions } from "noether-papers";

function itemOf(paper: string, id: string): Item {
  const found = reproductions.find(({ key }) => key === paper)?.items.find((item) => item.id === id);
  if (found === undefined) throw new InputError(`there is no item ${paper}/${id}`);
  return found;
}

export const reproduced = (paper: string, item: string): Outcome => itemOf(paper, item).reproduce();

export function varied(paper: string, item: string, values: readonly number[]): Figure {
  const { vary } = itemOf(paper, item);
  if (vary === undefined) throw new InputError(`${paper}/${item} has the settings of the paper only`);
  return vary.figure(...values);
}
