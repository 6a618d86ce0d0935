/** Pieces of bytes put together: text, and arrays of numbers as they lie in memory. */
import { joinedBytes } from "./growing.js";

export interface Output {
  text(text: string): void;
  /** The bytes of the array, in the order of this machine. */
  raw(values: ArrayBufferView): void;
  bytes(): Uint8Array;
}

export const LITTLE_ENDIAN = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;

/** Text waits until there is some of it: encoding is dear for short pieces. */
const WAITING = 65_536;

export function output(): Output {
  const pieces: Uint8Array[] = [];
  const encoder = new TextEncoder();
  let waiting = "";
  const flush = () => {
    if (waiting !== "") pieces.push(encoder.encode(waiting));
    waiting = "";
  };
  return {
    text(text) {
      waiting += text;
      if (waiting.length > WAITING) flush();
    },
    raw(values) {
      flush();
      pieces.push(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
    },
    bytes() {
      flush();
      return joinedBytes(pieces);
    },
  };
}
