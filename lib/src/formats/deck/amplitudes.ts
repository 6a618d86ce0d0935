/** Amplitudes of a deck as expressions in t: straight lines between the points of a table, constant before and after. */
import { InputError } from "../../core/failure.js";
import { type Card, rowsOf } from "../mesh/abaqus-cards.js";
import { numberOf, quoted } from "../text.js";
import type { Deck } from "./deck.js";

/** The expression of a value under an amplitude: the value itself where the amplitude is constant. */
export interface Amplitudes {
  times(value: number, name: string | undefined, card: Card): number | string;
}

/** A sum has a term a point, and is evaluated in every step; a record with more belongs in a file of its own. */
const MOST = 500;

export function amplitudesOf(deck: Deck, used: Set<Card>): Amplitudes {
  const { others, scan, file } = deck;
  const known = new Map<string, string | null>();
  for (const card of others) {
    if (card.keyword !== "AMPLITUDE") continue;
    used.add(card);
    const name = (card.parameters.get("NAME") ?? "").toUpperCase();
    const definition = (card.parameters.get("DEFINITION") ?? "TABULAR").toUpperCase();
    const numbers = [...rowsOf(scan, card)].flatMap(({ cells, line }) =>
      cells.map((cell) => {
        const value = numberOf(cell);
        if (Number.isNaN(value))
          throw new InputError(`found ${quoted(cell)} where a number is expected`, { file, line });
        return value;
      }),
    );
    if (definition !== "TABULAR") deck.left(card, `its definition is ${definition}; accepted: TABULAR`, true);
    else if (numbers.length / 2 > MOST) {
      deck.left(
        card,
        `it has ${numbers.length / 2} points; accepted: up to ${MOST}; more belong in a groundMotion`,
        true,
      );
    }
    const fits = definition === "TABULAR" && numbers.length >= 2 && numbers.length / 2 <= MOST;
    known.set(name, fits ? piecewise(numbers) : null);
    if ((card.parameters.get("TIME") ?? "").toUpperCase().startsWith("TOTAL")) {
      deck.left(card, "TIME=TOTAL TIME is read as the time of the dynamic step", true);
    }
  }
  return {
    times(value, name, { line }) {
      if (name === undefined) return value;
      const expression = known.get(name.toUpperCase());
      if (expression === undefined) throw new InputError(`there is no amplitude ${quoted(name)}`, { file, line });
      return expression === null ? value : `${value}*(${expression})`;
    },
  };
}

/** Σ slope (clamp(t) − start), so that no expression is nested however many points there are. */
function piecewise(numbers: readonly number[]): string {
  const terms = [`${numbers[1]}`];
  for (let k = 2; k + 1 < numbers.length; k += 2) {
    const [t0, a0, t1, a1] = numbers.slice(k - 2, k + 2);
    if (!(t1 > t0) || a1 === a0) continue;
    terms.push(`(${(a1 - a0) / (t1 - t0)})*(min(max(t, ${t0}), ${t1}) - ${paren(t0)})`);
  }
  return terms.join(" + ");
}

const paren = (value: number) => (value < 0 ? `(${value})` : `${value}`);
