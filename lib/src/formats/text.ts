/** Lines and numbers of text files, as they come from other programs, with every line ending (CR CR LF too), a byte-order mark,
 *  Fortran's `.5`, `5.` and `1.0D-3`. Every function takes time proportional to the text, whatever the text is. */
import { InputError, type Place } from "../core/failure.js";
import type { Json } from "./json.js";

export interface Line {
  /** Counted from 1, as editors do. */
  readonly number: number;
  readonly text: string;
}

export function* linesOf(text: string): Generator<Line, void, undefined> {
  const ending = text.includes("\n") ? "\n" : "\r";
  let start = text.startsWith("\uFEFF") ? 1 : 0;
  for (let number = 1; start < text.length; number++) {
    const found = text.indexOf(ending, start);
    const next = found < 0 ? text.length : found;
    let end = next;
    while (end > start && text[end - 1] === "\r") end--;
    yield { number, text: text.slice(start, end) };
    start = next + 1;
  }
}

/** How many lines there are; an empty text has one. */
export function lineCount(text: string): number {
  let last = 1;
  for (const { number } of linesOf(text)) last = number;
  return last;
}

// No digit can be matched in two ways, so that a long wrong number is refused in linear time.
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eEdD][+-]?\d+)?$/;

/** The finite number a word stands for, or NaN. */
export function numberOf(word: string): number {
  if (!NUMBER.test(word)) return Number.NaN;
  const value = Number(word.replace(/[dD]/, "e"));
  return Number.isFinite(value) ? value : Number.NaN;
}

/** A whole number ≥ 0 that doubles count exactly, or NaN. */
export function countOf(word: string): number {
  const value = /^\+?\d+$/.test(word) ? Number(word) : Number.NaN;
  return Number.isSafeInteger(value) ? value : Number.NaN;
}

/** A finite number, or the error that says what stands in its place. */
export function expectNumber(word: string, place: Place): number {
  const value = numberOf(word);
  if (!Number.isNaN(value)) return value;
  throw new InputError(
    `found ${quoted(word)} where a number is expected; accepted: finite numbers${hint(word)}`,
    place,
  );
}

/** A line `# key: value` with a JSON value. */
export const commentLine = (key: string, value: Json): string => `# ${key}: ${JSON.stringify(value)}\n`;

/** Key and value of such a line. */
export function commentIn(content: string, place: Place): [string, Json] {
  const [, key, value] = /^# ([\w-]+): (.*)$/s.exec(content) ?? [];
  if (key === undefined || value === undefined)
    throw new InputError(`found ${quoted(content)}; accepted: "# key: value"`, place);
  try {
    return [key, JSON.parse(value)];
  } catch {
    throw new InputError(`found ${quoted(value)}; accepted: a JSON value`, { ...place, key });
  }
}

/** What was found, short enough for a message and free of control characters. */
export function quoted(found: string): string {
  const short = found.length > 40 ? `${found.slice(0, 40)}…` : found;
  return JSON.stringify(short);
}

function hint(word: string): string {
  if (/^[+-]?\d+,\d+$/.test(word)) return ", with a decimal point";
  if (NUMBER.test(word)) return " below 1.8e308";
  return "";
}
