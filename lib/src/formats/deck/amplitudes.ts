/** Amplitudes of a deck as expressions in t: straight lines between the points of a table, constant before and after. */
import { InputError } from "../../core/failure.js";
import { type Card, rowsOf } from "../mesh/abaqus-cards.js";
import { numberOf, quoted } from "../text.js";
import type { Deck } from "./deck.js";

export interface Amplitudes {
  /** The value under the amplitude that the card names; the value itself where it names none. */
  times(value: number, card: Card): number | string;
  /** The factor at t = 0; 1 without an amplitude. */
  atStart(card: Card): number;
}

/** A sum has a term a point, and is evaluated in every step; a record with more belongs in a file of its own. */
const MOST = 5000;

/** Both programs read four pairs of a line and pass over the rest. */
const MOST_IN_A_LINE = 8;

/** Times and values, one after another. */
type Table = readonly number[];

export function amplitudesOf(deck: Deck, cards: readonly Card[], isFirstStep: boolean): Amplitudes {
  const known = new Map<string, { readonly card: Card; readonly table: Table | null }>();
  for (const card of cards) {
    if (card.keyword !== "AMPLITUDE") continue;
    const name = (card.parameters.get("NAME") ?? "").toUpperCase();
    const other = known.get(name);
    if (other !== undefined) throw givenTwice(`the amplitude ${quoted(name)}`, card, other.card, deck.file);
    known.set(name, { card, table: tableOf(deck, card) });
    if (!isFirstStep && /^TOTAL/i.test(card.parameters.get("TIME") ?? ""))
      deck.differs(card, "TIME=TOTAL TIME counts the steps before, and here the time begins with the step");
  }
  const tableFor = ({ parameters, line }: Card): Table | null => {
    const name = parameters.get("AMPLITUDE");
    if (name === undefined) return null;
    const found = known.get(name.toUpperCase());
    if (found === undefined) throw new InputError(`there is no amplitude ${quoted(name)}`, { file: deck.file, line });
    const delay = delayOf(parameters.get("TIME DELAY"), line, deck.file);
    return found.table?.map((number, k) => (k % 2 === 0 ? number + delay : number)) ?? null;
  };
  for (const card of cards) {
    if (card.parameters.has("TIME DELAY") && !card.parameters.has("AMPLITUDE"))
      deck.differs(card, "TIME DELAY has no amplitude to delay");
  }
  return {
    times(value, card) {
      const table = tableFor(card);
      return table === null ? value : `${value}*(${piecewise(table)})`;
    },
    atStart(card) {
      const table = tableFor(card);
      return table === null ? 1 : valueAt(table, 0);
    },
  };
}

export const givenTwice = (what: string, { line }: Card, first: Card, file: string | undefined) =>
  new InputError(`${what} is given twice; it was in line ${first.line} before`, { file, line });

function delayOf(text: string | undefined, line: number, file: string | undefined): number {
  if (text === undefined) return 0;
  const delay = numberOf(text);
  if (!Number.isNaN(delay)) return delay;
  throw new InputError(`TIME DELAY is ${quoted(text)}; accepted: a number`, { file, line });
}

/** Null where it is not a table that can be taken over; that is said. */
function tableOf(deck: Deck, card: Card): Table | null {
  const { scan, file } = deck;
  const numbers: number[] = [];
  for (const { cells, line } of rowsOf(scan, card)) {
    if (cells.length > MOST_IN_A_LINE)
      throw new InputError(`found ${cells.length} numbers in a line of *AMPLITUDE; accepted: up to four pairs`, {
        file,
        line,
      });
    for (const cell of cells) {
      const value = numberOf(cell);
      if (Number.isNaN(value)) throw new InputError(`found ${quoted(cell)} where a number is expected`, { file, line });
      numbers.push(value);
    }
  }
  if (card.parameters.has("USER") || !/^TABULAR$/i.test(card.parameters.get("DEFINITION") ?? "TABULAR")) return null;
  const place = { file, line: card.line };
  if (numbers.length < 2 || numbers.length % 2 !== 0)
    throw new InputError(`*AMPLITUDE has ${numbers.length} numbers; accepted: pairs of a time and a value`, place);
  for (let k = 2; k < numbers.length; k += 2) {
    if (!(numbers[k] > numbers[k - 2]))
      throw new InputError(
        `*AMPLITUDE goes from t = ${numbers[k - 2]} to ${numbers[k]}; accepted: times that ascend`,
        place,
      );
  }
  if (numbers.length / 2 <= MOST) return numbers;
  deck.differs(card, `it has ${numbers.length / 2} points; accepted: up to ${MOST}; more belong in a groundMotion`);
  return null;
}

/** Σ slope (clamp(t) − start), so that no expression is nested however many points there are. */
function piecewise(numbers: Table): string {
  const terms = [`${numbers[1]}`];
  for (let k = 2; k + 1 < numbers.length; k += 2) {
    const [t0, a0, t1, a1] = numbers.slice(k - 2, k + 2);
    if (a1 !== a0) terms.push(`(${(a1 - a0) / (t1 - t0)})*(min(max(t, ${t0}), ${t1}) - ${paren(t0)})`);
  }
  return terms.join(" + ");
}

function valueAt(numbers: Table, t: number): number {
  let value = numbers[1];
  for (let k = 2; k + 1 < numbers.length; k += 2) {
    const [t0, a0, t1, a1] = numbers.slice(k - 2, k + 2);
    if (t > t0) value = a0 + ((a1 - a0) * (Math.min(t, t1) - t0)) / (t1 - t0);
  }
  return value;
}

const paren = (value: number) => (value < 0 ? `(${value})` : `${value}`);
