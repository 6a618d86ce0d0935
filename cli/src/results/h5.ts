/** Results as HDF5: a dataset for every quantity (`t`, `q`, `v`, `energy`, `ledger`, `invariant`, `probe`), one row a frame,
 *  its column names in the attribute `columns`; the header is in the attributes of the root.
 *
 *  The oldest format of the library is chosen on purpose: newer ones mark a file as open while it is written, and refuse
 *  to open it when its writer was killed. */
import { closeSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";
import { type Dataset, File, ready } from "h5wasm/node";
import { InputError } from "noether";
import {
  headerEntries,
  headerFrom,
  isObject,
  type Json,
  quantityOf,
  type ResultHeader,
  type ResultTable,
} from "noether/formats";
import { attempt } from "../files.js";
import { type ResultFormat, type ResultWriter, refuseForeign, refuseShort } from "./writer.js";

/** The library is a WebAssembly module and has to be started. */
export async function openH5(): Promise<ResultFormat> {
  const library = await ready;
  library.activate_throwing_error_handler();
  return { create, resume, read };
}

function create(path: string, header: ResultHeader, force: boolean): ResultWriter {
  // The system's own complaint about a path is clearer than the library's.
  attempt(path, "write", () => closeSync(openSync(path, force ? "w" : "wx")));
  return attempt(path, "write", () =>
    inLibrary(() => {
      const file = new File(path, "w", { libver: ["earliest", "v110"] });
      for (const { name, columns } of quantitiesOf(header)) {
        const width = columns.length;
        const dataset = file.create_dataset({
          name,
          // A first row makes the library write the index of the dataset now, when there is nothing to lose yet.
          data: new Float64Array(width),
          dtype: "<d",
          shape: [1, width],
          maxshape: [null, width],
          chunks: [rowsPerChunk(width), width],
        });
        dataset.resize([0, width]);
        dataset.create_attribute("columns", JSON.stringify(columns));
      }
      describe(file, header);
      file.flush();
      return appending(path, file, header, 0);
    }),
  );
}

function resume(path: string, header: ResultHeader, frames: number): ResultWriter {
  const { header: found, data } = read(path);
  refuseForeign(found, header, path);
  refuseShort(data[0]?.length ?? 0, frames, path);
  attempt(path, "write", () => closeSync(openSync(path, "r+")));
  return attempt(path, "write", () =>
    inLibrary(() => {
      const file = new File(path, "a");
      for (const { name, columns } of quantitiesOf(header)) datasetIn(file, name).resize([frames, columns.length]);
      for (const name of Object.keys(file.attrs)) file.delete_attribute(name);
      describe(file, header);
      file.flush();
      return appending(path, file, header, frames);
    }),
  );
}

function read(path: string): ResultTable {
  attempt(path, "read", () => closeSync(openSync(path, "r")));
  return attempt(path, "read", () =>
    inLibrary(() => {
      const file = new File(path, "r");
      try {
        return tableIn(file, path);
      } finally {
        file.close();
      }
    }),
  );
}

function appending(path: string, file: File, header: ResultHeader, written: number): ResultWriter {
  const parts = quantitiesOf(header).map((quantity) => ({
    ...quantity,
    dataset: datasetIn(file, quantity.name),
    pending: [] as number[],
  }));
  const room = openRoom(path);
  let frames = written;
  let waiting = 0;
  const flush = () => {
    if (waiting === 0) return;
    // Chunks are allocated whole, at most one more for each dataset than its rows fill, and their index grows.
    room.reserve(8 * waiting * header.columns.length + (parts.length + 8) * CHUNK_BYTES);
    for (const { dataset, columns, pending } of parts) {
      const width = columns.length;
      dataset.resize([frames + waiting, width]);
      const rows: [number, number] = [frames, frames + waiting];
      dataset.write_slice([rows, [0, width]], Float64Array.from(pending));
      pending.length = 0;
    }
    frames += waiting;
    waiting = 0;
    file.flush();
  };
  return {
    frame(values) {
      for (const { places, pending } of parts) for (const place of places) pending.push(values[place]!);
      waiting++;
    },
    flush: () => attempt(path, "write", () => inLibrary(flush)),
    close(summary) {
      attempt(path, "write", () =>
        inLibrary(() => {
          flush();
          if (summary !== null) file.create_attribute("summary", JSON.stringify(summary));
          file.close();
          room.close();
        }),
      );
    },
  };
}

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
    /** After the library has closed the file. */
    close() {
      update();
      store(length);
      closeSync(fd);
    },
  };
}

const CHUNK_BYTES = 65_536;
const rowsPerChunk = (width: number) => Math.max(1, Math.min(4096, Math.floor(CHUNK_BYTES / (8 * width))));

interface QuantityColumns {
  readonly name: string;
  readonly columns: string[];
  /** Their places in a frame. */
  readonly places: number[];
}

function quantitiesOf({ columns }: Pick<ResultHeader, "columns">): QuantityColumns[] {
  const parts = new Map<string, QuantityColumns>();
  columns.forEach((column, place) => {
    const name = quantityOf(column);
    const part = parts.get(name) ?? { name, columns: [], places: [] };
    part.columns.push(column);
    part.places.push(place);
    parts.set(name, part);
  });
  return [...parts.values()];
}

function describe(file: File, header: ResultHeader): void {
  for (const [key, value] of [...headerEntries(header), ["columns", header.columns] as const]) {
    file.create_attribute(key, PLAIN.has(key) ? String(value) : JSON.stringify(value));
  }
}

/** Attributes that are texts themselves; the others are JSON. */
const PLAIN = new Set(["name", "version"]);

function tableIn(file: File, path: string): ResultTable {
  const found: Record<string, Json> = {};
  for (const [key, attribute] of Object.entries(file.attrs)) {
    const { value } = attribute;
    if (typeof value === "string") found[key] = PLAIN.has(key) ? value : parsed(value, key, path);
  }
  const { columns, summary, ...about } = found;
  const header = headerFrom(about, Array.isArray(columns) ? columns : [], path);
  const parts = quantitiesOf(header).map((part) => ({ ...part, dataset: datasetIn(file, part.name) }));
  // A writer that was killed may have written more frames of some quantities than of others.
  const rows = Math.min(...parts.map(({ dataset }) => dataset.shape?.[0] ?? 0));
  const data = header.columns.map(() => new Float64Array(rows));
  for (const { dataset, places } of parts) {
    const values = rows === 0 ? [] : (dataset.slice([[0, rows], []]) as Float64Array);
    places.forEach((place, j) => {
      for (let i = 0; i < rows; i++) data[place]![i] = values[i * places.length + j]!;
    });
  }
  return { header, data, summary: isObject(summary) ? summary : null };
}

function datasetIn(file: File, name: string): Dataset {
  const found = file.get(name);
  if (found !== null && "resize" in found) return found;
  throw new InputError(`has no dataset "${name}"; it is not a result of noether, or damaged`);
}

function parsed(text: string, key: string, path: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    throw new InputError("is not valid JSON: the file is damaged", { file: path, key });
  }
}

/** What the library complains about, shortened to its cause; the causes that the system knows get the system's code. */
function inLibrary<T>(work: () => T): T {
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
  }
}

const CODES: Readonly<Record<string, string>> = {
  "No space left on device": "ENOSPC",
  "Disk quota exceeded": "EDQUOT",
  "Quota exceeded": "EDQUOT",
  "File too large": "EFBIG",
  "Read-only file system": "EROFS",
};
