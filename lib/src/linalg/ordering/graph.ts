/** The graph of a symmetric matrix. Rows with the same neighbours (the three directions of one node, say) cannot be told
 *  apart by any ordering, so they become one vertex with their number as its weight: orderings then work on a third of the
 *  rows and a ninth of the entries. */
import { InputError } from "../../core/failure.js";
import type { Sparsity } from "../../core/matrix.js";
import { isSymmetricPattern } from "../matrix.js";

/** Undirected, without loops: the neighbours of v are `neighbour[start[v]] … neighbour[start[v + 1] - 1]`. */
export interface Graph {
  readonly size: number;
  readonly start: Int32Array;
  readonly neighbour: Int32Array;
  readonly weight: Int32Array;
}

export interface CompressedGraph {
  readonly graph: Graph;
  /** The vertex of every row. */
  readonly vertexOf: Int32Array;
}

export function compressedGraph(pattern: Sparsity): CompressedGraph {
  refuseUnsymmetric(pattern);
  const { size, rowStart, column } = pattern;
  const first = alike(pattern);
  const vertexOf = new Int32Array(size);
  let count = 0;
  for (let i = 0; i < size; i++) vertexOf[i] = first[i] === i ? count++ : vertexOf[first[i]];
  const weight = new Int32Array(count);
  for (let i = 0; i < size; i++) weight[vertexOf[i]]++;

  const start = new Int32Array(count + 1);
  const neighbour = new Int32Array(column.length);
  const seen = new Int32Array(count).fill(-1);
  let end = 0;
  for (let i = 0; i < size; i++) {
    if (first[i] !== i) continue;
    const v = vertexOf[i];
    seen[v] = v;
    for (let j = rowStart[i]; j < rowStart[i + 1]; j++) {
      const u = vertexOf[column[j]];
      if (seen[u] === v) continue;
      seen[u] = v;
      neighbour[end++] = u;
    }
    start[v + 1] = end;
  }
  return { graph: { size: count, start, neighbour: neighbour.slice(0, end), weight }, vertexOf };
}

function refuseUnsymmetric(pattern: Sparsity): void {
  if (isSymmetricPattern(pattern)) return;
  throw new InputError("the pattern is not symmetric; a symmetric matrix is given with both of its triangles");
}

/** For every row the first one with the same columns. Such rows are neighbours, so only neighbours are compared. */
function alike({ size, rowStart, column }: Sparsity): Int32Array {
  const first = new Int32Array(size);
  const sum = new Int32Array(size);
  for (let i = 0; i < size; i++) {
    let hash = 0;
    for (let j = rowStart[i]; j < rowStart[i + 1]; j++) hash = (hash + Math.imul(column[j] + 1, 0x9e3779b1)) | 0;
    sum[i] = hash;
  }
  const same = (a: number, b: number) => {
    if (sum[a] !== sum[b] || rowStart[a + 1] - rowStart[a] !== rowStart[b + 1] - rowStart[b]) return false;
    for (let j = rowStart[a], k = rowStart[b]; j < rowStart[a + 1]; j++, k++) if (column[j] !== column[k]) return false;
    return true;
  };
  for (let i = 0; i < size; i++) {
    first[i] = i;
    for (let j = rowStart[i]; j < rowStart[i + 1] && column[j] < i; j++) {
      if (same(column[j], i)) {
        first[i] = first[column[j]];
        break;
      }
    }
  }
  return first;
}

/** The subgraph of some vertices, which keep their order. `place` is scratch of the size of the graph, −1 throughout. */
export function subgraph(graph: Graph, vertices: Int32Array, place: Int32Array): Graph {
  const { length } = vertices;
  for (let k = 0; k < length; k++) place[vertices[k]] = k;
  const start = new Int32Array(length + 1);
  let bound = 0;
  for (const v of vertices) bound += graph.start[v + 1] - graph.start[v];
  const neighbour = new Int32Array(bound);
  const weight = new Int32Array(length);
  let end = 0;
  for (let k = 0; k < length; k++) {
    const v = vertices[k];
    weight[k] = graph.weight[v];
    for (let j = graph.start[v]; j < graph.start[v + 1]; j++) {
      const u = place[graph.neighbour[j]];
      if (u >= 0) neighbour[end++] = u;
    }
    start[k + 1] = end;
  }
  for (const v of vertices) place[v] = -1;
  return { size: length, start, neighbour: neighbour.slice(0, end), weight };
}
