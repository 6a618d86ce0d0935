/** Supernodes: runs of columns of the factor with nearly the same rows, stored and eliminated as one dense front. A child
 *  whose front nearly fills its parent's is merged into it: a few stored zeros for larger, quicker fronts [ashcraft1989].
 *  The fronts form a tree and are numbered so that children precede parents and the stack of pending updates stays small. */
import type { Graph } from "../ordering/graph.js";
import { eliminationTree } from "./elimination-tree.js";

export interface Supernodes {
  readonly count: number;
  /** Vertices in the order of elimination; supernode s has those from first[s] to first[s + 1] − 1. */
  readonly order: Int32Array;
  readonly first: Int32Array;
  /** −1: a root. */
  readonly parent: Int32Array;
  /** Positions (in `order`) of the vertices below the pivots of s: rows[rowStart[s]] … rows[rowStart[s + 1] − 1], ascending. */
  readonly rowStart: Int32Array;
  readonly rows: Int32Array;
  /** Entries of the factor without the zeros that merging stores: what the ordering is judged by. */
  readonly entries: number;
}

/** Merging is allowed up to so many columns while at most this part of the merged front is zeros. */
const RELAXED = [
  { columns: 8, zeros: 1 },
  { columns: 24, zeros: 0.6 },
  { columns: 64, zeros: 0.12 },
  { columns: Number.POSITIVE_INFINITY, zeros: 0.04 },
];

export function supernodes(graph: Graph, order: Int32Array): Supernodes {
  const tree = fundamental(graph, order);
  merge(tree);
  return numbered(graph, order, tree);
}

/** Supernodes under construction; a merged one has weight 0 and its vertices in its parent's list. */
interface Draft {
  readonly parent: number[];
  readonly children: number[][];
  readonly vertices: number[][];
  readonly columns: number[];
  /** Weight of the rows below the pivots. */
  readonly below: number[];
  readonly zeros: number[];
  readonly entries: number;
}

function fundamental(graph: Graph, order: Int32Array): Draft {
  const { size, weight } = graph;
  const position = new Int32Array(size);
  for (let k = 0; k < size; k++) position[order[k]] = k;
  const { parent, count } = eliminationTree(graph, order, position);
  const childCount = new Int32Array(size);
  for (let k = 0; k < size; k++) if (parent[k] >= 0) childCount[parent[k]]++;

  const draft: Draft = {
    parent: [],
    children: [],
    vertices: [],
    columns: [],
    below: [],
    zeros: [],
    entries: entriesOf(graph, order, count),
  };
  // A column continues the supernode of its only child when it has the same rows but the child itself. Columns are not
  // postordered yet, so the child may be any earlier one.
  const of = new Int32Array(size);
  const onlyChild = new Int32Array(size).fill(-1);
  for (let k = 0; k < size; k++) if (parent[k] >= 0 && childCount[parent[k]] === 1) onlyChild[parent[k]] = k;
  for (let k = 0; k < size; k++) {
    const child = onlyChild[k];
    const w = weight[order[k]];
    if (child >= 0 && count[child] === count[k] + weight[order[child]]) {
      const s = of[child];
      of[k] = s;
      draft.vertices[s].push(k);
      draft.columns[s] += w;
      draft.below[s] -= w;
    } else {
      of[k] = draft.columns.length;
      draft.vertices.push([k]);
      draft.columns.push(w);
      draft.below.push(count[k] - w);
      draft.children.push([]);
      draft.zeros.push(0);
      draft.parent.push(-1);
    }
  }
  for (let s = 0; s < draft.columns.length; s++) {
    const last = draft.vertices[s][draft.vertices[s].length - 1];
    if (parent[last] < 0) continue;
    draft.parent[s] = of[parent[last]];
    draft.children[draft.parent[s]].push(s);
  }
  return draft;
}

function entriesOf({ weight }: Graph, order: Int32Array, count: Int32Array): number {
  let entries = 0;
  for (let k = 0; k < order.length; k++) {
    const w = weight[order[k]];
    entries += w * count[k] - (w * (w - 1)) / 2;
  }
  return entries;
}

function merge({ parent, children, vertices, columns, below, zeros }: Draft): void {
  // A column that has several children opens a supernode, so all children of one end before its first column; and supernodes were opened in the order of
  // these: parents come after their children.
  for (let p = 0; p < columns.length; p++) {
    const stay: number[] = [];
    // The children with the most rows first: merging them costs the fewest zeros.
    for (const c of children[p].sort((a, b) => below[b] - below[a] || a - b)) {
      const together = columns[c] + columns[p];
      const added = zeros[c] + zeros[p] + columns[c] * (columns[p] + below[p] - below[c]);
      const size = (together * (together + 1)) / 2 + together * below[p];
      const limit = RELAXED.find((rule) => together <= rule.columns)?.zeros ?? 0;
      if (added > limit * size) {
        stay.push(c);
        continue;
      }
      zeros[p] = added;
      columns[p] = together;
      columns[c] = 0;
      vertices[p] = [...vertices[c], ...vertices[p]];
      for (const grandchild of children[c]) stay.push(grandchild);
    }
    for (const c of stay) parent[c] = p;
    children[p] = stay;
  }
}

function numbered(graph: Graph, order: Int32Array, draft: Draft): Supernodes {
  const sequence = postorder(draft);
  const count = sequence.length;
  const newOrder = new Int32Array(graph.size);
  const first = new Int32Array(count + 1);
  const parent = new Int32Array(count).fill(-1);
  const numberOf = new Map(sequence.map((s, index) => [s, index]));
  let end = 0;
  sequence.forEach((s, index) => {
    for (const k of draft.vertices[s]) newOrder[end++] = order[k];
    first[index + 1] = end;
    parent[index] = numberOf.get(draft.parent[s]) ?? -1;
  });
  return {
    count,
    order: newOrder,
    first,
    parent,
    entries: draft.entries,
    ...structure(graph, newOrder, first, parent),
  };
}

/** Children before parents; among children, the ones that need much room and leave little come first [liu1986]. */
function postorder({ columns, below, children, parent }: Draft): number[] {
  const triangle = (m: number) => (m * (m + 1)) / 2;
  const peak = new Float64Array(columns.length);
  const left = columns.map((_, s) => triangle(below[s]));
  const sequence: number[] = [];
  const walk = (root: number, leave: (s: number) => void) => {
    const stack = [{ s: root, child: 0 }];
    while (stack.length > 0) {
      const top = stack[stack.length - 1];
      if (top.child < children[top.s].length) stack.push({ s: children[top.s][top.child++], child: 0 });
      else {
        leave(top.s);
        stack.pop();
      }
    }
  };
  const settle = (s: number) => {
    children[s].sort((a, b) => peak[b] - left[b] - (peak[a] - left[a]) || a - b);
    let pending = 0;
    for (const c of children[s]) {
      peak[s] = Math.max(peak[s], pending + peak[c]);
      pending += left[c];
    }
    peak[s] = Math.max(peak[s], pending + triangle(columns[s] + below[s]));
  };
  for (let s = 0; s < columns.length; s++) {
    if (columns[s] === 0 || parent[s] >= 0) continue;
    walk(s, settle);
    walk(s, (done) => sequence.push(done));
  }
  return sequence;
}

/** The rows of every front: neighbours of its pivots and rows of its children, beyond its own pivots. */
function structure(graph: Graph, order: Int32Array, first: Int32Array, parent: Int32Array) {
  const count = parent.length;
  const position = new Int32Array(graph.size);
  for (let k = 0; k < order.length; k++) position[order[k]] = k;
  const mark = new Int32Array(graph.size).fill(-1);
  const lists: Int32Array[] = [];
  const childrenOf: number[][] = Array.from({ length: count }, () => []);
  const rowStart = new Int32Array(count + 1);
  for (let s = 0; s < count; s++) {
    const found: number[] = [];
    const take = (k: number) => {
      if (k < first[s + 1] || mark[k] === s) return;
      mark[k] = s;
      found.push(k);
    };
    for (let k = first[s]; k < first[s + 1]; k++) {
      const v = order[k];
      for (let j = graph.start[v]; j < graph.start[v + 1]; j++) take(position[graph.neighbour[j]]);
    }
    for (const c of childrenOf[s]) for (const k of lists[c]) take(k);
    lists.push(Int32Array.from(found).sort());
    rowStart[s + 1] = rowStart[s] + found.length;
    if (parent[s] >= 0) childrenOf[parent[s]].push(s);
  }
  const rows = new Int32Array(rowStart[count]);
  lists.forEach((list, s) => {
    rows.set(list, rowStart[s]);
  });
  return { rowStart, rows };
}
