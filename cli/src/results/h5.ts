/** Results as HDF5: a dataset for every quantity (`t`, `q`, `v`, `energy`, `ledger`, `invariant`, `probe`), one row a frame,
 *  its column names in the attribute `columns`; the header is in the attributes of the root. */

import { type Dataset, type File, ready } from "h5wasm/node";
import { InputError, minOf } from "noether";
import {
  type FrameSink,
  headerEntries,
  headerFrom,
  isObject,
  type Json,
  quantityOfColumn,
  type ResultEnds,
  type ResultHeader,
} from "noether/formats";
import { attempt } from "../files.js";
import { appending, createPart, datasetIn, inLibrary, newFile, openFile } from "./h5-file.js";
import { QUANTITIES } from "./h5-wall.js";
import { type ResultFile, type ResultWriter, refuseForeign, refuseShort } from "./writer.js";

/** The library is a WebAssembly module and has to be started. */
export async function openH5(): Promise<ResultFile> {
  await startLibrary();
  return { create, resume, head, scan };
}

export async function startLibrary(): Promise<void> {
  (await ready).activate_throwing_error_handler();
}

function create(path: string, header: ResultHeader, force: boolean): ResultWriter {
  return attempt(path, "write", () =>
    inLibrary(() => {
      const file = newFile(path, force, (made) => createTable(made, header));
      return writing(path, file, header, 0);
    }),
  );
}

function resume(path: string, header: ResultHeader, frames: number): ResultWriter {
  refuseOther(path, header, frames);
  return attempt(path, "write", () =>
    inLibrary(() => {
      const file = openFile(path, "a");
      resumeTable(file, header, frames);
      file.flush();
      return writing(path, file, header, frames);
    }),
  );
}

export function refuseOther(path: string, header: ResultHeader, frames: number): void {
  const { header: found, rows } = inside(path, (file) => tableIn(file, path));
  refuseForeign(found, header, path);
  refuseShort(rows, frames, path);
}

export const head = (path: string): ResultHeader => inside(path, (file) => tableIn(file, path).header);

export function scan(path: string, open: FrameSink): ResultEnds {
  return inside(path, (file) => {
    const table = tableIn(file, path);
    showRows(table, open(table.header));
    return { header: table.header, summary: table.summary };
  });
}

function inside<T>(path: string, work: (file: File) => T): T {
  return attempt(path, "read", () =>
    inLibrary(() => {
      const file = openFile(path, "r");
      try {
        return work(file);
      } finally {
        file.close();
      }
    }),
  );
}

/** The parts of the table in the file. */
export function tableParts(header: ResultHeader) {
  return quantitiesOf(header).map(({ name, columns, places }) => ({ name, width: columns.length, rows: 1, places }));
}

export function createTable(file: File, header: ResultHeader): void {
  for (const { name, columns } of quantitiesOf(header)) {
    const dataset = createPart(file, { name, width: columns.length, rows: 1 });
    dataset.create_attribute("columns", JSON.stringify(columns));
  }
  describe(file, header);
}

/** Back to the first frames, and without a summary. */
export function resumeTable(file: File, header: ResultHeader, frames: number): void {
  for (const { name, columns } of quantitiesOf(header)) datasetIn(file, name).resize([frames, columns.length]);
  for (const name of Object.keys(file.attrs)) file.delete_attribute(name);
  describe(file, header);
}

function writing(path: string, file: File, header: ResultHeader, written: number): ResultWriter {
  const parts = tableParts(header);
  const rows = appending(path, file, parts, written);
  const flush = () => attempt(path, "write", () => inLibrary(() => rows.flush()));
  return {
    frame(values) {
      parts.forEach(({ places }, k) => {
        rows.add(
          k,
          places.map((place) => values[place] as number),
        );
      });
      rows.next();
    },
    flush,
    sync: rows.sync,
    close(summary) {
      flush();
      rows.close(summary);
    },
  };
}

interface QuantityColumns {
  readonly name: string;
  readonly columns: string[];
  /** Their places in a frame. */
  readonly places: number[];
}

function quantitiesOf({ columns }: Pick<ResultHeader, "columns">): QuantityColumns[] {
  const parts = new Map<string, QuantityColumns>();
  columns.forEach((column, place) => {
    const name = quantityOfColumn(column);
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

interface StoredTable extends ResultEnds {
  readonly rows: number;
  readonly parts: readonly (QuantityColumns & { readonly dataset: Dataset })[];
}

function tableIn(file: File, path: string): StoredTable {
  const found: Record<string, Json> = {};
  for (const [key, attribute] of Object.entries(file.attrs)) {
    const { value } = attribute;
    if (typeof value === "string") found[key] = PLAIN.has(key) ? value : parsed(value, key, path);
  }
  const { columns, summary, ...about } = found;
  const named = Array.isArray(columns) && columns.every((column) => typeof column === "string") ? columns : [];
  if (named.length === 0)
    throw new InputError("has no names of columns: the file is damaged", { file: path, key: "columns" });
  const other = named.find((column) => !QUANTITIES.includes(quantityOfColumn(column)));
  if (other !== undefined) {
    const reason = `names the column ${JSON.stringify(other.slice(0, 40))}; accepted: ${QUANTITIES.join(", ")}, and names that begin with one of them and a dot`;
    throw new InputError(reason, { file: path, key: "columns" });
  }
  const header = headerFrom(about, named, path);
  const parts = quantitiesOf(header).map((part) => ({ ...part, dataset: datasetIn(file, part.name) }));
  // A writer that was killed may have written more frames of some quantities than of others.
  const rows = minOf(parts.map(({ dataset }) => dataset.shape?.[0] ?? 0));
  return { header, rows, parts, summary: isObject(summary) ? summary : null };
}

/** Numbers read at once: the library's memory ends at two gigabytes. */
const AT_ONCE = 1 << 20;

function showRows({ header, rows, parts }: StoredTable, show: (values: Float64Array) => void): void {
  const frame = new Float64Array(header.columns.length);
  const count = Math.max(1, Math.floor(AT_ONCE / header.columns.length));
  for (let from = 0; from < rows; from += count) {
    const to = Math.min(rows, from + count);
    const blocks = parts.map(({ dataset }) => dataset.slice([[from, to], []]) as Float64Array);
    for (let i = 0; i < to - from; i++) {
      parts.forEach(({ places }, k) => {
        for (let j = 0; j < places.length; j++) frame[places[j]!] = blocks[k]![i * places.length + j]!;
      });
      show(frame);
    }
  }
}

function parsed(text: string, key: string, path: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    throw new InputError("is not valid JSON: the file is damaged", { file: path, key });
  }
}
