/** Sparse LDLᵀ by the multifrontal method [duff1983, liu1992]: the elimination of a sparse symmetric matrix as a sequence of
 *  dense ones. The front of a supernode gathers its entries of A and the updates of its children, eliminates its pivots,
 *  stores their columns of L and passes on what is left of it. No pivoting: for positive definite matrices, and for
 *  indefinite ones whose pivots stay away from zero. A pivot that is nothing but the rounding of what cancelled counts as zero. */
import { type Failure, InputError } from "../../core/failure.js";
import type { Sparsity } from "../../core/matrix.js";
import type { Vec } from "../../core/vec.js";
import type { Factorization } from "../factorization.js";
import { compressedGraph } from "../ordering/graph.js";
import { type Ordering, orderOf } from "../ordering/order.js";
import { checkPattern } from "../sparsity.js";
import { normInf } from "../vec.js";
import { type Fronts, fronts } from "./fronts.js";
import { type KernelMemory, type Kernels, panelSize, stripAt } from "./kernels.js";
import { plainKernels } from "./plain-kernels.js";
import { supernodes } from "./supernodes.js";
import { type Crew, hasWasmKernels, kernelsWith, wasmKernels } from "./wasm-kernels.js";

export interface MultifrontalOptions {
  readonly ordering?: Ordering;
  readonly kernels?: Kernels;
  /** Threads that help with large fronts; the digits do not depend on them. */
  readonly crew?: Crew;
  /** Pivots below this part of the largest entry of the matrix are replaced by it [li1998], and the factor is that of a
   *  matrix nearby: good for `refined` and as a preconditioner. 0: a pivot lost to rounding is a failure. */
  readonly smallestPivot?: number;
  /** Doubles in one memory of panels: a WebAssembly memory ends at 4 GiB, so large factors use several. */
  readonly memoryLimit?: number;
}

export interface SparseLDLT extends Factorization {
  /** Entries of L, stored zeros not counted. */
  readonly entries: number;
  /** How many pivots of the last factorisation were positive and negative: the signs of the eigenvalues [sylvester1852]. */
  inertia(): { readonly positive: number; readonly negative: number };
  /** out = A⁻¹ B for `count` right-hand sides, one after another; may alias. */
  solveMany(b: Vec, count: number, out: Vec): void;
  /** The pivot of every row in the last factorisation. */
  pivots(): Vec;
}

const GIBIBYTE = 2 ** 27;
const SMALL = 5000;

export function sparseLDLT(
  pattern: Sparsity,
  { ordering = "auto", memoryLimit = GIBIBYTE, smallestPivot = 0, kernels: wanted, crew }: MultifrontalOptions = {},
): SparseLDLT {
  checkPattern(pattern);
  const compressed = compressedGraph(pattern);
  const plan = fronts(pattern, compressed, supernodes(compressed.graph, orderOf(compressed, ordering)));
  // A WebAssembly memory costs some fifty microseconds and whole pages: too much for a handful of rows.
  const kernels = wanted ?? (plan.stored > SMALL && hasWasmKernels() ? wasmKernels : plainKernels);
  const store = panelStore(plan, kernels, memoryLimit);
  let desk: Desk | null = null;

  return {
    fill: plan.stored,
    entries: plan.entries,
    factor(values) {
      refuseLength(pattern, values);
      desk ??= openDesk(plan, crew === undefined ? kernels : kernelsWith(crew));
      const least = smallestPivot * normInf(values);
      desk.memory.assemble?.();
      const failure = eliminateAll(plan, values, desk, store, least);
      desk.memory.dismiss?.();
      // A large desk is not worth keeping between factorisations: it may be half of the memory of a run.
      if (plan.stack > GIBIBYTE / 4) desk = null;
      return failure;
    },
    solve: (b, out) => solveAll(plan, store, b, out),
    solveMany: (b, count, out) => solveColumns(plan, store, b, count, out),
    inertia() {
      let negative = 0;
      for (const pivot of pivotsOf(plan, store)) if (pivot < 0) negative++;
      return { positive: plan.size - negative, negative };
    },
    pivots: () => pivotsOf(plan, store),
  };
}

function refuseLength({ column }: Sparsity, values: Vec): void {
  if (values.length === column.length) return;
  throw new InputError(`found ${values.length} values; the pattern that was analysed has ${column.length} entries`);
}

/** Where fronts are worked on: offsets, in doubles, into one memory. */
interface Desk {
  readonly memory: KernelMemory;
  readonly map: number;
  readonly least: number;
  readonly inverse: number;
  readonly work: number;
  readonly stack: number;
}

function openDesk(plan: Fronts, kernels: Kernels): Desk {
  let widest = 0;
  let longest = 0;
  for (let s = 0; s < plan.count; s++) {
    widest = Math.max(widest, 4 * plan.pivots[s]);
    longest = Math.max(longest, plan.below[s]);
  }
  const least = 2 * Math.ceil(longest / 4);
  const inverse = least + widest;
  const work = inverse + widest;
  const stack = work + plan.work;
  return {
    memory: roomFor(kernels, stack + plan.stack, plan.stored + plan.stack),
    map: 0,
    least,
    inverse,
    work,
    stack,
  };
}

/** A memory, or words about how much all of the factor needs. */
function roomFor(kernels: Kernels, doubles: number, all: number): KernelMemory {
  try {
    return kernels(doubles);
  } catch {
    const gibibytes = ((all * 8) / 2 ** 30).toPrecision(3);
    throw new InputError(
      `the factor needs about ${gibibytes} GiB of memory, more than there is; use an iterative solver`,
    );
  }
}

/** The panels of the factor, spread over as many memories as they need; each has a vector x and the row lists beside them. */
interface PanelStore {
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

function panelStore(plan: Fronts, kernels: Kernels, limit: number): PanelStore {
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

function eliminateAll(plan: Fronts, values: Vec, desk: Desk, store: PanelStore, substitute: number): Failure | null {
  const { count, parent, strips, pivots, first } = plan;
  const { memory, stack } = desk;
  const { doubles } = memory;
  // Children push their updates; a parent pops as many as it has children.
  const waiting: { s: number; at: number }[] = [];
  let top = stack;
  for (let s = 0; s < count; s++) {
    const front = top;
    doubles.fill(0, front, front + stripAt(strips[s]));
    gather(plan, values, desk, s, front, substitute);
    let base = top;
    while (waiting.length > 0 && parent[waiting[waiting.length - 1].s] === s) {
      const { s: child, at } = waiting.pop() as { s: number; at: number };
      const { below, rowStart, map } = plan;
      memory.ints.set(map.subarray(rowStart[child], rowStart[child] + below[child]), 2 * desk.map);
      memory.extendAdd(at, below[child], 2 * desk.map, front);
      base = at;
    }
    const failed = memory.eliminate(front, strips[s], pivots[s], desk.work, desk.inverse, desk.least, substitute);
    if (failed >= 0)
      return { kind: "singular", row: plan.order[first[s] + failed], pivot: doubles[desk.inverse + failed] };
    keepPanel(plan, desk, store, s, front);
    // What is left moves down over the updates of the children.
    for (let i = pivots[s]; i < strips[s]; i++) {
      const from = front + stripAt(i) + 16 * pivots[s];
      doubles.copyWithin(base + stripAt(i - pivots[s]), from, front + stripAt(i + 1));
    }
    if (parent[s] >= 0) waiting.push({ s, at: base });
    top = base + stripAt(strips[s] - pivots[s]);
  }
  return null;
}

/** The entries of A of a front, the smallest pivot that counts in each of its columns, and ones for the padding. */
function gather(
  plan: Fronts,
  values: Vec,
  { memory, least }: Desk,
  s: number,
  front: number,
  substitute: number,
): void {
  const { entryStart, source, place, first, pivots, diagonal, size } = plan;
  const { doubles } = memory;
  for (let e = entryStart[s]; e < entryStart[s + 1]; e++) doubles[front + place[e]] = values[source[e]];
  const columns = first[s + 1] - first[s];
  // Rounding errors of the terms of a pivot add up like a random walk.
  const rounding = 8 * Number.EPSILON * Math.sqrt(size);
  for (let c = 0; c < 4 * pivots[s]; c++) {
    const at = c < columns ? diagonal[first[s] + c] : -1;
    doubles[least + c] = c >= columns ? 0 : Math.max(substitute, at < 0 ? 0 : rounding * Math.abs(values[at]));
    if (c >= columns) doubles[front + stripAt(c >> 2) + 4 * c + (c & 3)] = 1;
  }
}

function keepPanel(plan: Fronts, { memory, inverse }: Desk, store: PanelStore, s: number, front: number): void {
  const strips = plan.strips[s];
  const pivots = plan.pivots[s];
  const target = store.memories[store.memoryOf[s]].memory.doubles;
  const { doubles } = memory;
  let to = store.panel[s];
  target.set(doubles.subarray(front, front + stripAt(pivots)), to);
  to += stripAt(pivots);
  for (let i = pivots; i < strips; i++, to += 16 * pivots) {
    const from = front + stripAt(i);
    target.set(doubles.subarray(from, from + 16 * pivots), to);
  }
  target.set(doubles.subarray(inverse, inverse + 4 * pivots), to);
}

function solveAll(plan: Fronts, store: PanelStore, b: Vec, out: Vec): void {
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
function solveColumns(plan: Fronts, store: PanelStore, b: Vec, count: number, out: Vec): void {
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

function pivotsOf({ size, count, order, first, strips, pivots }: Fronts, store: PanelStore): Vec {
  const result = new Float64Array(size);
  for (let s = 0; s < count; s++) {
    const { doubles } = store.memories[store.memoryOf[s]].memory;
    const inverse = store.panel[s] + panelSize(strips[s], pivots[s]) - 4 * pivots[s];
    for (let k = first[s]; k < first[s + 1]; k++) result[order[k]] = 1 / doubles[inverse + k - first[s]];
  }
  return result;
}
