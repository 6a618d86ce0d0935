/** Sparse matrices as plain data. A full matrix is the pattern in which every row holds every column: its values are
 *  then the rows one after another, so that dense and sparse systems share one interface. Operations: `linalg`. */
import type { Vec } from "./vec.js";

/** The places of a square matrix that may differ from zero, row by row: the columns of row i are
 *  `column[rowStart[i]] … column[rowStart[i + 1] - 1]`, ascending. Symmetric matrices keep both triangles. */
export interface Sparsity {
  readonly size: number;
  readonly rowStart: Int32Array;
  readonly column: Int32Array;
}

export interface Matrix {
  readonly pattern: Sparsity;
  readonly values: Vec;
}
