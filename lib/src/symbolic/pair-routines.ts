/** The loops of pair-loop.ts, with memory of their own that grows with the list of pairs. */
import type { Vec } from "../core/vec.js";
import { copy } from "./copy.js";
import { type PairCode, pairModule } from "./pair-loop.js";
import { memoryFor, wasmInstance } from "./wasm.js";

/** Row i has the pairs of point i with the points `partner[rowStart[i]] … partner[rowStart[i + 1] - 1]`. Another object when anything has changed. */
export interface Pairs {
  readonly rowStart: Int32Array;
  readonly partner: Int32Array;
}

/** Each returns false, and does nothing, where there is no memory for so many pairs. */
export interface PairRoutines {
  gradient(pairs: Pairs, q: Vec, out: Vec): boolean;
  /** Adds the energy to out[0]. */
  addEnergy(pairs: Pairs, q: Vec, out: Vec): boolean;
  /** 2 U′ and 4 U″ of pair k as numbers 2 k and 2 k + 1, in memory that the next call uses again; null in place of false. */
  derivatives(pairs: Pairs, q: Vec): Vec | null;
  /** The discrete gradient between two states, and the divided difference of U by the squared distance with its derivative, as above; not for laws with a cutoff. */
  between(pairs: Pairs, a: Vec, b: Vec, out: Vec): boolean;
  differences(pairs: Pairs, a: Vec, b: Vec): Vec | null;
}

export interface PairTables {
  readonly points: number;
  /** One entry a point each, then one entry a pair each. */
  readonly ofPoints: readonly Vec[];
  readonly ofPairs: readonly Vec[];
}

type Loop = (
  rows: number,
  rowStart: number,
  partner: number,
  out: number,
  second: number,
  ...tables: readonly number[]
) => void;

/** Null where the host has no such code. */
export function pairRoutines(code: PairCode, { points, ofPoints, ofPairs }: PairTables): PairRoutines | null {
  const module = pairModule(code);
  if (module === null) return null;
  let room: Room | null = null;
  let loaded: Pairs | null = null;

  /** Memory that holds so many pairs, and their derivatives if they are wanted. */
  const roomFor = (pairs: number, differentiated: boolean): Room | null => {
    if (room !== null && pairs <= room.capacity && (!differentiated || room.derivatives.length > 0)) return room;
    // A list that has grown once will do so again.
    const capacity = room === null || pairs <= room.capacity ? pairs : Math.ceil(1.5 * pairs);
    loaded = null;
    room = roomOf(module, points * code.dimension, points, capacity, differentiated, ofPoints, ofPairs);
    return room;
  };
  const ready = (pairs: Pairs, q: Vec, differentiated: boolean): Room | null => {
    const found = loaded === pairs && !differentiated ? room : roomFor(pairs.rowStart[points], differentiated);
    if (found === null) return null;
    if (loaded !== pairs) {
      found.rowStart.set(pairs.rowStart);
      const count = pairs.rowStart[points];
      found.partner.set(pairs.partner.length === count ? pairs.partner : pairs.partner.subarray(0, count));
      loaded = pairs;
    }
    copy(q, found.positions);
    return found;
  };
  return {
    gradient(pairs, q, out) {
      const found = ready(pairs, q, false);
      if (found === null) return false;
      found.run(0, found.gradient.byteOffset);
      copy(found.gradient, out);
      return true;
    },
    addEnergy(pairs, q, out) {
      const found = ready(pairs, q, false);
      if (found === null) return false;
      found.sum[0] = out[0];
      found.run(1, found.sum.byteOffset);
      out[0] = found.sum[0];
      return true;
    },
    derivatives(pairs, q) {
      const found = ready(pairs, q, true);
      if (found === null) return null;
      found.run(2, found.derivatives.byteOffset);
      return found.derivatives;
    },
    between(pairs, a, b, out) {
      const found = code.cutoff < Infinity ? null : ready(pairs, a, false);
      if (found === null) return false;
      copy(b, found.second);
      found.run(3, found.gradient.byteOffset);
      copy(found.gradient, out);
      return true;
    },
    differences(pairs, a, b) {
      const found = code.cutoff < Infinity ? null : ready(pairs, a, true);
      if (found === null) return null;
      copy(b, found.second);
      found.run(4, found.derivatives.byteOffset);
      return found.derivatives;
    },
  };
}

interface Room {
  readonly capacity: number;
  readonly positions: Vec;
  /** At the end of a step. */
  readonly second: Vec;
  readonly gradient: Vec;
  readonly sum: Vec;
  readonly derivatives: Vec;
  readonly rowStart: Int32Array;
  readonly partner: Int32Array;
  run(loop: number, out: number): void;
}

function roomOf(
  module: WebAssembly.Module,
  dof: number,
  points: number,
  capacity: number,
  differentiated: boolean,
  ofPoints: readonly Vec[],
  ofPairs: readonly Vec[],
): Room | null {
  const lengths = [
    dof,
    dof,
    dof,
    1,
    differentiated ? 2 * capacity : 0,
    ...ofPoints.map(() => points),
    ...ofPairs.map(() => capacity),
  ];
  const integers = [points + 1, capacity];
  const doubles = lengths.reduce((sum, length) => sum + length, 0);
  const memory = memoryFor(doubles + Math.ceil((integers[0] + integers[1]) / 2));
  const instance = memory && wasmInstance(module, { memory });
  if (memory === null || instance === null) return null;
  let end = 0;
  const [positions, second, gradient, sum, derivatives, ...tables] = lengths.map((length) => {
    const numbers = new Float64Array(memory.buffer, end, length);
    end += numbers.byteLength;
    return numbers;
  });
  const rowStart = new Int32Array(memory.buffer, end, integers[0]);
  const partner = new Int32Array(memory.buffer, end + rowStart.byteLength, capacity);
  [...ofPoints, ...ofPairs].forEach((table, k) => {
    tables[k].set(table);
  });
  const loops = instance.functions as unknown as readonly Loop[];
  // A call that spreads a list of addresses would cost as much as ten pairs.
  if (tables.length > 2) throw new Error(`${tables.length} tables of numbers; there are calls for up to two`);
  const [table = 0, other = 0] = tables.map(({ byteOffset }) => byteOffset);
  return {
    capacity,
    positions,
    second,
    gradient,
    sum,
    derivatives,
    rowStart,
    partner,
    run: (loop, out) =>
      loops[loop](points, rowStart.byteOffset, partner.byteOffset, out, second.byteOffset, table, other),
  };
}
