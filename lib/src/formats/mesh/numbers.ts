/** Numbers one after another, whether a file writes them as text or as bytes: what comes in which order is then said once. */
import { InputError } from "../../core/failure.js";
import { integer, narrowInteger, real, refused, type Scan } from "./scan.js";

export interface NumberSource {
  /** Of 32 bits, in text as in bytes. */
  int(): number;
  /** A count or a number of a node, 8 bytes in most binary files. */
  size(): number;
  /** Finite. */
  real(): number;
  /** The least number of bytes that each takes. */
  readonly least: { readonly int: number; readonly size: number; readonly real: number };
  refused(reason: string): InputError;
  /** How many bytes are left. */
  left(): number;
}

export function textNumbers(scan: Scan): NumberSource {
  return {
    int: () => narrowInteger(scan),
    size: () => integer(scan),
    real: () => real(scan),
    // A digit and what separates it from the next.
    least: { int: 2, size: 2, real: 2 },
    refused: (reason) => refused(scan, reason),
    left: () => scan.end - scan.at + 1,
  };
}

export interface ByteOrder {
  readonly littleEndian: boolean;
  readonly sizeBytes: 4 | 8;
}

/** Reads from `scan.at` on, and moves it. */
export function binaryNumbers(scan: Scan, { littleEndian, sizeBytes }: ByteOrder): NumberSource {
  const { bytes } = scan;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const next = (length: number): number => {
    const at = scan.at;
    if (at + length > scan.end) throw binaryRefused(scan, "ends in the middle of its numbers");
    scan.at = at + length;
    return at;
  };
  return {
    int: () => view.getInt32(next(4), littleEndian),
    size() {
      const at = next(sizeBytes);
      if (sizeBytes === 4) return view.getUint32(at, littleEndian);
      const high = view.getUint32(littleEndian ? at + 4 : at, littleEndian);
      const low = view.getUint32(littleEndian ? at : at + 4, littleEndian);
      return high * 4_294_967_296 + low;
    },
    real() {
      const value = view.getFloat64(next(8), littleEndian);
      if (!Number.isFinite(value)) throw binaryRefused(scan, `found ${value} where a number is expected`, scan.at - 8);
      return value;
    },
    least: { int: 4, size: sizeBytes, real: 8 },
    refused: (reason) => binaryRefused(scan, reason),
    left: () => scan.end - scan.at,
  };
}

/** The error with the byte, counted from 0 as hex editors do. */
export function binaryRefused({ file, at }: Scan, reason: string, place = at): InputError {
  return new InputError(reason, { file, key: `byte ${place}` });
}

/** A count is only a claim until the file is long enough for it: nothing is allocated before. */
export function countFor(source: NumberSource, count: number, bytesEach: number, what: string): number {
  if (count < 0) throw source.refused(`announces ${count} ${what}; accepted: 0 or more`);
  if (count * bytesEach <= source.left()) return count;
  throw source.refused(`announces ${count} ${what}, and the file is too short for them`);
}
