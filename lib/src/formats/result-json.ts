/** Results as JSON: one object with the header's keys, `columns`, `frames` (a list of numbers a frame, one frame a line)
 *  and `summary`. Head, frames and tail are pieces, so that a run can rewrite the tail after every frame and the file is
 *  valid all the time. */
import { InputError } from "../core/failure.js";
import { isObject, type JsonObject, jsonNumber } from "./json.js";
import { columnsOf, headerEntries, headerFrom, type ResultHeader, type ResultTable } from "./result.js";

export function jsonHead(header: ResultHeader): string {
  const entries = [...headerEntries(header), ["columns", header.columns]];
  return `{\n${entries.map(([key, value]) => `  "${key}": ${JSON.stringify(value)},\n`).join("")}  "frames": [`;
}

/** `first`: is it the first frame of the file? */
export function jsonFrame(values: ArrayLike<number>, first: boolean): string {
  return `${first ? "" : ","}\n    [${Array.from(values, jsonNumber).join(", ")}]`;
}

export function jsonTail(summary: JsonObject | null): string {
  return `\n  ],\n  "summary": ${JSON.stringify(summary)}\n}\n`;
}

export function encodeResultJson({ header, data, summary }: ResultTable): string {
  const row = (i: number) => data.map((column) => column[i]);
  const frames = Array.from(data[0], (_, i) => jsonFrame(row(i), i === 0));
  return jsonHead(header) + frames.join("") + jsonTail(summary);
}

export function decodeResultJson(text: string, { file }: { readonly file?: string | undefined } = {}): ResultTable {
  const { columns, frames, summary, ...found } = parsed(text, file);
  if (!Array.isArray(columns) || !columns.every((name) => typeof name === "string")) {
    throw new InputError("accepted: a list of names", { file, key: "columns" });
  }
  const header = headerFrom(found, columns, file);
  if (!Array.isArray(frames)) throw new InputError("accepted: a list of frames", { file, key: "frames" });
  const rows = frames.map((frame, i) => {
    const fits = Array.isArray(frame) && frame.length === columns.length && frame.every(isValue);
    if (fits) return frame.map((value) => value ?? Number.NaN);
    throw new InputError(`accepted: ${columns.length} numbers, one a column`, { file, key: `frames[${i}]` });
  });
  return { header, data: columnsOf(rows, columns.length), summary: isObject(summary) ? summary : null };
}

const isValue = (value: unknown) => typeof value === "number" || value === null;

function parsed(text: string, file: string | undefined): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text.startsWith("\uFEFF") ? text.slice(1) : text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new InputError(`is not valid JSON: ${message}`, { file, line: lineOf(message, text) });
  }
  if (isObject(value)) return value;
  throw new InputError("accepted: an object with columns and frames", { file });
}

/** Engines name the position of a mistake in their message; editors want its line. */
function lineOf(message: string, text: string): number | undefined {
  const position = /position (\d+)/.exec(message)?.[1];
  return position === undefined ? undefined : text.slice(0, Number(position)).split("\n").length;
}
