/** Results on disk, written as the run goes on. The ending of the name chooses the format: tables in .csv, .json or .h5, the body in
 *  motion in .pvd, .vtkhdf or .vtu. */
import { extname } from "node:path";
import { InputError, noticesOf } from "noether";
import type { Body } from "noether/mesh";
import {
  collected,
  differences,
  type FrameSink,
  type JsonObject,
  type ResultEnds,
  type ResultHeader,
  type ResultTable,
} from "noether/results";
import { beginningOf } from "../files.js";
import { writerOf } from "../lock.js";
import { tell } from "../notices.js";
import { withoutMark } from "./lines.js";

/** What a body is evaluated at. */
export interface Moment {
  readonly t: number;
  readonly q: Float64Array;
  readonly v: Float64Array;
}

export interface ResultWriter {
  /** One frame: a number for every column of the header, and the state that they are of, for formats with a body. Copied; reaches
   *  the disk with the next flush. */
  frame(values: Float64Array, moment?: Moment): void;
  /** After it, a killed process leaves a file that opens and holds every frame so far. */
  flush(): void;
  /** After it, a power cut does. */
  sync(): void;
  /** Null leaves the file without a summary. */
  close(summary: JsonObject | null): void;
}

/** What a format does with its files. */
export interface ResultFile {
  /** Begins a new file; `force` allows it to replace an older one. */
  create(path: string, header: ResultHeader, force: boolean, body?: Body | null): ResultWriter;
  /** Goes on after the first `frames` frames of a file, and drops what comes after them. */
  resume(path: string, header: ResultHeader, frames: number, body?: Body | null): ResultWriter;
  /** What stands before the frames. */
  head(path: string): ResultHeader;
  /** One frame after another, however many there are. */
  scan(path: string, open: FrameSink): ResultEnds;
}

export interface ResultFormat extends ResultFile {
  /** The whole table, in memory. */
  read(path: string): ResultTable;
}

const formats: Readonly<Record<string, () => Promise<ResultFile>>> = {
  ".csv": async () => (await import("./text.js")).csv,
  ".json": async () => (await import("./text.js")).json,
  ".h5": async () => (await import("./h5.js")).openH5(),
  ".pvd": async () => (await import("./pvd.js")).pvd,
  ".vtu": async () => (await import("./vtu.js")).vtu,
  ".vtkhdf": async () => (await import("./vtkhdf.js")).openVtkhdf(),
};

export async function resultFormat(path: string): Promise<ResultFormat> {
  const ending = extname(path).toLowerCase();
  const load = formats[ending];
  if (load !== undefined) {
    const file = await load();
    const scan: ResultFile["scan"] = (name, open) => {
      sayWriter(name);
      return file.scan(name, open);
    };
    return { ...file, scan, read: (name) => collected((open) => scan(name, open)) };
  }
  const found = ending === "" ? "has no ending" : `ends in ${ending}`;
  throw new InputError(`${found}; accepted: ${Object.keys(formats).join(", ")}`, { file: path });
}

/** A result that grows while it is read is read as far as it went. */
function sayWriter(path: string): void {
  const writer = writerOf(path);
  if (writer === null) return;
  tell(noticesOf("being-written", [`${path} is being written by ${writer}; what is read here ends where it was`]));
}

/** Does a text begin as a result that was written here? Then it need not be read to its end to know. */
export function isResultText(path: string): boolean {
  if (![".csv", ".txt", ".dat", ".json"].includes(extname(path).toLowerCase())) return false;
  const beginning = withoutMark(beginningOf(path, 64)).replaceAll("\r\n", "\n");
  return beginning.startsWith("# noether: ") || beginning.startsWith('{\n  "noether": ');
}

/** The frames of a table, handed on one after another. */
export function framesOf({ header, data, summary }: ResultTable, open: FrameSink): ResultEnds {
  const show = open(header);
  const values = new Float64Array(data.length);
  const count = data[0]?.length ?? 0;
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < data.length; j++) values[j] = data[j]?.[i] as number;
    show(values);
  }
  return { header, summary };
}

/** May a run with this header go on in a file with that one? A later end and another version are fine. */
export function refuseForeign(found: ResultHeader, header: ResultHeader, path: string): void {
  const identity = ({ model: { time: _, ...model }, method, labels, columns }: ResultHeader): JsonObject => ({
    model,
    method,
    labels,
    columns,
  });
  const [first] = differences(identity(found), identity(header));
  if (first === undefined) return;
  const reason = `is the result of another run: ${first.replace("in the checkpoint", "in the file")}`;
  throw new InputError(`${reason}; give the file that this run began, or another --out`, { file: path });
}

/** A checkpoint knows how many frames were written before it; a file with fewer cannot be continued. */
export function refuseShort(held: number, frames: number, path: string): void {
  if (held >= frames) return;
  const reason = `holds ${held} frames, and ${frames} were written before the checkpoint`;
  throw new InputError(`${reason}; give the file that this run began, or start again without --resume`, { file: path });
}
