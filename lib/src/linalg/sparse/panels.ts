/** The stored factor: the panels of all supernodes, spread over as many memories as they need, and the solves with them. Each
 *  memory has the vector x and the row lists of its panels beside them, so that a kernel finds all it needs in one. */
import { InputError } from "../../core/failure.js";
import type { Vec } from "../../core/vec.js";
import type { Fronts } from "./fronts.js";
import { type KernelMemory, type Kernels, panelSize } from "./kernels.js";

/** A memory, or words about how much all of the factor needs. */
export function roomFor(kernels: Kernels, doubles: number, all: number): KernelMemory {
  try {
    return kernels(doubles);
  } catch {
    const gibibytes = ((all * 8) / 2 ** 30).toPrecision(3);
    throw new InputError(
      `the factor needs about ${gibibytes} GiB of memory, more than there is; use an iterative solver`,
    );
  }
}

/** Where everything is; offsets in doubles. */
export interface PanelStore {
  readonly memories: readonly {
    readonly memory: KernelMemory;
    readonly x: number;
    readonly from: number;
    readonly to: number;
  }[];
  readonly memoryOf: Int32Array;
  readonly panel: Float64Array;
  /** Offset of the row list of each supernode, in ints. */
  readonly rows: Int32Array;
  readonly scratch: number;
}

export function panelStore(plan: Fronts, kernels: Kernels, limit: number): PanelStore {
  const { count, strips, pivots, size } = plan;
  const memoryOf = new Int32Array(count);
  const panel = new Float64Array(count);
  const rows = new Int32Array(count);
  const memories: { memory: KernelMemory; x: number; from: number; to: number }[] = [];
  // Room for four right-hand sides side by side.
  const vector = 4 * (size + 1);
  const scratch = 16 * pivots.reduce((widest, p) => Math.max(widest, p), 0) + 16;
  for (let from = 0; from < count; ) {
    let used = vector + scratch;
    let to = from;
    while (to < count) {
      const own = panelSize(strips[to], pivots[to]) + 2 * (strips[to] - pivots[to]);
      if (to > from && used + own > limit) break;
      memoryOf[to] = memories.length;
      panel[to] = used;
      rows[to] = 2 * (used + panelSize(strips[to], pivots[to]));
      used += own;
      to++;
    }
    const memory = roomFor(kernels, used, plan.stored);
    for (let s = from; s < to; s++)
      memory.ints.set(plan.rows.subarray(plan.rowStart[s], plan.rowStart[s + 1]), rows[s]);
    memories.push({ memory, x: 0, from, to });
    from = to;
  }
  return { memories, memoryOf, panel, rows, scratch: vector };
}

export function solveAll(plan: Fronts, store: PanelStore, b: Vec, out: Vec): void {
  const [{ memory, x }] = store.memories;
  gatherInto(memory.doubles, x, b, plan.order);
  sweep(plan, store, 1);
  scatterFrom(memory.doubles, x, out, plan.order);
}

/** Both triangular solves on the vectors, `width` of them side by side, in the first memory. */
function sweep({ size, first, strips, pivots }: Fronts, store: PanelStore, width: 1 | 4): void {
  const { memories, panel, rows, scratch } = store;
  const carry = (from: number, to: number) => {
    const { memory, x } = memories[from];
    memories[to].memory.doubles.set(memory.doubles.subarray(x, x + width * (size + 1)), memories[to].x);
  };
  for (let i = 0; i < memories.length; i++) {
    const { memory, x, from, to } = memories[i];
    const solve = (width === 4 && memory.forwardFour) || memory.forward;
    if (i > 0) carry(i - 1, i);
    for (let s = from; s < to; s++) {
      solve(panel[s], strips[s], pivots[s], x, first[s], first[s + 1] - first[s], rows[s], scratch);
    }
  }
  for (let i = memories.length - 1; i >= 0; i--) {
    const { memory, x, from, to } = memories[i];
    const solve = (width === 4 && memory.backwardFour) || memory.backward;
    if (i < memories.length - 1) carry(i + 1, i);
    for (let s = to - 1; s >= from; s--) {
      solve(panel[s], strips[s], pivots[s], x, first[s], first[s + 1] - first[s], rows[s], scratch);
    }
  }
}

/** Four columns at a time read the factor once for all of them. */
export function solveColumns(plan: Fronts, store: PanelStore, b: Vec, count: number, out: Vec): void {
  const { size, order } = plan;
  const [{ memory, x }] = store.memories;
  const { doubles } = memory;
  const column = (v: Vec, k: number) => v.subarray(k * size, (k + 1) * size);
  let k = 0;
  for (; k + 4 <= count && memory.forwardFour !== undefined; k += 4) {
    for (let c = 0; c < 4; c++) {
      const from = column(b, k + c);
      for (let i = 0; i < size; i++) doubles[x + 4 * i + c] = from[order[i]];
      doubles[x + 4 * size + c] = 0;
    }
    sweep(plan, store, 4);
    for (let c = 0; c < 4; c++) {
      const to = column(out, k + c);
      for (let i = 0; i < size; i++) to[order[i]] = doubles[x + 4 * i + c];
    }
  }
  for (; k < count; k++) solveAll(plan, store, column(b, k), column(out, k));
}

function gatherInto(x: Vec, at: number, b: Vec, order: Int32Array): void {
  for (let k = 0; k < order.length; k++) x[at + k] = b[order[k]];
  // Padded rows point behind the last entry.
  x[at + order.length] = 0;
}

function scatterFrom(x: Vec, at: number, out: Vec, order: Int32Array): void {
  for (let k = 0; k < order.length; k++) out[order[k]] = x[at + k];
}

export function pivotsOf({ size, count, order, first, strips, pivots }: Fronts, store: PanelStore): Vec {
  const result = new Float64Array(size);
  for (let s = 0; s < count; s++) {
    const { doubles } = store.memories[store.memoryOf[s]].memory;
    const inverse = store.panel[s] + panelSize(strips[s], pivots[s]) - 4 * pivots[s];
    for (let k = first[s]; k < first[s + 1]; k++) result[order[k]] = 1 / doubles[inverse + k - first[s]];
  }
  return result;
}
