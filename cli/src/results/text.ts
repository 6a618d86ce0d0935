/** Results as text that grows. A flush is one write that replaces the tail of the file (the closing brackets of JSON) by
 *  the new frames and a new tail, so that the file is complete before it and after it. */
import { closeSync, ftruncateSync, openSync, renameSync } from "node:fs";
import {
  csvFrame,
  csvHead,
  csvTail,
  decodeResultCsv,
  decodeResultJson,
  type JsonObject,
  jsonFrame,
  jsonHead,
  jsonTail,
  type ResultHeader,
  type ResultTable,
} from "noether/formats";
import { attempt, readText, writeAll } from "../files.js";
import { type ResultFormat, type ResultWriter, refuseForeign, refuseShort } from "./writer.js";

export interface Pieces {
  head(header: ResultHeader): string;
  /** Frame number `index` of the file, counted from 0. */
  frame(values: Float64Array, index: number): string;
  tail(summary: JsonObject | null): string;
  decode(text: string, options: { readonly file: string }): ResultTable;
}

export const csv = growing({ head: csvHead, frame: csvFrame, tail: csvTail, decode: decodeResultCsv });
export const json = growing({
  head: jsonHead,
  frame: (values, index) => jsonFrame(values, index === 0),
  tail: jsonTail,
  decode: decodeResultJson,
});

export function growing(pieces: Pieces): ResultFormat {
  const read = (path: string) => pieces.decode(readText(path), { file: path });
  return {
    read,
    create: (path, header, force) => begin(pieces, path, force ? "w" : "wx", header),
    resume(path, header, frames) {
      const { header: found, data } = read(path);
      refuseForeign(found, header, path);
      refuseShort(data[0]?.length ?? 0, frames, path);
      // Written anew beside the old file, which stays whole until the new one can take its place.
      const draft = `${path}.resumed`;
      const writer = begin(pieces, draft, "w", header);
      const row = new Float64Array(data.length);
      for (let i = 0; i < frames; i++) {
        data.forEach((column, j) => {
          row[j] = column[i] ?? Number.NaN;
        });
        writer.frame(row);
      }
      writer.flush();
      attempt(path, "write", () => renameSync(draft, path));
      return writer;
    },
  };
}

function begin(pieces: Pieces, path: string, flags: "w" | "wx", header: ResultHeader): ResultWriter {
  const fd = attempt(path, "write", () => openSync(path, flags));
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

  attempt(path, "write", () => flush(null));
  return {
    frame(values) {
      pending += pieces.frame(values, frames);
      frames++;
    },
    flush: () => void attempt(path, "write", () => flush(null)),
    close(summary) {
      attempt(path, "write", () => {
        try {
          ftruncateSync(fd, flush(summary));
        } finally {
          closeSync(fd);
        }
      });
    },
  };
}
