/** Products of sparse matrices, row by row [gustavson1978]. */
import type { Matrix, Sparsity } from "../core/matrix.js";
import type { Vec } from "../core/vec.js";

/** A diag(d) B. */
export function scaledProduct(A: Matrix, d: Vec, B: Matrix): Matrix {
  const n = A.pattern.size;
  const rowStart = new Int32Array(n + 1);
  const columns: number[] = [];
  const values: number[] = [];
  const sums = new Float64Array(n);
  const seenIn = new Int32Array(n).fill(-1);
  for (let i = 0; i < n; i++) {
    const row: number[] = [];
    for (let k = A.pattern.rowStart[i]; k < A.pattern.rowStart[i + 1]; k++) {
      const middle = A.pattern.column[k];
      const factor = A.values[k] * d[middle];
      for (let j = B.pattern.rowStart[middle]; j < B.pattern.rowStart[middle + 1]; j++) {
        const column = B.pattern.column[j];
        if (seenIn[column] !== i) {
          seenIn[column] = i;
          sums[column] = 0;
          row.push(column);
        }
        sums[column] += factor * B.values[j];
      }
    }
    row.sort((a, b) => a - b);
    for (const column of row) {
      columns.push(column);
      values.push(sums[column]);
    }
    rowStart[i + 1] = columns.length;
  }
  return { pattern: { size: n, rowStart, column: Int32Array.from(columns) }, values: Float64Array.from(values) };
}

/** A B for a B whose values change: where everything goes is found once, and its values are written into `out` without allocating. */
export function productOnPattern(
  A: Matrix,
  B: Sparsity,
): { readonly pattern: Sparsity; values(b: Vec, out: Vec): void } {
  const n = B.size;
  const { pattern } = scaledProduct(A, new Float64Array(n).fill(1), {
    pattern: B,
    values: new Float64Array(B.column.length).fill(1),
  });
  const sums = new Float64Array(n);
  return {
    pattern,
    values(b, out) {
      for (let i = 0; i < n; i++) {
        const from = pattern.rowStart[i];
        const to = pattern.rowStart[i + 1];
        for (let k = from; k < to; k++) sums[pattern.column[k]] = 0;
        for (let k = A.pattern.rowStart[i]; k < A.pattern.rowStart[i + 1]; k++) {
          const middle = A.pattern.column[k];
          const factor = A.values[k];
          for (let j = B.rowStart[middle]; j < B.rowStart[middle + 1]; j++) sums[B.column[j]] += factor * b[j];
        }
        for (let k = from; k < to; k++) out[k] = sums[pattern.column[k]];
      }
    },
  };
}
