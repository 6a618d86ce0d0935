/** Arrays of numbers of a given type, as they lie in binary files. */
import type { InputError } from "../../core/failure.js";

export interface NumberKind {
  readonly bytes: 1 | 2 | 4 | 8;
  readonly kind: "signed" | "unsigned" | "real";
}

/** By the names of VTK's files, in small letters. */
export const NUMBER_KINDS: ReadonlyMap<string, NumberKind> = new Map([
  ["int8", { bytes: 1, kind: "signed" }],
  ["uint8", { bytes: 1, kind: "unsigned" }],
  ["int16", { bytes: 2, kind: "signed" }],
  ["uint16", { bytes: 2, kind: "unsigned" }],
  ["int32", { bytes: 4, kind: "signed" }],
  ["uint32", { bytes: 4, kind: "unsigned" }],
  ["int64", { bytes: 8, kind: "signed" }],
  ["uint64", { bytes: 8, kind: "unsigned" }],
  ["float32", { bytes: 4, kind: "real" }],
  ["float64", { bytes: 8, kind: "real" }],
  ["char", { bytes: 1, kind: "signed" }],
  ["unsigned_char", { bytes: 1, kind: "unsigned" }],
  ["short", { bytes: 2, kind: "signed" }],
  ["unsigned_short", { bytes: 2, kind: "unsigned" }],
  ["int", { bytes: 4, kind: "signed" }],
  ["unsigned_int", { bytes: 4, kind: "unsigned" }],
  ["long", { bytes: 8, kind: "signed" }],
  ["unsigned_long", { bytes: 8, kind: "unsigned" }],
  ["vtkidtype", { bytes: 4, kind: "signed" }],
  ["vtktypeint8", { bytes: 1, kind: "signed" }],
  ["vtktypeuint8", { bytes: 1, kind: "unsigned" }],
  ["vtktypeint16", { bytes: 2, kind: "signed" }],
  ["vtktypeuint16", { bytes: 2, kind: "unsigned" }],
  ["vtktypeint32", { bytes: 4, kind: "signed" }],
  ["vtktypeuint32", { bytes: 4, kind: "unsigned" }],
  ["vtktypeint64", { bytes: 8, kind: "signed" }],
  ["vtktypeuint64", { bytes: 8, kind: "unsigned" }],
  ["float", { bytes: 4, kind: "real" }],
  ["double", { bytes: 8, kind: "real" }],
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
