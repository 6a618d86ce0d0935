/** The lines of a file of any length, read piece by piece. */
import { closeSync, openSync, readSync } from "node:fs";
import { attempt } from "../files.js";
import { refuseSpecial } from "../special-files.js";

/** A line that was written to its end: bytes `from` to `to` of a buffer, without the line ending, at that position of the file. Valid
 *  until the next one. False: that is enough. */
export type ByteLine = (bytes: Buffer, from: number, to: number, position: number) => boolean;

const PIECE = 1 << 22;

export function eachByteLine(path: string, look: ByteLine): void {
  attempt(path, "read", () => {
    refuseSpecial(path);
    const fd = openSync(path, "r");
    try {
      let bytes = Buffer.allocUnsafe(PIECE);
      let [held, offset] = [0, 0];
      while (true) {
        if (held === bytes.length) bytes = Buffer.concat([bytes, Buffer.allocUnsafe(bytes.length)]);
        const read = readSync(fd, bytes, held, bytes.length - held, null);
        if (read === 0) return;
        const known = bytes.subarray(0, held + read);
        let from = 0;
        for (let to = known.indexOf(10, held); to >= 0; to = known.indexOf(10, from)) {
          if (!look(bytes, from, to, offset + from)) return;
          from = to + 1;
        }
        bytes.copyWithin(0, from, known.length);
        held = known.length - from;
        offset += from;
      }
    } finally {
      closeSync(fd);
    }
  });
}

/** As text, with every line ending and without a byte-order mark; `next` is where the following line begins. */
export function eachLine(path: string, look: (text: string, number: number, next: number) => boolean): void {
  let number = 0;
  eachByteLine(path, (bytes, from, to, position) => {
    number++;
    const text = withoutMark(bytes.toString("utf8", from, endOfText(bytes, from, to)), number === 1);
    return look(text, number, position + to - from + 1);
  });
}

/** Where a line ends without the carriage returns of its line ending. */
export function endOfText(bytes: Buffer, from: number, to: number): number {
  let end = to;
  while (end > from && bytes[end - 1] === 13) end--;
  return end;
}

/** The beginning of a file without its byte-order mark. */
export const withoutMark = (text: string, isFirst = true) =>
  isFirst && text.startsWith("\uFEFF") ? text.slice(1) : text;
