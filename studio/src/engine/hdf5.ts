/** Results in HDF5, as `noether run --out FILE.h5` writes them: a dataset for every quantity, the header in the attributes of the root. */
import { type Dataset, File, ready } from "h5wasm";
import { InputError } from "noether";
import { headerFrom, isObject, type Json, quantityOf, type ResultTable } from "noether/formats";

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
    const quantity = quantityOf(column);
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
