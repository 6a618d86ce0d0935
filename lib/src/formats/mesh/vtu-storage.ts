/** How VTK's XML files store the bytes of an array: behind their number, or in blocks compressed by zlib behind a table of sizes; as
 *  they are, or in base64. */
import type { InputError } from "../../core/failure.js";
import type { Budget } from "../budget.js";
import { base64Reader } from "./base64.js";
import { joinedBytes } from "./growing.js";
import { inflate } from "./inflate.js";

export interface VtuStorage {
  readonly littleEndian: boolean;
  /** Of the numbers that tell sizes. */
  readonly headerBytes: 4 | 8;
  readonly compressed: boolean;
}

export interface AppendedData {
  readonly encoding: "raw" | "base64";
  readonly from: number;
  readonly to: number;
}

type Take = (count: number) => Uint8Array | null;

/** The bytes of the array that begins at `from`. Several arrays may begin at one place: what each takes counts for itself. */
export function vtuBytes(
  file: Uint8Array,
  { encoding, from, to }: AppendedData,
  storage: VtuStorage,
  budget: Budget,
  refuse: (reason: string) => InputError,
): Uint8Array {
  const take = encoding === "base64" ? base64Reader(file, from, to).take : rawReader(file, from, to);
  const bytes = storage.compressed ? inflated(take, storage, budget) : plain(take, storage);
  if (bytes === null) throw refuse("its data is damaged or cut short");
  return bytes;
}

function rawReader(file: Uint8Array, from: number, to: number): Take {
  let at = from;
  return (count) => {
    if (count > to - at) return null;
    at += count;
    return file.subarray(at - count, at);
  };
}

function sizeFrom(take: Take, { littleEndian, headerBytes }: VtuStorage): number {
  const bytes = take(headerBytes);
  if (bytes === null) return Number.NaN;
  const view = new DataView(bytes.buffer, bytes.byteOffset, headerBytes);
  if (headerBytes === 4) return view.getUint32(0, littleEndian);
  return (
    view.getUint32(littleEndian ? 0 : 4, littleEndian) +
    4_294_967_296 * view.getUint32(littleEndian ? 4 : 0, littleEndian)
  );
}

function plain(take: Take, storage: VtuStorage): Uint8Array | null {
  const size = sizeFrom(take, storage);
  return Number.isNaN(size) ? null : take(size);
}

/** The number of blocks, the size of one and of the last (0: as the others), then the compressed sizes, then the blocks. */
function inflated(take: Take, storage: VtuStorage, budget: Budget): Uint8Array | null {
  const count = sizeFrom(take, storage);
  const size = sizeFrom(take, storage);
  const last = sizeFrom(take, storage);
  if (Number.isNaN(last)) return null;
  const packed: number[] = [];
  for (let k = 0; k < count; k++) {
    const length = sizeFrom(take, storage);
    if (Number.isNaN(length)) return null;
    packed.push(length);
  }
  const blocks: Uint8Array[] = [];
  for (let k = 0; k < count; k++) {
    const bytes = take(packed[k]);
    const length = k === count - 1 && last > 0 ? last : size;
    if (bytes === null || length > 1032 * bytes.length) return null;
    budget.spend(length, "compressed data");
    const block = inflate(bytes, length);
    if (block === null) return null;
    blocks.push(block);
  }
  return joinedBytes(blocks);
}
