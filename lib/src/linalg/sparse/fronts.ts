/** What the numeric phase needs to know about a pattern, found once: for every supernode the size of its front, where its
 *  entries of A go, which rows of the parent its update meets, and where its panel is stored. */
import type { Sparsity } from "../../core/matrix.js";
import type { CompressedGraph } from "../ordering/graph.js";
import { PANEL_STRIPS, panelSize, stripAt } from "./kernels.js";
import type { Supernodes } from "./supernodes.js";

export interface Fronts {
  readonly size: number;
  readonly count: number;
  /** order[k] is the row of A eliminated k-th. */
  readonly order: Int32Array;
  /** Pivots of supernode s: positions first[s] … first[s + 1] − 1. */
  readonly first: Int32Array;
  readonly parent: Int32Array;
  /** Four rows make a strip; `pivots` of the `strips` strips of a front are eliminated in it. */
  readonly strips: Int32Array;
  readonly pivots: Int32Array;
  /** Positions of the rows below the pivots, padded to whole strips with `size`: rows[rowStart[s]] …, below[s] of them real. */
  readonly rowStart: Int32Array;
  readonly rows: Int32Array;
  readonly below: Int32Array;
  /** Row of the parent's front that each row below becomes; parallel to `rows`. */
  readonly map: Int32Array;
  /** Entries of A of supernode s: values[source[e]] belongs at place[e] of its front, e from entryStart[s]. */
  readonly entryStart: Int32Array;
  readonly source: Int32Array;
  readonly place: Int32Array;
  /** Index of the diagonal entry of each position, −1 where the pattern has none. */
  readonly diagonal: Int32Array;
  /** Doubles that the stack of fronts and updates needs at most, and the largest working panel. */
  readonly stack: number;
  readonly work: number;
  /** Doubles of all panels, and entries of the factor without stored zeros. */
  readonly stored: number;
  readonly entries: number;
}

export function fronts(pattern: Sparsity, { graph, vertexOf }: CompressedGraph, nodes: Supernodes): Fronts {
  const { count, parent } = nodes;
  const size = pattern.size;
  const { order, start } = expanded(size, graph.size, vertexOf, nodes.order);
  const first = Int32Array.from(nodes.first, (k) => start[k]);

  const strips = new Int32Array(count);
  const pivots = new Int32Array(count);
  const below = new Int32Array(count);
  const rowStart = new Int32Array(count + 1);
  let stored = 0;
  let work = 0;
  for (let s = 0; s < count; s++) {
    for (let r = nodes.rowStart[s]; r < nodes.rowStart[s + 1]; r++)
      below[s] += start[nodes.rows[r] + 1] - start[nodes.rows[r]];
    pivots[s] = Math.ceil((first[s + 1] - first[s]) / 4);
    strips[s] = pivots[s] + Math.ceil(below[s] / 4);
    rowStart[s + 1] = rowStart[s] + 4 * (strips[s] - pivots[s]);
    stored += panelSize(strips[s], pivots[s]);
    work = Math.max(work, strips[s]);
  }
  const rows = new Int32Array(rowStart[count]).fill(size);
  for (let s = 0; s < count; s++) {
    let end = rowStart[s];
    for (let r = nodes.rowStart[s]; r < nodes.rowStart[s + 1]; r++) {
      for (let k = start[nodes.rows[r]]; k < start[nodes.rows[r] + 1]; k++) rows[end++] = k;
    }
  }
  const shape = { size, count, order, first, parent, strips, pivots, rowStart, rows, below };
  return {
    ...shape,
    ...places(pattern, shape),
    stack: stackSize(shape),
    work: work * 16 * PANEL_STRIPS,
    stored,
    entries: nodes.entries,
  };
}

/** Rows in the order of their vertices; those of the vertex at place k begin at start[k]. */
function expanded(size: number, vertices: number, vertexOf: Int32Array, vertexOrder: Int32Array) {
  const position = new Int32Array(vertices);
  for (let k = 0; k < vertices; k++) position[vertexOrder[k]] = k;
  const start = new Int32Array(vertices + 1);
  for (let i = 0; i < size; i++) start[position[vertexOf[i]] + 1]++;
  for (let k = 0; k < vertices; k++) start[k + 1] += start[k];
  const next = start.slice(0, vertices);
  const order = new Int32Array(size);
  for (let i = 0; i < size; i++) order[next[position[vertexOf[i]]]++] = i;
  return { order, start };
}

type Shape = Pick<
  Fronts,
  "size" | "count" | "order" | "first" | "parent" | "strips" | "pivots" | "rowStart" | "rows" | "below"
>;

function places(pattern: Sparsity, shape: Shape) {
  const { size, count, order, first, parent, pivots, rowStart, rows, below } = shape;
  const position = new Int32Array(size);
  for (let k = 0; k < size; k++) position[order[k]] = k;
  const half = (pattern.column.length + size) >> 1;
  const source = new Int32Array(half);
  const place = new Int32Array(half);
  const entryStart = new Int32Array(count + 1);
  const diagonal = new Int32Array(size).fill(-1);
  const map = new Int32Array(rows.length);
  const local = new Int32Array(size + 1);
  const childrenOf: number[][] = Array.from({ length: count }, () => []);
  let end = 0;
  for (let s = 0; s < count; s++) {
    for (let k = first[s]; k < first[s + 1]; k++) local[k] = k - first[s];
    for (let r = 0; r < below[s]; r++) local[rows[rowStart[s] + r]] = 4 * pivots[s] + r;
    for (let k = first[s]; k < first[s + 1]; k++) {
      const i = order[k];
      for (let j = pattern.rowStart[i]; j < pattern.rowStart[i + 1]; j++) {
        const other = position[pattern.column[j]];
        if (other < k) continue;
        if (other === k) diagonal[k] = j;
        source[end] = j;
        place[end++] = stripAt(local[other] >> 2) + 4 * (k - first[s]) + (local[other] & 3);
      }
    }
    entryStart[s + 1] = end;
    for (const c of childrenOf[s]) {
      for (let r = rowStart[c]; r < rowStart[c] + below[c]; r++) map[r] = local[rows[r]];
    }
    if (parent[s] >= 0) childrenOf[parent[s]].push(s);
  }
  return { source, place, entryStart, diagonal, map };
}

/** Fronts are built on top of the updates of their children; afterwards the update takes the place of both. */
function stackSize({ count, parent, strips, pivots }: Shape): number {
  const pending = new Float64Array(count);
  let used = 0;
  let peak = 0;
  for (let s = 0; s < count; s++) {
    peak = Math.max(peak, used + stripAt(strips[s]));
    const left = stripAt(strips[s] - pivots[s]);
    used += left - pending[s];
    if (parent[s] >= 0) pending[parent[s]] += left;
    peak = Math.max(peak, used);
  }
  return peak;
}
