/** The inner loops of the search for neighbours: which of a run of particles are within reach of one, and the order of the pairs that are found.
 *  In plain code, and in WebAssembly (lib/assembly/neighbours.ts) where the host has it. Both give the same list. */
import { bytesOf } from "../../core/base64.js";
import type { Vec } from "../../core/vec.js";
import { neighbours } from "./kernels/neighbours.js";
import type { PairList } from "./pair-list.js";

export interface PairSearch {
  /** The particles, sorted into cells by the caller: all x, all y, all z, and their numbers. */
  readonly places: Vec;
  readonly members: Int32Array;
  /** Runs of places to look through: where run r begins and ends as numbers RUN r and RUN r + 1, how far it is shifted as numbers SHIFT r + 1 to
   *  SHIFT r + 3, of the same memory. */
  readonly runs: Int32Array;
  readonly shifts: Vec;
  /** How many pairs there is room for. */
  readonly capacity: number;
  /** Appends the pairs of the particle at place k with those at the places k + 1 to rowEnd and in the first `runCount` runs; `end` pairs are known. Returns how many are
   *  known then. */
  look(k: number, rowEnd: number, runCount: number, end: number): number;
  /** The list of so many pairs; in arrays that are used again. */
  list(pairs: number): PairList;
}

export const [RUN, SHIFT] = [8, 4];

export interface SearchOptions {
  readonly count: number;
  readonly reach: number;
  readonly mostRuns: number;
  readonly capacity: number;
}

export type MakeSearch = (options: SearchOptions) => PairSearch;

export const plainSearch: MakeSearch = ({ count, reach, mostRuns, capacity }) => {
  const places = new Float64Array(3 * count);
  const members = new Int32Array(count);
  const shifts = new Float64Array(SHIFT * mostRuns);
  const runs = new Int32Array(shifts.buffer);
  const low = new Int32Array(capacity);
  const high = new Int32Array(capacity);
  const limit = reach * reach;

  const gather = (from: number, to: number, x: number, y: number, z: number, who: number, end: number): number => {
    for (let k = from; k < to; k++) {
      const dx = x - places[k];
      const dy = y - places[count + k];
      const dz = z - places[2 * count + k];
      if (dx * dx + dy * dy + dz * dz < limit) {
        low[end] = Math.min(who, members[k]);
        high[end++] = Math.max(who, members[k]);
      }
    }
    return end;
  };
  return {
    places,
    members,
    runs,
    shifts,
    capacity,
    look(k, rowEnd, runCount, end) {
      const x = places[k];
      const y = places[count + k];
      const z = places[2 * count + k];
      end = gather(k + 1, rowEnd, x, y, z, members[k], end);
      for (let r = 0; r < runCount; r++) {
        const at = SHIFT * r;
        const [from, to] = [runs[RUN * r], runs[RUN * r + 1]];
        end = gather(from, to, x - shifts[at + 1], y - shifts[at + 2], z - shifts[at + 3], members[k], end);
      }
      return end;
    },
    list: (pairs) => sorted(count, low.subarray(0, pairs), high.subarray(0, pairs)),
  };
};

/** Pairs into rows that ascend: by the higher particle, then in this order by the lower, counting in place of comparing. */
function sorted(count: number, low: Int32Array, high: Int32Array): PairList {
  const rowStart = startsOf(count, low);
  const place = startsOf(count, high);
  const byHigh = new Int32Array(low.length);
  high.forEach((j, k) => {
    byHigh[place[j]++] = k;
  });
  const next = rowStart.slice();
  const partner = new Int32Array(low.length);
  for (const k of byHigh) partner[next[low[k]]++] = high[k];
  return { rowStart, partner };
}

function startsOf(count: number, rows: Int32Array): Int32Array {
  const start = new Int32Array(count + 1);
  for (const row of rows) start[row + 1]++;
  for (let i = 0; i < count; i++) start[i + 1] += start[i];
  return start;
}

let compiled: WebAssembly.Module | undefined;

/** Null where the host has no such code, or no memory for it. */
export function kernelSearch({ count, reach, mostRuns, capacity }: SearchOptions): PairSearch | null {
  let bytes = 0;
  const taken = (size: number): number => {
    const at = bytes;
    bytes = Math.ceil((at + size) / 16) * 16;
    return at;
  };
  const at = {
    places: taken(8 * 3 * count),
    runs: taken(8 * SHIFT * mostRuns),
    members: taken(4 * count),
    rowStart: taken(4 * (count + 1)),
    start: taken(4 * (count + 1)),
    place: taken(4 * (count + 1)),
    // Whoever is looked at is written, and forgotten if he is not within reach.
    low: taken(4 * (capacity + 2)),
    high: taken(4 * (capacity + 2)),
    byHigh: taken(4 * capacity),
    partner: taken(4 * capacity),
  };
  try {
    compiled ??= new WebAssembly.Module(bytesOf(neighbours));
    const memory = new WebAssembly.Memory({ initial: Math.ceil((bytes + 16) / 65536) });
    const { exports } = new WebAssembly.Instance(compiled, { env: { memory } });
    const look = exports["look"] as (...numbers: number[]) => number;
    const sort = exports["sort"] as (...numbers: number[]) => void;
    const rowStart = new Int32Array(memory.buffer, at.rowStart, count + 1);
    const limit = reach * reach;
    return {
      places: new Float64Array(memory.buffer, at.places, 3 * count),
      members: new Int32Array(memory.buffer, at.members, count),
      runs: new Int32Array(memory.buffer, at.runs, 2 * SHIFT * mostRuns),
      shifts: new Float64Array(memory.buffer, at.runs, SHIFT * mostRuns),
      capacity,
      look: (k, rowEnd, runCount, end) =>
        look(at.places, count, at.members, k, rowEnd, at.runs, runCount, limit, at.low, at.high, end),
      list(pairs) {
        sort(count, pairs, at.low, at.high, at.rowStart, at.start, at.place, at.byHigh, at.partner);
        return { rowStart, partner: new Int32Array(memory.buffer, at.partner, pairs) };
      },
    };
  } catch {
    return null;
  }
}
