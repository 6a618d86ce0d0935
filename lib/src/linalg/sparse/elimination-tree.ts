/** The elimination tree of a graph in a given order [liu1990]: the parent of vertex k is the first later vertex that
 *  eliminating k joins it to. Everything here speaks of positions in the order, not of vertices. */
import type { Graph } from "../ordering/graph.js";

export interface EliminationTree {
  /** −1: a root. */
  readonly parent: Int32Array;
  /** Weight of every column of the factor, its own vertex included. */
  readonly count: Int32Array;
}

/** position[v] is where vertex v comes in the order. */
export function eliminationTree(graph: Graph, order: Int32Array, position: Int32Array): EliminationTree {
  const { size, start, neighbour, weight } = graph;
  const parent = new Int32Array(size).fill(-1);
  const count = Int32Array.from(order, (v) => weight[v]);
  const mark = new Int32Array(size).fill(-1);
  const ancestor = new Int32Array(size).fill(-1);
  for (let k = 0; k < size; k++) {
    const v = order[k];
    for (let j = start[v]; j < start[v + 1]; j++) {
      // Climb from every earlier neighbour to its root, which gets k as its parent; shorten the way for the next time.
      let i = position[neighbour[j]];
      while (i >= 0 && i < k) {
        const up = ancestor[i];
        ancestor[i] = k;
        if (up < 0) parent[i] = k;
        i = up;
      }
    }
  }
  for (let k = 0; k < size; k++) {
    const v = order[k];
    for (let j = start[v]; j < start[v + 1]; j++) {
      // Row k of the factor: the tree between the earlier neighbours and k.
      for (let i = position[neighbour[j]]; i < k && mark[i] !== k; i = parent[i]) {
        count[i] += weight[v];
        mark[i] = k;
      }
    }
  }
  return { parent, count };
}
