/** Results as text that grows. A flush is one write that replaces the tail of the file (the closing brackets of JSON) by
 *  the new frames and a new tail, so that the file is complete before it and after it. Files of any length are read line by line and
 *  gone on with; their frames are copied as they are. */
import { closeSync, fsyncSync, ftruncateSync, openSync, readSync, rmSync, statSync } from "node:fs";
import { InputError } from "noether";
import {
  csvFrame,
  csvHead,
  csvLines,
  csvTail,
  decodeResultJson,
  type FrameSink,
  type JsonObject,
  jsonFrame,
  jsonHead,
  jsonLines,
  jsonTail,
  type ResultEnds,
  type ResultHeader,
  type ResultLines,
  type ResultTable,
} from "noether/formats";
import { attempt, draftOf, publish, readText, writeAll } from "../files.js";
import { eachByteLine, eachLine, endOfText } from "./lines.js";
import { framesOf, type ResultFile, type ResultWriter, refuseForeign, refuseShort } from "./writer.js";

export interface Pieces {
  head(header: ResultHeader): string;
  /** Frame number `index` of the file, counted from 0. */
  frame(values: Float64Array, index: number): string;
  tail(summary: JsonObject | null): string;
  /** A file as it was written here: line by line, whatever its length. Null for formats that are written at once. */
  readonly lines: Lines | null;
  /** A file in any layout, as one text; null where there is only one layout. */
  readonly decode: ((text: string, options: { readonly file: string }) => ResultTable) | null;
}

interface Lines {
  reader(open: FrameSink, options: { readonly file: string }): ResultLines;
  /** What a line of a frame begins with; undefined: anything but a comment. */
  readonly frame?: string;
  /** Does the end of a line belong to its frame, or to what follows? */
  readonly ends: "with" | "before";
}

/** What is longer is not read as one text: there are none beyond half a gigabyte. */
const LARGE = 1 << 28;

export const csv = growing({
  head: csvHead,
  frame: csvFrame,
  tail: csvTail,
  lines: { reader: csvLines, ends: "with" },
  decode: null,
});
export const jsonPieces: Pieces = {
  head: jsonHead,
  frame: (values, index) => jsonFrame(values, index === 0),
  tail: jsonTail,
  lines: { reader: jsonLines, frame: "    [", ends: "before" },
  decode: decodeResultJson,
};
export const json = growing(jsonPieces);

export function growing(pieces: Pieces, large = LARGE): ResultFile {
  const { lines, decode } = pieces;
  const isLarge = (path: string) => attempt(path, "read", () => statSync(path).size) > large;
  const scan = (path: string, open: FrameSink): ResultEnds => {
    if (lines === null || (decode !== null && !isLarge(path))) return framesOf(decoded(decode, path), open);
    const reader = lines.reader(open, { file: path });
    eachLine(path, (text, number) => {
      reader.line(text, number);
      return true;
    });
    return reader.finish();
  };
  return {
    scan,
    head: (path) =>
      lines === null || (decode !== null && !isLarge(path)) ? decoded(decode, path).header : headOf(lines, path).header,
    create: (path, header, force) => begin(pieces, path, header, force, null),
    resume(path, header, frames) {
      // Written anew beside the old file, which stays whole until the new one can take its place.
      const body = bodyOf(pieces, path, header, frames, isLarge(path));
      return begin(pieces, path, header, true, body);
    },
  };
}

function decoded(decode: Pieces["decode"], path: string): ResultTable {
  if (decode === null) throw new Error("a format without a reader");
  return decode(readText(path), { file: path });
}

interface Head {
  readonly header: ResultHeader;
  /** Where the frames begin. */
  readonly end: number;
}

function headOf({ reader, ends }: Lines, path: string): Head {
  let header: ResultHeader | null = null;
  const lines = reader(
    (found) => {
      header = found;
      return () => {};
    },
    { file: path },
  );
  let end = 0;
  eachLine(path, (text, number, next) => {
    lines.line(text, number);
    end = ends === "with" ? next : next - 1;
    return header === null;
  });
  return { header: header ?? lines.finish().header, end };
}

/** The frames that a resumed run begins with: a range of the file, or lines made of what was read. */
type Body = { readonly frames: number } & (
  | { readonly path: string; readonly from: number; readonly to: number }
  | { readonly text: Iterable<string> }
);

function bodyOf(pieces: Pieces, path: string, header: ResultHeader, frames: number, isLarge: boolean): Body {
  const { lines, decode } = pieces;
  const layout =
    lines === null ? null : attempted(() => rangeOf(lines, path, header, frames), decode === null || isLarge);
  if (layout !== null) return layout;
  const table = decoded(decode, path);
  refuseForeign(table.header, header, path);
  refuseShort(table.data[0]?.length ?? 0, frames, path);
  return { frames, text: texts(pieces, table, frames) };
}

/** What is not in the layout of this program may be in another. */
function attempted<T>(work: () => T, isOnly: boolean): T | null {
  try {
    return work();
  } catch (error) {
    if (isOnly || !(error instanceof ForeignLayout)) throw error;
    return null;
  }
}

class ForeignLayout extends InputError {}

function rangeOf(lines: Lines, path: string, header: ResultHeader, frames: number): Body {
  const first = (() => {
    try {
      return headOf(lines, path);
    } catch (error) {
      if (error instanceof InputError) throw new ForeignLayout(error.reason, error.place);
      throw error;
    }
  })();
  refuseForeign(first.header, header, path);
  const [mark, width] = [Buffer.from(lines.frame ?? ""), header.columns.length];
  let [held, end] = [0, first.end];
  eachByteLine(path, (bytes, from, to, position) => {
    if (position < first.end) return true;
    if (held === frames) return false;
    if (
      lines.frame === undefined
        ? bytes[from] === 35
        : bytes.compare(mark, 0, mark.length, from, from + mark.length) !== 0
    ) {
      return false;
    }
    const last = endOfText(bytes, from, to);
    let commas = 0;
    for (let at = from; at < last; at++) if (bytes[at] === 44) commas++;
    const trailing = bytes[last - 1] === 44 ? 1 : 0;
    if (commas - trailing !== width - 1) {
      throw new ForeignLayout(`frame ${held} has ${commas - trailing + 1} values; accepted: ${width}`, { file: path });
    }
    held++;
    end = position - from + (lines.ends === "with" ? to + 1 : last - trailing);
    return true;
  });
  refuseShort(held, frames, path);
  return { frames, path, from: first.end, to: end };
}

function* texts(pieces: Pieces, { data }: ResultTable, frames: number): Generator<string> {
  const row = new Float64Array(data.length);
  for (let i = 0; i < frames; i++) {
    data.forEach((column, j) => {
      row[j] = column[i] ?? Number.NaN;
    });
    yield pieces.frame(row, i);
  }
}

function begin(pieces: Pieces, path: string, header: ResultHeader, force: boolean, body: Body | null): ResultWriter {
  const draft = attempt(path, "write", () => draftOf(path));
  const fd = attempt(path, "write", () => openSync(draft, "wx"));
  let position = 0;
  let pending = pieces.head(header);
  let frames = 0;

  const flush = (summary: JsonObject | null) => {
    const tail = pieces.tail(summary);
    const text = Buffer.from(pending + tail, "utf8");
    try {
      writeAll(fd, text, position);
    } catch (error) {
      restore();
      throw error;
    }
    position += text.length - Buffer.byteLength(tail);
    pending = "";
    return position + Buffer.byteLength(tail);
  };
  /** A write that failed half-way, on a full disk, has spoiled the tail: back to what was complete. */
  const restore = () => {
    try {
      ftruncateSync(fd, position);
      if (position > 0) writeAll(fd, Buffer.from(pieces.tail(null)), position);
    } catch {
      // Then the disk refuses everything, and the first complaint says so.
    }
  };
  const copy = (earlier: Body) => {
    if ("text" in earlier) {
      for (const text of earlier.text) {
        pending += text;
        if (pending.length > COPIED) flush(null);
      }
    } else position = copyRange(earlier, fd, position);
    frames = earlier.frames;
  };

  attempt(path, "write", () => {
    try {
      flush(null);
      if (body !== null) {
        copy(body);
        flush(null);
      }
      // Else a power cut might leave the name to a file that is not there yet, in place of an older one that was.
      fsyncSync(fd);
      publish(draft, path, force);
    } catch (error) {
      closeSync(fd);
      rmSync(draft, { force: true });
      throw error;
    }
  });
  return {
    frame(values) {
      pending += pieces.frame(values, frames);
      frames++;
    },
    flush: () => void attempt(path, "write", () => flush(null)),
    sync: () => attempt(path, "write", () => fsyncSync(fd)),
    close(summary) {
      attempt(path, "write", () => {
        try {
          ftruncateSync(fd, flush(summary));
          fsyncSync(fd);
        } finally {
          closeSync(fd);
        }
      });
    },
  };
}

const COPIED = 1 << 22;

/** The position after it. */
function copyRange(
  { path, from, to }: { path: string; from: number; to: number },
  fd: number,
  position: number,
): number {
  const source = openSync(path, "r");
  try {
    const bytes = Buffer.allocUnsafe(COPIED);
    for (let at = from; at < to; ) {
      const read = readSync(source, bytes, 0, Math.min(COPIED, to - at), at);
      if (read === 0) throw new InputError("has become shorter while it was read", { file: path });
      writeAll(fd, bytes.subarray(0, read), position + at - from);
      at += read;
    }
    return position + to - from;
  } finally {
    closeSync(source);
  }
}
