/** Results in HDF5, read and written as `noether run --out FILE.h5` writes them: a dataset for every quantity, the header in the attributes of the root. */
import { type Dataset, File, ready } from "h5wasm";
import { InputError } from "noether";
import { headerEntries, headerFrom, isObject, type Json, quantityOfColumn, type ResultTable } from "noether/formats";

/** Attributes that are texts themselves; the others are JSON. */
const PLAIN = new Set(["name", "version"]);

const library = await ready;
// Errors are thrown, not printed.
library.activate_throwing_error_handler();
const { FS } = library;

export function tableIn(bytes: Uint8Array, name: string): ResultTable {
  const path = "opened.h5";
  FS.writeFile(path, bytes);
  try {
    const file = new File(path, "r");
    try {
      return tableOf(file, name);
    } finally {
      file.close();
    }
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError("is no HDF5 file, or it is damaged; accepted: files written by noether run --out", {
      file: name,
    });
  } finally {
    FS.unlink(path);
  }
}

/** Numbers. */
const CHUNK = 8192;

/** A dataset for every quantity, one row a frame. */
export function fileOf({ header, data, summary }: ResultTable): Uint8Array {
  const path = "saved.h5";
  const file = new File(path, "w");
  try {
    const rows = data[0]?.length ?? 0;
    for (const [name, places] of placesOf(header.columns)) {
      const values = new Float64Array(rows * places.length);
      places.forEach((place, k) => {
        for (let i = 0; i < rows; i++) values[i * places.length + k] = data[place]?.[i] as number;
      });
      const width = places.length;
      const dataset = file.create_dataset({
        ...{ name, data: values, dtype: "<d", shape: [rows, width] },
        // In chunks, to which more can be added.
        ...{ maxshape: [null, width], chunks: [Math.max(1, Math.min(rows, Math.ceil(CHUNK / width))), width] },
      });
      dataset.create_attribute("columns", JSON.stringify(places.map((place) => header.columns[place])));
    }
    for (const [key, value] of [...headerEntries(header), ["columns", header.columns] as const]) {
      file.create_attribute(key, PLAIN.has(key) ? String(value) : JSON.stringify(value));
    }
    file.create_attribute("summary", JSON.stringify(summary));
  } finally {
    file.close();
  }
  const bytes = FS.readFile(path);
  FS.unlink(path);
  return bytes;
}

/** The places of the columns of each quantity. */
function placesOf(columns: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  columns.forEach((column, place) => {
    const name = quantityOfColumn(column);
    places.set(name, [...(places.get(name) ?? []), place]);
  });
  return places;
}

function tableOf(file: File, name: string): ResultTable {
  const found: Record<string, Json> = {};
  for (const [key, { value }] of Object.entries(file.attrs)) {
    if (typeof value === "string") found[key] = PLAIN.has(key) ? value : (JSON.parse(value) as Json);
  }
  const { columns, summary, ...about } = found;
  const named = Array.isArray(columns) ? columns.map(String) : [];
  const header = headerFrom(about, named, name);
  const places = new Map<string, number>();
  const data = named.map((column) => {
    const quantity = quantityOfColumn(column);
    const place = places.get(quantity) ?? 0;
    places.set(quantity, place + 1);
    const dataset = file.get(quantity) as Dataset;
    const [rows = 0] = dataset.shape ?? [];
    return dataset.slice([
      [0, rows],
      [place, place + 1],
    ]) as Float64Array;
  });
  // A writer that was killed may have written more frames of some quantities than of others.
  const rows = data.reduce((least, column) => Math.min(least, column.length), Number.POSITIVE_INFINITY);
  return { header, data: data.map((column) => column.slice(0, rows)), summary: isObject(summary) ? summary : null };
}
