/** The number of a column, `q.angle` or `v.angle`, in a state. */
import { type Problem, type State, viewOf } from "noether";

export function columnReader(problem: Problem, column: string): (s: Readonly<State>) => number {
  const seen = viewOf(problem);
  const part = column.startsWith("v.") ? "v" : "q";
  const place = seen.labels.indexOf(column.slice(2));
  return (s) => seen.expand(s)[part][place] as number;
}
