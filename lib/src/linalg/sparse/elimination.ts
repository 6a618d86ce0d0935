/** The numeric phase of the multifrontal method, whatever the entries are: real numbers, or complex ones of two parts. The
 *  front of a supernode gathers its entries of A and the updates of its children, eliminates its pivots, stores their columns
 *  of L and passes on what is left of it. */
import { hypot } from "../../core/elementary.js";
import { type Failure, InputError } from "../../core/failure.js";
import type { Sparsity } from "../../core/matrix.js";
import type { Vec } from "../../core/vec.js";
import { compressedGraph } from "../ordering/graph.js";
import { type Ordering, orderOf } from "../ordering/order.js";
import { checkPattern } from "../sparsity.js";
import { type Fronts, fronts } from "./fronts.js";
import { type KernelMemory, type Kernels, stripAt } from "./kernels.js";
import { type PanelStore, roomFor } from "./panels.js";
import { supernodes } from "./supernodes.js";

/** The symbolic phase. */
export function planOf(pattern: Sparsity, ordering: Ordering): Fronts {
  checkPattern(pattern);
  const compressed = compressedGraph(pattern);
  return fronts(pattern, compressed, supernodes(compressed.graph, orderOf(compressed, ordering)));
}

export function refuseLength({ column }: Sparsity, values: Vec): void {
  if (values.length === column.length) return;
  throw new InputError(`found ${values.length} values; the pattern that was analysed has ${column.length} entries`);
}

/** Where fronts are worked on: offsets, in doubles, into one memory. */
export interface Workspace {
  readonly memory: KernelMemory;
  /** Doubles of an entry. */
  readonly parts: number;
  readonly map: number;
  readonly least: number;
  readonly inverse: number;
  readonly work: number;
  readonly stack: number;
  /** Fronts whose updates wait for their parents, and where these are. */
  readonly waiting: Int32Array;
  readonly places: Vec;
}

export function newWorkspace(plan: Fronts, kernels: Kernels, parts: number): Workspace {
  let widest = 0;
  let longest = 0;
  for (let s = 0; s < plan.count; s++) {
    widest = Math.max(widest, 4 * plan.pivots[s]);
    longest = Math.max(longest, plan.below[s]);
  }
  const least = 2 * Math.ceil(longest / 4);
  const inverse = least + widest;
  const work = inverse + parts * widest;
  const stack = work + parts * plan.work;
  return {
    memory: roomFor(kernels, stack + parts * plan.stack, parts * (plan.stored + plan.stack)),
    parts,
    map: 0,
    least,
    inverse,
    work,
    stack,
    waiting: new Int32Array(plan.count),
    places: new Float64Array(plan.count),
  };
}

/** `values` are the parts of the entries of A: real, and imaginary where there are two. */
export function eliminateAll(
  plan: Fronts,
  values: readonly Vec[],
  workspace: Workspace,
  store: PanelStore,
  substitute: number,
): Failure | null {
  const { count, parent, strips, pivots, first } = plan;
  const { memory, stack, parts } = workspace;
  const { doubles } = memory;
  const sizeOf = (n: number) => parts * stripAt(n);
  // Children push their updates; a parent pops as many as it has children.
  const { waiting, places } = workspace;
  let queued = 0;
  let top = stack;
  for (let s = 0; s < count; s++) {
    const front = top;
    doubles.fill(0, front, front + sizeOf(strips[s]));
    gather(plan, values, workspace, s, front, substitute);
    let base = top;
    while (queued > 0 && parent[waiting[queued - 1]] === s) {
      queued--;
      const child = waiting[queued];
      const at = places[queued];
      const { below, rowStart, map } = plan;
      copyPart(map, rowStart[child], below[child], memory.ints, 2 * workspace.map);
      memory.extendAdd(at, below[child], 2 * workspace.map, front);
      base = at;
    }
    const failed = memory.eliminate(
      front,
      strips[s],
      pivots[s],
      workspace.work,
      workspace.inverse,
      workspace.least,
      substitute,
    );
    if (failed >= 0) {
      const pivot = doubles[workspace.inverse + parts * (failed - (failed & 3)) + (failed & 3)];
      return { kind: "singular", row: plan.order[first[s] + failed], pivot };
    }
    keepPanel(plan, workspace, store, s, front);
    // What is left moves down over the updates of the children.
    for (let i = pivots[s]; i < strips[s]; i++) {
      const from = front + sizeOf(i) + 16 * parts * pivots[s];
      doubles.copyWithin(base + sizeOf(i - pivots[s]), from, front + sizeOf(i + 1));
    }
    if (parent[s] >= 0) {
      waiting[queued] = s;
      places[queued] = base;
      queued++;
    }
    top = base + sizeOf(strips[s] - pivots[s]);
  }
  return null;
}

/** The entries of A of a front, the smallest pivot that counts in each of its columns, and ones for the padding. The parts of
 *  four entries follow one another: four real, four imaginary numbers. */
function gather(
  plan: Fronts,
  values: readonly Vec[],
  { memory, least, parts }: Workspace,
  s: number,
  front: number,
  substitute: number,
): void {
  const { entryStart, source, place, first, pivots, diagonal, size } = plan;
  const { doubles } = memory;
  for (let part = 0; part < parts; part++) {
    const numbers = values[part];
    for (let e = entryStart[s]; e < entryStart[s + 1]; e++) {
      const row = place[e] & 3;
      doubles[front + parts * (place[e] - row) + 4 * part + row] = numbers[source[e]];
    }
  }
  const columns = first[s + 1] - first[s];
  // Rounding errors of the terms of a pivot add up like a random walk.
  const rounding = 8 * Number.EPSILON * Math.sqrt(size);
  for (let c = 0; c < 4 * pivots[s]; c++) {
    const at = c < columns ? diagonal[first[s] + c] : -1;
    doubles[least + c] = c >= columns ? 0 : Math.max(substitute, at < 0 ? 0 : rounding * sizeOfEntry(values, at));
    if (c >= columns) doubles[front + parts * (stripAt(c >> 2) + 4 * c) + (c & 3)] = 1;
  }
}

function sizeOfEntry(values: readonly Vec[], at: number): number {
  return values.length === 1 ? Math.abs(values[0][at]) : hypot(values[0][at], values[1][at]);
}

function keepPanel(
  plan: Fronts,
  { memory, inverse, parts }: Workspace,
  store: PanelStore,
  s: number,
  front: number,
): void {
  const strips = plan.strips[s];
  const pivots = plan.pivots[s];
  const target = store.memories[store.memoryOf[s]].memory.doubles;
  const { doubles } = memory;
  const width = 16 * parts * pivots;
  let to = store.panel[s];
  copyPart(doubles, front, parts * stripAt(pivots), target, to);
  to += parts * stripAt(pivots);
  for (let i = pivots; i < strips; i++, to += width) {
    copyPart(doubles, front + parts * stripAt(i), width, target, to);
  }
  copyPart(doubles, inverse, 4 * parts * pivots, target, to);
}

/** From so many numbers on, `set` with a subarray is quicker than a loop; below, making the subarray costs more than the copy. */
const MANY = 512;

function copyPart<T extends Vec | Int32Array>(from: T, first: number, count: number, to: T, at: number): void {
  if (count > MANY) to.set(from.subarray(first, first + count), at);
  else for (let k = 0; k < count; k++) to[at + k] = from[first + k];
}
