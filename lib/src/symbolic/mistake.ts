/** Errors in an expression: the line as written, and a caret under the column that is meant. */
import { InputError, type Place } from "../core/failure.js";

export interface Source {
  readonly text: string;
  /** Where the first character stands. */
  readonly place: Place;
  /** How far the lines after the first are moved in. */
  readonly indent: number;
}

/** The error for what stands at offset `at`. */
export function mistake({ text, place, indent }: Source, at: number, reason: string): InputError {
  const start = at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
  const end = text.indexOf("\n", at);
  const line = text.slice(start, end === -1 ? text.length : end);
  const [shown, caret] = window(line, at - start);
  const linesBefore = start === 0 ? 0 : text.slice(0, start).split("\n").length - 1;
  return new InputError(`${reason}\n    ${shown}\n    ${" ".repeat(caret)}^`, {
    ...place,
    line: place.line === undefined ? undefined : place.line + linesBefore,
    column: at - start + (linesBefore === 0 ? (place.column ?? 1) : 1 + indent),
  });
}

const SHOWN = 100;

/** The part of a long line around its column, without what would disturb a terminal. */
function window(line: string, column: number): [string, number] {
  const from = line.length <= SHOWN ? 0 : Math.max(0, Math.min(column - SHOWN / 2, line.length - SHOWN));
  const ahead = from > 0 ? "…" : "";
  const after = from + SHOWN < line.length ? "…" : "";
  const shown = line.slice(from, from + SHOWN).replace(/\p{C}/gu, " ");
  return [ahead + shown + after, ahead.length + column - from];
}
