/** Results as JSON: one object with the header's keys, `columns`, `frames` (a list of numbers a frame, one frame a line)
 *  and `summary`. Head, frames and tail are pieces, so that a run can rewrite the tail after every frame and the file is
 *  valid all the time. */
import { InputError, type Place } from "../core/failure.js";
import { isObject, type Json, type JsonObject, jsonNumber } from "./json.js";
import {
  columnsOf,
  type FrameSink,
  headerEntries,
  headerFrom,
  type ResultHeader,
  type ResultLines,
  type ResultTable,
} from "./result.js";

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
  const { frames, summary = null, ...found } = parsed(text, file);
  const header = headerOf(found, file);
  const { columns } = header;
  if (!Array.isArray(frames)) throw new InputError("accepted: a list of frames", { file, key: "frames" });
  const rows = frames.map((frame, i) => {
    const fits = Array.isArray(frame) && frame.length === columns.length && frame.every(isValue);
    if (fits) return frame.map((value) => value ?? Number.NaN);
    throw new InputError(`accepted: ${columns.length} numbers, one a column`, { file, key: `frames[${i}]` });
  });
  return { header, data: columnsOf(rows, columns.length), summary: isObject(summary) ? summary : null };
}

/** The same from the lines of a file as it was written here: of any length, and nothing in it but what was written. */
export function jsonLines(open: FrameSink, { file }: { readonly file?: string | undefined } = {}): ResultLines {
  const found: Record<string, Json> = {};
  let header: ResultHeader | null = null;
  let show: (values: Float64Array) => void = () => {};
  let values = new Float64Array(0);
  let part: "head" | "frames" | "tail" | "end" = "head";
  const foreign = (line: number) =>
    new InputError("is too large to be read in another layout than the one noether writes, a frame a line", {
      file,
      line,
    });
  const entry = (text: string, line: number) => {
    const [, key, value] = /^ {2}"([\w-]+)": (.*?),?$/s.exec(text) ?? [];
    if (key === undefined || value === undefined) throw foreign(line);
    found[key] = parsedLine(value, { file, line, key });
  };
  return {
    line(text, line) {
      if (part === "frames" && text.startsWith("    [")) {
        const numbers = parsedLine(text.endsWith(",") ? text.slice(0, -1) : text, { file, line, key: "frames" });
        const fits = Array.isArray(numbers) && numbers.length === values.length && numbers.every(isValue);
        if (!fits)
          throw new InputError(`accepted: ${values.length} numbers, one a column`, { file, line, key: "frames" });
        for (let j = 0; j < values.length; j++) values[j] = (numbers[j] as number | null) ?? Number.NaN;
        show(values);
      } else if (part === "frames" && text === "  ],") part = "tail";
      else if (part === "head" && text === '  "frames": [') {
        header = headerOf(found, file);
        values = new Float64Array(header.columns.length);
        show = open(header);
        part = "frames";
      } else if (part === "tail" && text === "}") part = "end";
      else if ((part === "head" && text !== "{") || part === "tail") entry(text, line);
      else if (part !== "head") throw foreign(line);
    },
    finish() {
      if (header === null || part !== "end") throw new InputError("is not valid JSON: it is cut short", { file });
      const { summary } = found;
      return { header, summary: isObject(summary) ? summary : null };
    },
  };
}

function headerOf({ columns, ...found }: Readonly<Record<string, Json>>, file: string | undefined): ResultHeader {
  if (!Array.isArray(columns) || !columns.every((name) => typeof name === "string")) {
    throw new InputError("accepted: a list of names", { file, key: "columns" });
  }
  return headerFrom(found, columns, file);
}

function parsedLine(text: string, place: Place): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw new InputError("is not valid JSON: the file is damaged", place);
  }
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

/** Engines name the position of a mistake in their message, or nothing; editors want its line. */
function lineOf(message: string, text: string): number {
  const named = /position (\d+)/.exec(message)?.[1];
  return text.slice(0, named === undefined ? mistakeIn(text) : Number(named)).split("\n").length;
}

/** A beginning of the text is wrong where it holds the mistake, and otherwise only incomplete. */
function mistakeIn(text: string): number {
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isIncomplete(text.slice(0, middle))) low = middle;
    else high = middle - 1;
  }
  return low;
}

function isIncomplete(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    const position = /position (\d+)/.exec(message)?.[1];
    return position === undefined ? /end of/.test(message) : Number(position) >= text.length;
  }
}
