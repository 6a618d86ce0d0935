/** HDF5 files that grow while a run goes on, and open whenever it is killed.
 *
 *  The oldest format of the library is chosen on purpose: newer ones mark a file as open while it is written, and refuse to open it when
 *  its writer was killed. */
import { closeSync, fsyncSync, ftruncateSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { type Dataset, File } from "h5wasm/node";
import { InputError } from "noether";
import type { JsonObject } from "noether/formats";
import { attempt, draftOf, publish, syncFile } from "../files.js";
import { refuseSpecial } from "../special-files.js";
import { readApart } from "./h5-wall.js";

/** A dataset to which every frame adds rows. */
export interface Part {
  readonly name: string;
  /** Numbers in a row; null for a plain list. */
  readonly width: number | null;
  /** How many rows a frame adds. */
  readonly rows: number;
  /** Whole numbers of 8 bytes; doubles otherwise. */
  readonly whole?: boolean;
}

/** A new file, which takes its name when `fill` has made it complete; the system's own complaint about a path is clearer than the
 *  library's. */
export function newFile(path: string, force: boolean, fill: (file: File) => void): File {
  const draft = attempt(path, "write", () => draftOf(path));
  attempt(path, "write", () => closeSync(openSync(draft, "wx")));
  try {
    const file = new File(draft, "w", { libver: ["earliest", "v110"] });
    fill(file);
    file.flush();
    attempt(path, "write", () => {
      syncFile(draft);
      publish(draft, path, force);
    });
    return file;
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

export function openFile(path: string, mode: "r" | "a"): File {
  refuseSpecial(path);
  readApart(path);
  attempt(path, mode === "r" ? "read" : "write", () => closeSync(openSync(path, mode === "r" ? "r" : "r+")));
  return new File(path, mode);
}

export function createPart(file: File, { name, width, rows, whole = false }: Part): Dataset {
  const size = width ?? 1;
  const row = whole ? new BigInt64Array(size) : new Float64Array(size);
  const dataset = file.create_dataset({
    name,
    // A first row makes the library write the index of the dataset now, when there is nothing to lose yet.
    data: row,
    dtype: whole ? "<q" : "<d",
    shape: width === null ? [1] : [1, width],
    maxshape: width === null ? [null] : [null, width],
    chunks: width === null ? [4096] : [rowsPerChunk(size, rows), width],
  });
  dataset.resize(width === null ? [0] : [0, width]);
  return dataset;
}

export interface Appending {
  /** The rows that the frame adds to a part; copied. */
  add(part: number, values: ArrayLike<number>): void;
  /** All parts of a frame are there. */
  next(): void;
  /** After it, a killed process leaves a file that opens and holds every frame so far. `before` writes what else changes. */
  flush(before?: (frames: number) => void): void;
  /** After it, a power cut leaves what a flush has written. */
  sync(): void;
  /** Null leaves the file without a summary. */
  close(summary: JsonObject | null): void;
}

export function appending(path: string, file: File, parts: readonly Part[], written: number): Appending {
  const pending = parts.map((): Float64Array[] => []);
  const datasets = parts.map(({ name }) => datasetIn(file, name));
  const frameBytes = parts.reduce((sum, { width, rows }) => sum + 8 * rows * (width ?? 1), 0);
  const room = openRoom(path);
  let frames = written;
  let waiting = 0;
  // What a full disk has refused is not tried again: of some parts it is there, of others not.
  let broken = false;
  return {
    add: (part, values) => void pending[part]?.push(Float64Array.from(values)),
    next: () => void waiting++,
    flush(before) {
      if (waiting === 0 || broken) return;
      broken = true;
      // Chunks are allocated whole, at most one more for each dataset than its rows fill, and their index grows.
      room.reserve(2 * waiting * frameBytes + (parts.length + 8) * CHUNK_BYTES);
      parts.forEach(({ width, rows, whole }, k) => {
        const [from, to] = [rows * frames, rows * (frames + waiting)];
        const dataset = datasets[k] as Dataset;
        dataset.resize(width === null ? [to] : [to, width]);
        const values = joined(pending[k] as Float64Array[]);
        const data = whole ? BigInt64Array.from(values, (value) => BigInt(value)) : values;
        if (to > from)
          dataset.write_slice(
            width === null
              ? [[from, to]]
              : [
                  [from, to],
                  [0, width],
                ],
            data,
          );
        (pending[k] as Float64Array[]).length = 0;
      });
      frames += waiting;
      waiting = 0;
      before?.(frames);
      file.flush();
      broken = false;
    },
    sync: () => attempt(path, "write", () => room.sync()),
    close(summary) {
      attempt(path, "write", () =>
        inLibrary(() => {
          if (summary !== null && !broken) file.create_attribute("summary", JSON.stringify(summary));
          file.close();
          room.close();
        }),
      );
    },
  };
}

function joined(pieces: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let end = 0;
  for (const piece of pieces) {
    all.set(piece, end);
    end += piece.length;
  }
  return all;
}

export function datasetIn(file: File, name: string): Dataset {
  const found = file.get(name);
  if (found !== null && "resize" in found) {
    if (found.metadata.chunks !== null) return found;
    throw new InputError(`its dataset "${name}" is not stored in chunks; accepted: data as noether writes it`);
  }
  throw new InputError(`has no dataset "${name}"; it is not a result of noether, or damaged`);
}

const CHUNK_BYTES = 65_536;
const rowsPerChunk = (width: number, rows: number) =>
  Math.max(1, Math.min(Math.max(4096, rows), Math.floor(CHUNK_BYTES / (8 * width))));

/** Room at the end of the file, made before the library writes there. While it flushes, the library may write where a
 *  chunk is before it writes how long the file is; killed in between, it would refuse to read beyond the old length. The
 *  length stands at byte 40 of the oldest format [HDF5 File Format Specification, version 0 superblock]. */
function openRoom(path: string) {
  const fd = openSync(path, "r+");
  const field = Buffer.alloc(8);
  let promised = -1;
  let length = 0;
  /** The length as the library knows it: it writes it when it changes, over what was promised here. */
  const update = () => {
    readSync(fd, field, 0, 8, 40);
    const stored = Number(field.readBigUInt64LE());
    if (stored !== promised) length = stored;
  };
  const store = (end: number) => {
    ftruncateSync(fd, end);
    field.writeBigUInt64LE(BigInt(end));
    writeSync(fd, field, 0, 8, 40);
  };
  return {
    reserve(bytes: number) {
      update();
      promised = length + bytes;
      store(promised);
    },
    sync: () => fsyncSync(fd),
    /** After the library has closed the file. */
    close() {
      update();
      store(length);
      fsyncSync(fd);
      closeSync(fd);
    },
  };
}

/** What the library complains about, shortened to its cause; the causes that the system knows get the system's code. The library writes the
 *  time into what it makes and knows no way not to: its clock stands still, so that equal runs write equal files. */
export function inLibrary<T>(work: () => T): T {
  const { now } = Date;
  Date.now = () => 0;
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith("HDF5-DIAG")) throw error;
    const system = /error message = '([^']*)'/.exec(error.message)?.[1];
    const code = system === undefined ? undefined : CODES[system];
    if (code !== undefined) throw Object.assign(new Error(system), { code });
    const cause = [...error.message.matchAll(/#\d+: .* in \w+\(\): (.*)/g)].at(-1)?.[1];
    if (cause?.startsWith("file signature not found")) throw new InputError("is not an HDF5 file");
    throw new InputError(`cannot be used: the HDF5 library says "${system ?? cause ?? "failed"}"; the file is damaged`);
  } finally {
    Date.now = now;
  }
}

const CODES: Readonly<Record<string, string>> = {
  "No space left on device": "ENOSPC",
  "Disk quota exceeded": "EDQUOT",
  "Quota exceeded": "EDQUOT",
  "File too large": "EFBIG",
  "Read-only file system": "EROFS",
};
