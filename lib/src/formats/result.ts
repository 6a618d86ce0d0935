/** A stored result: what it is about, its frames as columns of numbers, and how the run ended.
 *
 *  Columns are named after what they hold: `t`, `q.x`, `v.x`, `energy`, `ledger.work`, `invariant.angular-momentum-z`,
 *  `probe.tip`; the part before the first dot is the quantity. What a computation cost (seconds, iterations) is no part of
 *  its result: the same run writes the same file, whether it was interrupted or not. */
import { InputError } from "../core/failure.js";
import type { Notice } from "../core/notice.js";
import type { Vec } from "../core/vec.js";
import { isObject, type Json, type JsonObject } from "./json.js";

export interface ResultHeader {
  readonly name: string;
  /** The model file as plain data, with everything that was overridden on the command line: it can be run again. */
  readonly model: JsonObject;
  /** `{ name: "newmark", beta: 0.25, gamma: 0.5 }`. */
  readonly method: JsonObject;
  /** Of the program that wrote it. */
  readonly version: string;
  /** Keys of the bibliography. */
  readonly citations: readonly string[];
  /** `{ time: "s", length: "m" }`, as far as the model names them. */
  readonly units: Readonly<Record<string, string>>;
  /** What a reader should know, as far as it was known before the first step; the summary has the rest. */
  readonly notices?: readonly Notice[];
  /** Names of the degrees of freedom. */
  readonly labels: readonly string[];
  /** Names of the columns, the time first. */
  readonly columns: readonly string[];
}

export interface ResultTable {
  readonly header: ResultHeader;
  /** One vector a column, all of one length. */
  readonly data: readonly Vec[];
  /** Status, steps, invariants, ledger; null when the run was cut off before it could write it. */
  readonly summary: JsonObject | null;
}

export type Quantity = "t" | "q" | "v" | "energy" | "ledger" | "invariant" | "probe";

export function quantityOfColumn(column: string): Quantity {
  return column.split(".", 1)[0] as Quantity;
}

/** The column of that name, or the error that lists what there is. */
export function columnOf({ header, data }: ResultTable, name: string): Vec {
  const at = header.columns.indexOf(name);
  if (at >= 0) return data[at];
  const some = header.columns.slice(0, 12).join(", ");
  const more = header.columns.length > 12 ? ", …" : "";
  throw new InputError(`has no column "${name}"; it has ${some}${more}`);
}

/** What receives the frames of a result one after another, once its header is known. The numbers are valid until the next frame. */
export type FrameSink = (header: ResultHeader) => (values: Vec) => void;

/** A result without its frames. */
export type ResultEnds = Omit<ResultTable, "data">;

/** A reader that takes a file line by line and hands on its frames, however many there are. */
export interface ResultLines {
  /** `number` counts from 1; the text is without its line ending. */
  line(text: string, number: number): void;
  finish(): ResultEnds;
}

/** The whole table, from a reader that hands on one frame after another. */
export function collected(scan: (open: FrameSink) => ResultEnds): ResultTable {
  let columns: Vec[] = [];
  let count = 0;
  const ends = scan(({ columns: names }) => {
    columns = names.map(() => new Float64Array(64));
    return (values) => {
      if (count === columns[0].length) {
        columns = columns.map((column) => {
          const longer = new Float64Array(2 * count);
          longer.set(column);
          return longer;
        });
      }
      for (let j = 0; j < columns.length; j++) columns[j][count] = values[j];
      count++;
    };
  });
  return { ...ends, data: columns.map((column) => column.slice(0, count)) };
}

/** The columns of frames that were read one after another. */
export function columnsOf(frames: readonly (readonly number[])[], count: number): Vec[] {
  return Array.from({ length: count }, (_, j) => Float64Array.from(frames, (frame) => frame[j]));
}

/** The keys that every encoding writes, in their order. */
export function headerEntries(header: ResultHeader): [string, Json][] {
  const { name, method, version, citations, units, notices = [], labels, model } = header;
  const said = notices.length === 0 ? {} : { notices: notices.map((notice) => ({ ...notice })) };
  return Object.entries({ noether: 1, name, method, version, citations, units, ...said, labels, model });
}

/** The header from what a decoder found; `place` is the file. */
export function headerFrom(
  found: Readonly<Record<string, Json>>,
  columns: readonly string[],
  file: string | undefined,
): ResultHeader {
  const { noether, name, method, version, citations, units, notices, labels, model } = found;
  if (noether !== 1) {
    const reason = noether === undefined ? "is not a result of noether" : `is a result of format ${shown(noether)}`;
    throw new InputError(`${reason}; accepted: files written by noether run --out`, { file });
  }
  const complaint = (key: string, accepted: string) =>
    new InputError(`is ${shown(found[key])}; accepted: ${accepted}`, { file, key });
  if (typeof name !== "string") throw complaint("name", "a text");
  if (typeof version !== "string") throw complaint("version", "a text");
  if (!isObject(method)) throw complaint("method", "a map with name and parameters");
  if (!isObject(model)) throw complaint("model", "a model file as a map");
  if (!isObject(units) || !Object.values(units).every(isText)) throw complaint("units", "a map of texts");
  if (!isTexts(citations)) throw complaint("citations", "a list of texts");
  if (!isTexts(labels)) throw complaint("labels", "a list of texts");
  if (notices !== undefined && !isNotices(notices)) throw complaint("notices", "a list of { code, message }");
  if (columns[0] !== "t") throw new InputError('the first column is not "t"', { file, key: "columns" });
  const known = { name, method, version, citations, units: units as Record<string, string>, labels, model, columns };
  return notices === undefined ? known : { ...known, notices };
}

const isText = (value: unknown): value is string => typeof value === "string";
const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);

const isNotices = (value: unknown): value is readonly (JsonObject & Notice)[] =>
  Array.isArray(value) && value.every((each) => isObject(each) && isText(each.code) && isText(each.message));

/** All that a stored result has to say: at its end, or if it never came to one, before its first step. */
export function noticesIn({ header, summary }: ResultTable): readonly Notice[] {
  const { notices } = summary ?? {};
  return isNotices(notices) ? notices : (header.notices ?? []);
}

function shown(value: Json | undefined): string {
  const text = value === undefined ? "missing" : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
