/** Results as CSV: `# key: value` lines with JSON values, a line of column names, one line a frame; at the end of a run
 *  that ended, `# summary: { … }`. Written in pieces, so that a run can append frame after frame. */
import { InputError, type Place } from "../core/failure.js";
import type { Json, JsonObject } from "./json.js";
import { isObject } from "./json.js";
import {
  collected,
  type FrameSink,
  headerEntries,
  headerFrom,
  type ResultHeader,
  type ResultLines,
  type ResultTable,
} from "./result.js";
import { cellOf, cellsOf } from "./table.js";
import { commentIn, commentLine, linesOf, quoted } from "./text.js";

export function csvHead(header: ResultHeader): string {
  const about = headerEntries(header).map(([key, value]) => commentLine(key, value));
  return `${about.join("")}${header.columns.map(cellOf).join(",")}\n`;
}

export function csvFrame(values: ArrayLike<number>): string {
  let line = "";
  for (let j = 0; j < values.length; j++) {
    if (j > 0) line += ",";
    line += Object.is(values[j], -0) ? "-0" : String(values[j]);
  }
  return `${line}\n`;
}

export function csvTail(summary: JsonObject | null): string {
  return summary === null ? "" : `# summary: ${JSON.stringify(summary)}\n`;
}

export function encodeResultCsv({ header, data, summary }: ResultTable): string {
  const frames = Array.from(data[0], (_, i) => csvFrame(data.map((column) => column[i])));
  return csvHead(header) + frames.join("") + csvTail(summary);
}

export function decodeResultCsv(text: string, { file }: { readonly file?: string | undefined } = {}): ResultTable {
  return collected((open) => {
    const reader = csvLines(open, { file });
    for (const { number, text: content } of linesOf(whole(text))) reader.line(content, number);
    return reader.finish();
  });
}

/** The same from its lines, as far as they were written completely. */
export function csvLines(open: FrameSink, { file }: { readonly file?: string | undefined } = {}): ResultLines {
  const found: Record<string, Json> = {};
  let header: ResultHeader | null = null;
  let values = new Float64Array(0);
  let show: (values: Float64Array) => void = () => {};
  return {
    line(content, line) {
      if (content.startsWith("# ")) {
        const [key, value] = commentIn(content, { file, line });
        found[key] = value;
      } else if (header === null) {
        header = headerFrom(found, cellsOf(content), file);
        values = new Float64Array(header.columns.length);
        show = open(header);
      } else {
        readFrame(content, values, { file, line });
        show(values);
      }
    },
    finish() {
      if (header === null) throw new InputError("has no line of column names; it is not a result of noether", { file });
      const { summary } = found;
      return { header, summary: isObject(summary) ? summary : null };
    },
  };
}

/** What was written completely: a run that was killed can leave the beginning of a line. */
function whole(text: string): string {
  return text.slice(0, text.lastIndexOf("\n") + 1);
}

function readFrame(content: string, out: Float64Array, place: Place): void {
  const cells = content.split(",");
  if (cells.length !== out.length) {
    throw new InputError(`found ${cells.length} values; accepted: ${out.length}, one a column`, place);
  }
  for (let j = 0; j < cells.length; j++) {
    const cell = cells[j];
    const value = Number(cell);
    if (cell.trim() === "" || (Number.isNaN(value) && cell !== "NaN")) {
      throw new InputError(`found ${quoted(cell)}; accepted: numbers`, { ...place, key: `column ${j + 1}` });
    }
    out[j] = value;
  }
}
