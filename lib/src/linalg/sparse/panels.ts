/** The stored factor: the panels of all supernodes, spread over as many memories as they need. Each memory has the vector x and
 *  the row lists of its panels beside them, so that a kernel finds all it needs in one. */
import { InputError } from "../../core/failure.js";
import type { Vec } from "../../core/vec.js";
import { type Branches, branchesOf, keepApart } from "./branches.js";
import type { Fronts } from "./fronts.js";
import { type KernelMemory, type Kernels, panelSize } from "./kernels.js";

/** In doubles: what one memory of panels holds, unless told otherwise. */
export const GIBIBYTE = 2 ** 27;

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

/** Where everything is; offsets in doubles. The vector x begins every memory. */
export interface PanelStore {
  readonly branches: Branches;
  /** With the places of `branches.sequence` whose panels they hold. */
  readonly memories: readonly { readonly memory: KernelMemory; readonly from: number; readonly to: number }[];
  readonly memoryOf: Int32Array;
  readonly panel: Float64Array;
  /** Offset of the row list of each supernode, in ints. */
  readonly rows: Int32Array;
  /** Numbers of one right-hand side: the unknowns, one that padding points to, and what branches keep apart. */
  readonly vector: number;
  readonly scratch: number;
  /** Offset, in ints, of what `solveTogether` has to know; −1 where threads cannot share a solve. */
  readonly tables: number;
}

/** `parts`: doubles of an entry, 1, or 2 for complex ones. */
export function panelStore(plan: Fronts, kernels: Kernels, limit: number, parts: number): PanelStore {
  const { count, strips, pivots, size } = plan;
  const branches = branchesOf(plan);
  const { sequence, above } = branches;
  const memoryOf = new Int32Array(count);
  const panel = new Float64Array(count);
  const rows = new Int32Array(count);
  const memories: { memory: KernelMemory; from: number; to: number }[] = [];
  const vector = size + 1 + above.length;
  const scratchSize = 16 * pivots.reduce((widest, p) => Math.max(widest, p), 0) + 16;
  // Room for four right-hand sides side by side.
  const scratch = 4 * vector;
  const tablesSize = tableSize(branches) + (branches.start.length - 1) * scratchSize;
  let tables = -1;
  for (let from = 0; from < count; ) {
    let used = scratch + scratchSize;
    let to = from;
    for (; to < count; to++) {
      const s = sequence[to];
      const own = parts * panelSize(strips[s], pivots[s]);
      const list = 2 * (strips[s] - pivots[s]);
      if (to > from && used + own + list > limit) break;
      memoryOf[s] = memories.length;
      panel[s] = used;
      rows[s] = 2 * (used + own);
      used += own + list;
    }
    const whole = from === 0 && to === count;
    const memory = roomFor(kernels, whole ? used + tablesSize : used, plan.stored);
    if (whole && memory.solveTogether !== undefined) tables = 2 * used;
    memories.push({ memory, from, to });
    from = to;
  }
  const store = { branches, memories, memoryOf, panel, rows, vector, scratch, tables };
  writeRows(plan, store);
  if (tables >= 0) writeTables(plan, store, scratchSize);
  return store;
}

function writeRows(plan: Fronts, { branches, memories, memoryOf, rows }: PanelStore): void {
  const { sequence, start } = branches;
  let branch = 0;
  for (let k = 0; k < plan.count; k++) {
    const s = sequence[k];
    const list = plan.rows.slice(plan.rowStart[s], plan.rowStart[s + 1]);
    while (branch < start.length - 1 && k >= start[branch + 1]) branch++;
    if (branch < start.length - 1) keepApart(plan, branches, branch, list);
    memories[memoryOf[s]].memory.ints.set(list, rows[s]);
  }
}

/** Ints before the lists of the tables, and for each panel. */
const HEADER = 6;
const PER_PANEL = 6;

/** Doubles of the tables. */
function tableSize({ sequence, start, above }: Branches): number {
  return Math.ceil((HEADER + 2 * start.length + above.length + PER_PANEL * sequence.length) / 2);
}

/** The header, where branches begin, where the rows above them begin and which they are, and the panels in the order of a solve. */
function writeTables(plan: Fronts, store: PanelStore, scratchSize: number): void {
  const { branches, memories, panel, rows, scratch, tables } = store;
  const { sequence, start, aboveStart, above } = branches;
  const { strips, pivots, first } = plan;
  const branchScratch = tables / 2 + tableSize(branches);
  const table = [plan.count, start.length - 1, plan.size, scratch, scratchSize, branchScratch];
  for (const list of [start, aboveStart, above]) for (const value of list) table.push(value);
  for (const s of sequence) {
    table.push(panel[s], strips[s], pivots[s], first[s], first[s + 1] - first[s], rows[s]);
  }
  memories[0].memory.ints.set(table, tables);
}

export function pivotsOf({ count, order, first, strips, pivots }: Fronts, store: PanelStore, out: Vec): void {
  for (let s = 0; s < count; s++) {
    const { doubles } = store.memories[store.memoryOf[s]].memory;
    const inverse = store.panel[s] + panelSize(strips[s], pivots[s]) - 4 * pivots[s];
    for (let k = first[s]; k < first[s + 1]; k++) out[order[k]] = 1 / doubles[inverse + k - first[s]];
  }
}
