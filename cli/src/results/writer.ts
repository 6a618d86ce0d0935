/** Results on disk, written as the run goes on. The ending of the name chooses the format: tables in .csv, .json or .h5, the body in
 *  motion in .pvd, .vtkhdf or .vtu. */
import { extname } from "node:path";
import { InputError } from "noether";
import { differences, type JsonObject, type ResultHeader, type ResultTable } from "noether/formats";
import type { Body } from "noether/mesh";

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
  /** Null leaves the file without a summary. */
  close(summary: JsonObject | null): void;
}

export interface ResultFormat {
  /** Begins a new file; `force` allows it to replace an older one. */
  create(path: string, header: ResultHeader, force: boolean, body?: Body | null): ResultWriter;
  /** Goes on after the first `frames` frames of a file, and drops what comes after them. */
  resume(path: string, header: ResultHeader, frames: number, body?: Body | null): ResultWriter;
  read(path: string): ResultTable;
}

const formats: Readonly<Record<string, () => Promise<ResultFormat>>> = {
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
  if (load !== undefined) return load();
  const found = ending === "" ? "has no ending" : `ends in ${ending}`;
  throw new InputError(`${found}; accepted: ${Object.keys(formats).join(", ")}`, { file: path });
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
