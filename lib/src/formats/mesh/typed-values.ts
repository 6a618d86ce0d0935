/** Arrays of numbers of a given type, as they lie in binary files. */
import type { InputError } from "../../core/failure.js";

export interface NumberKind {
  readonly bytes: 1 | 2 | 4 | 8;
  readonly kind: "signed" | "unsigned" | "real";
}

const kind = (bytes: NumberKind["bytes"], of: NumberKind["kind"]): NumberKind => ({ bytes, kind: of });

/** By the names of VTK's files, in small letters. */
export const NUMBER_KINDS: ReadonlyMap<string, NumberKind> = new Map([
  ["int8", kind(1, "signed")],
  ["uint8", kind(1, "unsigned")],
  ["int16", kind(2, "signed")],
  ["uint16", kind(2, "unsigned")],
  ["int32", kind(4, "signed")],
  ["uint32", kind(4, "unsigned")],
  ["int64", kind(8, "signed")],
  ["uint64", kind(8, "unsigned")],
  ["float32", kind(4, "real")],
  ["float64", kind(8, "real")],
  ["char", kind(1, "signed")],
  ["unsigned_char", kind(1, "unsigned")],
  ["short", kind(2, "signed")],
  ["unsigned_short", kind(2, "unsigned")],
  ["int", kind(4, "signed")],
  ["unsigned_int", kind(4, "unsigned")],
  ["long", kind(8, "signed")],
  ["unsigned_long", kind(8, "unsigned")],
  ["vtkidtype", kind(4, "signed")],
  ["vtktypeint8", kind(1, "signed")],
  ["vtktypeuint8", kind(1, "unsigned")],
  ["vtktypeint16", kind(2, "signed")],
  ["vtktypeuint16", kind(2, "unsigned")],
  ["vtktypeint32", kind(4, "signed")],
  ["vtktypeuint32", kind(4, "unsigned")],
  ["vtktypeint64", kind(8, "signed")],
  ["vtktypeuint64", kind(8, "unsigned")],
  ["float", kind(4, "real")],
  ["double", kind(8, "real")],
]);

/** The caller has made sure that the bytes are there. Whole numbers of 8 bytes beyond 2^53 are rounded. */
export function realsFrom(
  bytes: Uint8Array,
  { bytes: width, kind: of }: NumberKind,
  littleEndian: boolean,
): Float64Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const out = new Float64Array(Math.floor(bytes.length / width));
  const next = reader(view, width, of, littleEndian);
  for (let k = 0, at = 0; k < out.length; k++, at += width) out[k] = next(at);
  return out;
}

/** Whole numbers that fit into 32 bits; `refuse` makes the error for one that does not. */
export function intsFrom(
  bytes: Uint8Array,
  { bytes: width, kind: of }: NumberKind,
  littleEndian: boolean,
  refuse: (reason: string) => InputError,
): Int32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const out = new Int32Array(Math.floor(bytes.length / width));
  if (width === 4 && of === "signed") {
    for (let k = 0, at = 0; k < out.length; k++, at += 4) out[k] = view.getInt32(at, littleEndian);
    return out;
  }
  const next = reader(view, width, of, littleEndian);
  for (let k = 0, at = 0; k < out.length; k++, at += width) {
    const value = next(at);
    out[k] = value;
    if (out[k] !== value) throw refuse(`found ${value} where a whole number below 2^31 is expected`);
  }
  return out;
}

function reader(
  view: DataView,
  width: NumberKind["bytes"],
  of: NumberKind["kind"],
  littleEndian: boolean,
): (at: number) => number {
  if (of === "real") {
    return width === 4 ? (at) => view.getFloat32(at, littleEndian) : (at) => view.getFloat64(at, littleEndian);
  }
  const signed = of === "signed";
  switch (width) {
    case 1:
      return signed ? (at) => view.getInt8(at) : (at) => view.getUint8(at);
    case 2:
      return signed ? (at) => view.getInt16(at, littleEndian) : (at) => view.getUint16(at, littleEndian);
    case 4:
      return signed ? (at) => view.getInt32(at, littleEndian) : (at) => view.getUint32(at, littleEndian);
    default:
      return (at) => {
        const low = view.getUint32(littleEndian ? at : at + 4, littleEndian);
        const top = littleEndian ? at + 4 : at;
        const high = signed ? view.getInt32(top, littleEndian) : view.getUint32(top, littleEndian);
        return high * 4_294_967_296 + low;
      };
  }
}
