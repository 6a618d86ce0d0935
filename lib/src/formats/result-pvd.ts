/** Results as a collection of ParaView, `.pvd`: a list of times and files with the body at those times. Comments carry what ParaView
 *  does not ask for: the header, and the numbers of every frame (energy, ledger, probes). As with the other formats head, frames and
 *  tail are pieces, so that a run can rewrite the tail and the file is valid all the time. */
import { InputError } from "../core/failure.js";
import { isObject, type Json, type JsonObject, jsonNumber } from "./json.js";
import { escaped, jsonComment } from "./mesh/xml-tags.js";
import { columnsOf, headerEntries, headerFrom, type ResultHeader, type ResultTable } from "./result.js";

export function pvdHead(header: ResultHeader): string {
  const about = Object.fromEntries([...headerEntries(header), ["columns", header.columns]]);
  return `<?xml version="1.0"?>\n${jsonComment("noether", about)}<VTKFile type="Collection" version="0.1">\n<Collection>\n`;
}

/** A frame with its time first; `file` is relative to the collection. */
export function pvdFrame(values: ArrayLike<number>, file: string): string {
  const numbers = `[${Array.from(values, jsonNumber).join(", ")}]`;
  return `<DataSet timestep="${values[0]}" group="" part="0" file="${escaped(file)}"/><!-- frame: ${numbers} -->\n`;
}

export function pvdTail(summary: JsonObject | null): string {
  return `</Collection>\n</VTKFile>\n${summary === null ? "" : jsonComment("summary", summary)}`;
}

export function decodeResultPvd(text: string, { file }: { readonly file?: string | undefined } = {}): ResultTable {
  const about = found(text, "noether", file)[0];
  if (!isObject(about)) throw new InputError("is not a result of noether: it carries no header", { file });
  const { columns, ...rest } = about;
  if (!Array.isArray(columns) || !columns.every((name) => typeof name === "string")) {
    throw new InputError("accepted: a list of names", { file, key: "columns" });
  }
  const header = headerFrom(rest, columns, file);
  const rows = found(text, "frame", file).map((frame, i) => {
    const fits = Array.isArray(frame) && frame.length === columns.length;
    if (fits) return frame.map((value) => (typeof value === "number" ? value : Number.NaN));
    throw new InputError(`accepted: ${columns.length} numbers, one a column`, { file, key: `frame ${i}` });
  });
  const summary = found(text, "summary", file)[0];
  return { header, data: columnsOf(rows, columns.length), summary: isObject(summary) ? summary : null };
}

/** The values of the comments with that key, in their order. */
function found(text: string, key: string, file: string | undefined): Json[] {
  const mark = `<!-- ${key}: `;
  const values: Json[] = [];
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
    const end = text.indexOf(" -->", at);
    try {
      values.push(JSON.parse(text.slice(at + mark.length, end)) as Json);
    } catch {
      throw new InputError("is not valid JSON: the file is damaged", { file, key });
    }
  }
  return values;
}
