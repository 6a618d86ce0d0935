/** Sparse LDLᵀ by the multifrontal method [duff1983, liu1992]: the elimination of a sparse symmetric matrix as a sequence of
 *  dense ones. The front of a supernode gathers its entries of A and the updates of its children, eliminates its pivots,
 *  stores their columns of L and passes on what is left of it. No pivoting: for positive definite matrices, and for
 *  indefinite ones whose pivots stay away from zero. A pivot that is nothing but the rounding of what cancelled counts as zero; where one
 *  fails and the matrix has zeros on its diagonal, it is called the saddle point that it is. */
import { type Failure, InputError } from "../../core/failure.js";
import type { Sparsity } from "../../core/matrix.js";
import type { Vec } from "../../core/vec.js";
import { checkSymmetric } from "../check-symmetric.js";
import type { Factorization } from "../factorization.js";
import { compressedGraph } from "../ordering/graph.js";
import { type Ordering, orderOf } from "../ordering/order.js";
import { checkPattern } from "../sparsity.js";
import { normInf } from "../vec.js";
import { engagedCrew } from "./engaged-crew.js";
import { type Fronts, fronts } from "./fronts.js";
import { type KernelMemory, type Kernels, stripAt } from "./kernels.js";
import { type PanelStore, panelStore, pivotsOf, roomFor } from "./panels.js";
import { plainKernels } from "./plain-kernels.js";
import { saddlePointInWords, saddlePointOf } from "./saddle-point.js";
import { solveAll, solveColumns } from "./solves.js";
import { supernodes } from "./supernodes.js";
import { type Crew, hasWasmKernels, kernelsWith, wasmKernels } from "./wasm-kernels.js";

export interface MultifrontalOptions {
  readonly ordering?: Ordering;
  readonly kernels?: Kernels;
  /** Threads that help with large fronts; the digits do not depend on them. Large factors without take those of `engageCrew`. */
  readonly crew?: Crew;
  /** Pivots below this part of the largest entry of the matrix are replaced by it [li1998], and the factor is that of a
   *  matrix nearby: good for `refined` and as a preconditioner. 0: a pivot lost to rounding is a failure. */
  readonly smallestPivot?: number;
  /** For matrices that come from outside: `factor` throws an InputError, with the row, for values that are not finite or not
   *  symmetric, and for a saddle point that cannot be factored. */
  readonly checkSymmetric?: boolean;
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
/** Doubles of a factor from which its fronts are large enough to be shared. */
const LARGE = 2 ** 21;
/** And from which a solve is long enough for helpers to arrive: some five milliseconds. */
const SHARED = 2 ** 22;

export function sparseLDLT(pattern: Sparsity, options: MultifrontalOptions = {}): SparseLDLT {
  const { ordering = "auto", memoryLimit = GIBIBYTE, smallestPivot = 0, kernels: wanted } = options;
  const refuses = options.checkSymmetric ?? false;
  checkPattern(pattern);
  const compressed = compressedGraph(pattern);
  const plan = fronts(pattern, compressed, supernodes(compressed.graph, orderOf(compressed, ordering)));
  // A WebAssembly memory costs some fifty microseconds and whole pages: too much for a handful of rows.
  const alone = wanted ?? (plan.stored > SMALL && hasWasmKernels() ? wasmKernels : plainKernels);
  const crew = options.crew ?? (wanted === undefined && plan.stored > LARGE ? engagedCrew() : null);
  const kernels = crew === null ? alone : kernelsWith(crew);
  const store = panelStore(plan, kernels, memoryLimit);
  const shared = store.tables >= 0 && (options.crew !== undefined || plan.stored > SHARED);
  const { memory: first } = store.memories[0];
  let desk: Desk | null = null;

  return {
    fill: plan.stored,
    entries: plan.entries,
    factor(values) {
      refuseLength(pattern, values);
      if (refuses) checkSymmetric({ pattern, values });
      desk ??= openDesk(plan, kernels);
      const least = smallestPivot * normInf(values);
      desk.memory.assemble?.();
      const failure = eliminateAll(plan, values, desk, store, least);
      desk.memory.dismiss?.();
      // A large desk is not worth keeping between factorisations: it may be half of the memory of a run.
      if (plan.stack > GIBIBYTE / 4) desk = null;
      const saddle = failure === null ? null : saddlePointOf({ pattern, values });
      if (saddle !== null && refuses) throw new InputError(saddlePointInWords(saddle), { key: `row ${saddle.row}` });
      return saddle ?? failure;
    },
    solve(b, out) {
      if (shared) first.assemble?.();
      solveAll(plan, store, b, out, shared);
      if (shared) first.dismiss?.();
      return null;
    },
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
