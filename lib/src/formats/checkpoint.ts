/** Checkpoint files: everything a run needs to go on, to the last bit, and what run it belongs to.
 *
 *      "noether checkpoint 2\n"  ·  length of the description (4 bytes)  ·  the description, JSON in ASCII
 *      ·  the vectors, doubles one after another  ·  CRC-32 of all that (4 bytes)
 *
 *  Numbers are little-endian. The lengths of the vectors are in the description, so that the length of the whole file is
 *  known before anything is read by it. The 2 counts what is stored and what methods keep in their memory: an older number is another
 *  memory, from which a run would go on as something else. */
import { InputError } from "../core/failure.js";
import { once } from "../core/once.js";
import type { Snapshot } from "../core/run.js";
import type { Vec } from "../core/vec.js";
import { isObject, type Json, type JsonObject } from "./json.js";

export interface Checkpoint {
  /** The run: system, start, method, step. Two runs of which these are equal go through the same states. */
  readonly run: JsonObject;
  /** What else is worth keeping: the version that wrote it, frames written, time spent. */
  readonly notes: JsonObject;
  readonly snapshot: Snapshot;
}

const FORMAT = 2;
const MARK = `noether checkpoint ${FORMAT}\n`;

/** The layout of the doubles, in the order in which they are stored. */
interface Layout {
  readonly memory: readonly number[];
  readonly dof: number;
  readonly ledger: number | null;
  readonly observers: Readonly<Record<string, number>>;
  /** Missing where nobody looked after the growth of the energy. */
  readonly growth?: number;
}

export function encodeCheckpoint({ run, notes, snapshot }: Checkpoint): Uint8Array {
  const { state, frames, open, ledger, growth, observers, work } = snapshot;
  const layout: Layout = {
    dof: state.q.length,
    memory: state.memory.map((vector) => vector.length),
    ledger: ledger?.length ?? null,
    observers: Object.fromEntries(Object.entries(observers).map(([name, vector]) => [name, vector.length])),
    ...(growth !== undefined && { growth: growth.length }),
  };
  const description = ascii(JSON.stringify({ run, notes, n: state.n, frames, ...(open && { open }), work, layout }));
  const numbers = [
    Float64Array.of(state.t),
    state.q,
    state.v,
    ...state.memory,
    ledger ?? [],
    ...Object.values(observers),
    growth ?? [],
  ];
  const count = numbers.reduce((sum, vector) => sum + vector.length, 0);

  const bytes = new Uint8Array(MARK.length + 4 + description.length + 8 * count + 4);
  const view = new DataView(bytes.buffer);
  writeAscii(MARK, bytes, 0);
  view.setUint32(MARK.length, description.length, true);
  writeAscii(description, bytes, MARK.length + 4);
  let at = MARK.length + 4 + description.length;
  for (const vector of numbers) {
    for (let i = 0; i < vector.length; i++, at += 8) view.setFloat64(at, vector[i], true);
  }
  view.setUint32(at, crc32(bytes.subarray(0, at)), true);
  return bytes;
}

/** Of whatever format, and damaged or not. */
export function isCheckpoint(bytes: Uint8Array): boolean {
  return /^noether checkpoint \d+\n/.test(readAscii(bytes, 0, Math.min(bytes.length, MARK.length + 2)));
}

export function decodeCheckpoint(bytes: Uint8Array, { file }: { readonly file?: string | undefined } = {}): Checkpoint {
  const refused = (reason: string) => new InputError(reason, { file });
  const cut = "is cut short: it was not written to its end; take an older one, or start again without --resume";
  const opening = readAscii(bytes, 0, Math.min(bytes.length, MARK.length));
  if (opening !== MARK) {
    const format = /^noether checkpoint (\d+)\n/.exec(opening)?.[1];
    if (format === undefined) {
      throw refused("is not a checkpoint; accepted: a file written by noether run --checkpoint");
    }
    throw refused(
      `is a checkpoint of format ${format}, and this version reads format ${FORMAT}: methods keep other numbers from step to step. ` +
        "Go on with the version that wrote it, or start again without --resume",
    );
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = MARK.length + 4;
  if (bytes.length < start + 4) throw refused(cut);
  const length = view.getUint32(MARK.length, true);
  if (bytes.length < start + length + 4) throw refused(cut);
  const end = bytes.length - 4;
  if (view.getUint32(end, true) !== crc32(bytes.subarray(0, end))) {
    throw refused(
      "is damaged or cut short: its checksum does not fit; take an older one, or start again without --resume",
    );
  }
  const description = parsed(readAscii(bytes, start, length));
  if (description === null) throw refused("is damaged: its description cannot be read");
  const { run, notes, n, frames, open, work, layout } = description;

  let at = start + length;
  const vector = (size: number): Vec => {
    // Compared before it is allocated: a size is only a claim until the file is long enough.
    if (at + 8 * size > end) throw refused("is damaged: it holds fewer numbers than it announces");
    const values = Float64Array.from({ length: size }, (_, i) => view.getFloat64(at + 8 * i, true));
    at += 8 * size;
    return values;
  };
  const [t] = vector(1);
  const q = vector(layout.dof);
  const v = vector(layout.dof);
  const memory = layout.memory.map(vector);
  const ledger = layout.ledger === null ? null : vector(layout.ledger);
  const observers: Record<string, Vec> = {};
  for (const [name, size] of Object.entries(layout.observers)) observers[name] = vector(size);
  const growth = layout.growth === undefined ? {} : { growth: vector(layout.growth) };
  if (at !== end) throw refused("is damaged: it holds more numbers than it announces");
  const state = { n, t, q, v, memory };
  return { run, notes, snapshot: { state, frames, ...(open && { open }), ledger, ...growth, observers, work } };
}

/** What differs between the run of a checkpoint and the one that is to go on from it, in words; empty if nothing does. */
export function differences(checkpoint: Json, here: Json, path = ""): string[] {
  if (isObject(checkpoint) && isObject(here)) {
    const keys = new Set([...Object.keys(checkpoint), ...Object.keys(here)]);
    return [...keys].flatMap((key) => differences(checkpoint[key] ?? null, here[key] ?? null, join(path, key)));
  }
  if (Array.isArray(checkpoint) && Array.isArray(here)) {
    if (checkpoint.length !== here.length) {
      return [`${path} has ${checkpoint.length} values in the checkpoint and ${here.length} here`];
    }
    return checkpoint.flatMap((value, i) => differences(value, here[i], `${path}[${i}]`));
  }
  if (checkpoint === here) return [];
  return [`${path} is ${shown(checkpoint)} in the checkpoint and ${shown(here)} here`];
}

const join = (path: string, key: string) => (path === "" ? key : `${path}.${key}`);

function shown(value: Json): string {
  if (value === null) return "missing";
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

interface Description {
  readonly run: JsonObject;
  readonly notes: JsonObject;
  readonly n: number;
  readonly frames: number;
  readonly open: boolean;
  readonly work: Snapshot["work"];
  readonly layout: Layout;
}

function parsed(text: string): Description | null {
  const count = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
  try {
    const { run, notes, n, frames, open = false, work, layout } = JSON.parse(text);
    const counts = [
      n,
      frames,
      ...Object.values(work),
      layout.dof,
      ...layout.memory,
      layout.ledger ?? 0,
      ...Object.values(layout.observers),
      layout.growth ?? 0,
    ];
    const fits = counts.every(count) && typeof open === "boolean" && isObject(run) && isObject(notes);
    return fits ? { run, notes, n, frames, open, work, layout } : null;
  } catch {
    return null;
  }
}

/** JSON in which every other character than ASCII is escaped, so that one character is one byte. */
function ascii(json: string): string {
  return json.replace(/[\u0080-\uFFFF]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function writeAscii(text: string, bytes: Uint8Array, at: number): void {
  for (let i = 0; i < text.length; i++) bytes[at + i] = text.charCodeAt(i);
}

function readAscii(bytes: Uint8Array, at: number, length: number): string {
  let text = "";
  for (let i = at; i < at + length; i++) text += String.fromCharCode(bytes[i]);
  return text;
}

/** The checksum of zip, PNG and Ethernet (reflected, polynomial EDB88320). */
function crc32(bytes: Uint8Array): number {
  const table = crcTable();
  let crc = 0xffffffff;
  for (const byte of bytes) crc = table[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

const crcTable = once(() =>
  Int32Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c;
  }),
);
