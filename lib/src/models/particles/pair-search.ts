/** The search for pairs within reach of one another among particles that are sorted into cells: in plain code, and in WebAssembly (lib/assembly/neighbours.ts), which threads can share.
 *
 *  Near each particle those with lower numbers are looked for. If particle j is then added to the rows of those that were found near it, for j = 0, 1, 2 …, every row ascends. */
import { bytesOf } from "../../core/base64.js";
import { maxOf, minOf, type Vec } from "../../core/vec.js";
import type { ListCode, ListMemory } from "../../symbolic/pair-routines.js";
import type { Box } from "./box.js";
import { cells, mostCells } from "./cells.js";
import { neighbours } from "./kernels/neighbours.js";
import { neighboursTogether } from "./kernels/neighbours-together.js";
import type { PairList } from "./pair-list.js";

export interface SearchOptions {
  readonly count: number;
  readonly dimension: number;
  readonly reach: number;
  readonly box: Box | null;
}

/** The pairs at positions q, in arrays that the next call uses again; null where this search is not for such positions. `reach` is at most half a side of the box: then no particle sees two images
 *  of another. */
export type PairSearch = (q: Vec, memoryFor: (pairs: number) => ListMemory | null) => PairList | null;

export function plainSearch({ count, dimension, reach, box }: SearchOptions): (q: Vec) => PairList {
  const grid = cells(count, dimension, reach, box);
  const { divisions, radius, extent } = grid;
  const integers = () => new Int32Array(count);
  const cellStart = new Int32Array(mostCells(count) + 2);
  const places = new Float64Array(3 * count);
  const table = { cellStart, cellOf: integers(), placeOf: integers(), members: integers(), places, stride: count };
  const { cellOf, placeOf, members } = table;
  const rowStart = new Int32Array(count + 1);
  const foundStart = new Int32Array(count + 1);
  const next = integers();
  let found = new Int32Array(64 * count);
  const limit = reach * reach;

  const gather = (from: number, to: number, x: number, y: number, z: number, who: number, end: number): number => {
    if (end + to - from > found.length) {
      const longer = new Int32Array(2 * (end + to - from));
      longer.set(found);
      found = longer;
    }
    for (let k = from; k < to; k++) {
      const dx = x - places[k];
      const dy = y - places[count + k];
      const dz = z - places[2 * count + k];
      if (members[k] < who && dx * dx + dy * dy + dz * dz < limit) found[end++] = members[k];
    }
    return end;
  };
  const look = (who: number, end: number): number => {
    const [nx, ny, nz] = divisions;
    const place = placeOf[who];
    const cell = cellOf[who];
    const left = (cell % nx) - radius[0];
    const right = left + 2 * radius[0];
    const y = Math.floor(cell / nx) % ny;
    const z = Math.floor(cell / nx / ny);
    for (let c = z - radius[2]; c <= z + radius[2]; c++) {
      const turnZ = turns(c, nz);
      for (let b = y - radius[1]; b <= y + radius[1]; b++) {
        const turnY = turns(b, ny);
        const row = ((c - turnZ * nz) * ny + b - turnY * ny) * nx;
        // Cells side by side, up to where the box ends and its image begins.
        for (let a = left; a <= right; ) {
          const turnX = turns(a, nx);
          const beyond = Math.min(right, (turnX + 1) * nx - 1) + 1;
          if (box !== null || (turnX === 0 && turnY === 0 && turnZ === 0)) {
            const from = cellStart[row + a - turnX * nx];
            const to = cellStart[row + beyond - turnX * nx];
            const px = places[place] - turnX * extent[0];
            const py = places[count + place] - turnY * extent[1];
            const pz = places[2 * count + place] - turnZ * extent[2];
            end = gather(from, to, px, py, pz, who, end);
          }
          a = beyond;
        }
      }
    }
    return end;
  };

  return (q) => {
    grid.divide(q);
    grid.sort(q, table);
    rowStart.fill(0);
    let end = 0;
    for (let who = 0; who < count; who++) {
      end = look(who, end);
      foundStart[who + 1] = end;
    }
    for (let k = 0; k < end; k++) rowStart[found[k] + 1]++;
    for (let i = 0; i < count; i++) {
      rowStart[i + 1] += rowStart[i];
      next[i] = rowStart[i];
    }
    const partner = new Int32Array(end);
    for (let who = 0; who < count; who++) {
      for (let k = foundStart[who]; k < foundStart[who + 1]; k++) partner[next[found[k]]++] = who;
    }
    return { rowStart: rowStart.slice(), partner };
  };
}

/** How often one goes around the box to reach this cell. */
const turns = (cell: number, divisions: number): number => (cell < 0 ? -1 : cell < divisions ? 0 : 1);

/** The code of `kernelSearch`. */
export const searchCode = (count: number): ListCode => ({
  module: (shared) => compiled(shared ? neighboursTogether : neighbours),
  bytes: (pairs) => layoutOf(count, pairs).bytes,
});

const modules = new Map<string, WebAssembly.Module>();

function compiled(code: string): WebAssembly.Module {
  const module = modules.get(code) ?? new WebAssembly.Module(bytesOf(code));
  modules.set(code, module);
  return module;
}

const [LOCATE, SORT, FIND, COUNT, STARTS, PLACE] = [1, 2, 3, 4, 5, 6];
/** Ranges of particles: the same for any number of threads, although the list is too. */
const TASKS = 8;
const WORDS = 64;
const FIRST_ROOM = 64;

function layoutOf(count: number, pairs: number) {
  let bytes = 0;
  const taken = (numbers: number): number => {
    const at = bytes;
    bytes = Math.ceil((at + 4 * numbers) / 16) * 16;
    return at;
  };
  // Where particles have their numbers by chance, the last range finds most of the pairs: a quarter of them.
  const room = Math.ceil(0.3 * pairs) + 4;
  const stride = 4 * Math.ceil(count / 4) + 4;
  // All of m particles in a cell are within reach of one another, and one sees 125 cells; nobody sees more than 27 images of everyone.
  const mostCandidates = 4 * Math.ceil(Math.min(27 * count, 125 * Math.sqrt(2 * pairs)) / 4 + 1);
  return {
    room,
    stride,
    words: taken(WORDS),
    choices: taken(16 * 4),
    cellStart: taken(mostCells(count) + 2),
    cellOf: taken(count),
    located: taken(3 * stride),
    members: taken(stride),
    places: taken(3 * stride),
    mostCandidates,
    candidates: taken(4 * TASKS * mostCandidates),
    foundStart: taken(count),
    foundEnd: taken(count),
    counts: taken(TASKS * count),
    found: taken(TASKS * room),
    bytes,
  };
}

/** What the kernel is given, and its address. */
interface SearchTable {
  readonly at: number;
  readonly words: Int32Array;
  readonly singles: Float32Array;
  readonly doubles: Float64Array;
}

/** How much a distance in single precision may be too long, in parts of the longest coordinate: 32 roundings. */
const SLACK = 2 ** -19;

/** In single precision: the list has all pairs within reach, and those that are a little farther apart. Null for positions that take much more space than the reach, or leave no room for that in the box. */
export function kernelSearch(options: SearchOptions): PairSearch {
  const { count, dimension, reach, box } = options;
  const grid = cells(count, dimension, reach, box);
  let known: { readonly memory: ListMemory; readonly table: SearchTable } | null = null;
  let room = FIRST_ROOM * count;

  const searched = (q: Vec, { memory, table }: NonNullable<typeof known>, limit: number): number => {
    const { words, singles, doubles, at } = table;
    memory.positions.set(q);
    doubles.set(grid.origin, ORIGIN);
    doubles.set(grid.extent, EXTENT);
    doubles.set(grid.perExtent, PER_EXTENT);
    doubles.set(grid.perCell, PER_CELL);
    words[PAIRS] = 0;
    words.set(grid.divisions, DIVISIONS);
    words.set(grid.radius, RADIUS);
    singles[LIMIT] = limit * limit;
    memory.run(LOCATE, at, TASKS);
    memory.alone(SORT, at);
    memory.run(FIND, at, TASKS);
    if (words[PAIRS] === -1) return -1;
    memory.run(COUNT, at, TASKS);
    memory.alone(STARTS, at);
    const pairs = words[PAIRS];
    if (pairs > memory.partner.length) return -1;
    memory.run(PLACE, at, TASKS);
    return pairs;
  };

  return (q, memoryFor) => {
    grid.divide(q);
    const slack = SLACK * (maxOf(grid.extent) + reach);
    if (!(slack < reach / 8) || (box !== null && reach + slack > minOf(box.sides) / 2)) return null;
    for (;;) {
      const memory = memoryFor(room);
      if (memory === null) return null;
      if (known?.memory !== memory) known = { memory, table: tableIn(memory, options) };
      const pairs = searched(q, known, reach + slack);
      if (pairs !== -1) return { rowStart: memory.rowStart, partner: memory.partner.subarray(0, pairs) };
      room *= 2;
    }
  };
}

/** Where the numbers of lib/assembly/neighbours.ts, class Search, are: doubles, then words of four bytes. */
const [ORIGIN, EXTENT, PER_EXTENT, PER_CELL] = [0, 3, 6, 9];
const [FIRST_WORD, PAIRS, DIVISIONS, RADIUS, LIMIT, ADDRESSES] = [24, 29, 30, 33, 36, 37];

function tableIn(memory: ListMemory, { count, dimension, box }: SearchOptions): SearchTable {
  const { buffer, free, rowStart, partner, positions } = memory;
  const layout = layoutOf(count, partner.length);
  const words = new Int32Array(buffer, free + layout.words, WORDS);
  words.set([dimension, count, TASKS, box === null ? 0 : 1, layout.room], FIRST_WORD);
  const { stride, mostCandidates, ...from } = layout;
  const own = (...parts: readonly number[]) => parts.map((part) => free + part);
  words.set(
    [
      positions.byteOffset,
      ...own(from.cellOf, from.located, from.cellStart, from.members, from.places),
      4 * stride,
      ...own(from.candidates),
      mostCandidates,
      ...own(from.found, from.foundStart, from.foundEnd, from.counts),
      ...[rowStart, partner].map(({ byteOffset }) => byteOffset),
      ...own(from.choices),
    ],
    ADDRESSES,
  );
  new Uint8Array(buffer, free + from.choices, 256).set(
    Array.from({ length: 16 }, (_, chosen) => {
      const bytes = [0, 1, 2, 3].filter((k) => chosen & (1 << k)).flatMap((k) => [0, 1, 2, 3].map((b) => 4 * k + b));
      return [...bytes, ...new Array<number>(16 - bytes.length).fill(0)];
    }).flat(),
  );
  // Missing directions have coordinates 0.
  new Float32Array(buffer, free + from.located, 3 * stride).fill(0);
  return {
    at: words.byteOffset,
    words,
    singles: new Float32Array(buffer, words.byteOffset, WORDS),
    doubles: new Float64Array(buffer, words.byteOffset, WORDS / 2),
  };
}
