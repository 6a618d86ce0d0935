/** The loops of pair-loop.ts, with memory of their own that grows with the list of pairs. */
import type { ThreadPool, WithThreads } from "../core/threads.js";
import type { Vec } from "../core/vec.js";
import { copy } from "./copy.js";
import { givenTo, type PairCode, pairModule, sharedPairModule } from "./pair-loop.js";
import { queueSize, sharedCalls } from "./shared-tasks.js";
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
  /** Memory in which a list of so many pairs can be made; it need not be copied then. The same until there has to be more of it. */
  listMemory(pairs: number): ListMemory | null;
}

/** Where lists are made, by other code on the same memory. */
export interface ListMemory extends Pairs {
  readonly buffer: ArrayBufferLike;
  /** Positions that the loops read. */
  readonly positions: Vec;
  /** The address of bytes that are the other code's. */
  readonly free: number;
  /** So many tasks of it, which threads share, or one alone: `task` is given what to do, an address and the number of the task. */
  run(what: number, address: number, tasks: number): void;
  alone(what: number, address: number): void;
}

/** Code that makes lists: a module whose `task` is called as above, for memory that is shared or not, and the bytes that it needs beside a list. */
export interface ListCode {
  module(shared: boolean): WebAssembly.Module;
  bytes(pairs: number): number;
}

export interface PairTables extends WithThreads {
  readonly points: number;
  /** The gradient is the sum of what blocks of rows contribute, in their order: where each begins; one block by default. Threads share the blocks. */
  readonly blocks?: readonly number[];
  readonly lists?: ListCode | undefined;
  /** One entry a point each, then one entry a pair each. */
  readonly ofPoints: readonly Vec[];
  readonly ofPairs: readonly Vec[];
}

type Loop = (...given: readonly number[]) => void;
type Task = (what: number, address: number, task: number) => void;
/** As pair-loop.ts numbers them. */
const [GRADIENT, ENERGY, DERIVATIVES, SUM, BETWEEN, DIFFERENCES] = [0, 1, 2, 3, 4, 5];

/** Null where the host has no such code. */
export function pairRoutines(code: PairCode, tables: PairTables): PairRoutines | null {
  const { points, blocks = [0], threads, lists } = tables;
  const shared = threads === undefined || blocks.length === 1 ? null : sharedPairModule(code, lists !== undefined);
  const module = shared ?? pairModule(code);
  if (module === null) return null;
  const helpers = shared === null ? null : (threads ?? null);
  let room: Room | null = null;
  let loaded: Pairs | null = null;

  /** Memory that holds so many pairs, and their derivatives if they are wanted. */
  const roomFor = (pairs: number, differentiated: boolean): Room | null => {
    if (room !== null && pairs <= room.capacity && (!differentiated || room.derivatives.length > 0)) return room;
    // A list that has grown once will do so again.
    const capacity = room === null ? pairs : pairs <= room.capacity ? room.capacity : Math.ceil(1.5 * pairs);
    loaded = null;
    const derivatives = differentiated || (room !== null && room.derivatives.length > 0);
    room = roomOf(module, code, { ...tables, blocks }, capacity, derivatives, helpers);
    return room;
  };
  const ready = (pairs: Pairs, q: Vec, differentiated: boolean): Room | null => {
    const found = loaded === pairs && !differentiated ? room : roomFor(pairs.rowStart[points], differentiated);
    if (found === null) return null;
    if (loaded !== pairs) {
      if (pairs.rowStart !== found.rowStart) {
        found.rowStart.set(pairs.rowStart);
        const count = pairs.rowStart[points];
        found.partner.set(pairs.partner.length === count ? pairs.partner : pairs.partner.subarray(0, count));
      }
      loaded = pairs;
    }
    copy(q, found.positions);
    return found;
  };
  return {
    gradient(pairs, q, out) {
      const found = ready(pairs, q, false);
      if (found === null) return false;
      found.contribute();
      copy(found.gradient, out);
      return true;
    },
    addEnergy(pairs, q, out) {
      const found = ready(pairs, q, false);
      if (found === null) return false;
      found.sum[0] = out[0];
      found.run(ENERGY, found.sum.byteOffset);
      out[0] = found.sum[0];
      return true;
    },
    derivatives(pairs, q) {
      const found = ready(pairs, q, true);
      if (found === null) return null;
      found.run(DERIVATIVES, found.derivatives.byteOffset);
      return found.derivatives;
    },
    between(pairs, a, b, out) {
      const found = code.cutoff < Infinity ? null : ready(pairs, a, false);
      if (found === null) return false;
      copy(b, found.second);
      found.run(BETWEEN, found.gradient.byteOffset);
      copy(found.gradient, out);
      return true;
    },
    differences(pairs, a, b) {
      const found = code.cutoff < Infinity ? null : ready(pairs, a, true);
      if (found === null) return null;
      copy(b, found.second);
      found.run(DIFFERENCES, found.derivatives.byteOffset);
      return found.derivatives;
    },
    listMemory: (pairs) => roomFor(pairs, false)?.lists ?? null,
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
  /** A loop over all rows. */
  run(loop: number, out: number): void;
  /** The gradient, from all blocks. */
  contribute(): void;
  readonly lists: ListMemory | null;
}

function roomOf(
  module: WebAssembly.Module,
  code: PairCode,
  { points, ofPoints, ofPairs, blocks, lists }: PairTables & { readonly blocks: readonly number[] },
  capacity: number,
  differentiated: boolean,
  helpers: ThreadPool | null,
): Room | null {
  const { dimension } = code;
  const dof = points * dimension;
  const others = blocks.slice(1);
  const lengths = [
    dof,
    dof,
    dof,
    1,
    differentiated ? 2 * capacity : 0,
    ...others.map((first) => dof - first * dimension),
    ...ofPoints.map(() => points),
    ...ofPairs.map(() => capacity),
  ];
  const inQueue = queueSize(blocks.length, givenTo(code));
  const integers = [points + 1, capacity, inQueue];
  const total = (parts: readonly number[]) => parts.reduce((sum, length) => sum + length, 0);
  const used = 16 * Math.ceil((8 * total(lengths) + 4 * total(integers)) / 16);
  const memory = memoryFor(Math.ceil((used + (lists?.bytes(capacity) ?? 0)) / 8), helpers !== null);
  const listCode = lists?.module(helpers !== null);
  const task = memory && listCode && (wasmInstance(listCode, { memory })?.exports["task"] as Task | undefined);
  const instance = memory && wasmInstance(module, { memory, task });
  if (memory === null || instance === null) return null;
  let end = 0;
  const [positions, second, gradient, sum, derivatives, ...more] = lengths.map((length) => {
    const numbers = new Float64Array(memory.buffer, end, length);
    end += numbers.byteLength;
    return numbers;
  });
  const [rowStart, partner, queue] = integers.map((length) => {
    const numbers = new Int32Array(memory.buffer, end, length);
    end += numbers.byteLength;
    return numbers;
  });
  const parts = more.slice(0, others.length);
  const tables = more.slice(others.length);
  [...ofPoints, ...ofPairs].forEach((table, k) => {
    tables[k].set(table);
  });
  const loops = instance.functions as unknown as readonly Loop[];
  // A call that spreads a list of addresses would cost as much as ten pairs.
  if (tables.length > 2) throw new Error(`${tables.length} tables of numbers; there are calls for up to two`);
  const [table = 0, other = 0] = tables.map(({ byteOffset }) => byteOffset);
  const [starts, partners, atEnd] = [rowStart, partner, second].map(({ byteOffset }) => byteOffset);
  /** Where the gradient of a block would begin: it has no entries before its first row. */
  const bases = blocks.map((first, b) =>
    b === 0 ? gradient.byteOffset : parts[b - 1].byteOffset - 8 * dimension * first,
  );
  const calls = blocks.map((first, b) =>
    [first, blocks[b + 1] ?? points, points, starts, partners, bases[b], atEnd, table, other].slice(0, givenTo(code)),
  );
  const team =
    helpers &&
    sharedCalls(
      helpers,
      { module, memory, ...(listCode && { other: listCode }) },
      instance.exports["take"] as (queue: number) => number,
      queue.byteOffset / 4,
      calls,
    );
  const listMemory: ListMemory | null = task
    ? {
        buffer: memory.buffer,
        positions,
        free: used,
        rowStart,
        partner,
        run(what, address, tasks) {
          if (team !== null) team.runOthers(what, address, tasks);
          else for (let t = 0; t < tasks; t++) task(what, address, t);
        },
        alone: (what, address) => task(what, address, 0),
      }
    : null;
  return {
    lists: listMemory,
    capacity,
    positions,
    second,
    gradient,
    sum,
    derivatives,
    rowStart,
    partner,
    run: (loop, out) => loops[loop](0, points, points, starts, partners, out, atEnd, table, other),
    contribute() {
      if (team !== null) team.run();
      else {
        for (let b = 0; b < calls.length; b++)
          loops[GRADIENT](calls[b][0], calls[b][1], points, starts, partners, bases[b], atEnd, table, other);
      }
      for (let b = 1; b < bases.length; b++) {
        const at = 8 * dimension * blocks[b];
        loops[SUM](dof - dimension * blocks[b], bases[b] + at, bases[0] + at);
      }
    },
  };
}
