/** Derivatives on a pattern: which places of a matrix of nodes are occupied. */
import type { Sparsity } from "../core/matrix.js";
import type { Graph, Node } from "./dag.js";

/** Rows of nodes by column. */
export type Rows = readonly ReadonlyMap<number, Node>[];

export interface NodeMatrix {
  readonly pattern: Sparsity;
  /** The node of every place of the pattern, row by row. */
  readonly nodes: readonly Node[];
}

/** Small matrices and well-filled ones are full: every place is in the pattern, and absent nodes are 0. Others hold what is
 *  occupied, and the diagonal. */
export function nodeMatrix(graph: Graph, rows: Rows): NodeMatrix {
  const size = rows.length;
  const occupied = rows.reduce((sum, row) => sum + row.size, 0);
  const full = size <= 8 || 3 * occupied > size * size;
  const all = Array.from(rows.keys());
  const columns = rows.map((row, i) => (full ? all : [...new Set([i, ...row.keys()])].sort((a, b) => a - b)));
  const rowStart = new Int32Array(size + 1);
  columns.forEach((row, i) => {
    rowStart[i + 1] = rowStart[i] + row.length;
  });
  const zero = graph.constant(0);
  return {
    pattern: { size, rowStart, column: Int32Array.from(columns.flat()) },
    nodes: columns.flatMap((row, i) => row.map((j) => rows[i].get(j) ?? zero)),
  };
}

export const isEmpty = (rows: Rows): boolean => rows.every((row) => row.size === 0);

/** Is every place the same node as the one mirrored at the diagonal? */
export function isSymmetric(rows: Rows): boolean {
  return rows.every((row, i) => [...row].every(([j, node]) => rows[j].get(i) === node));
}
