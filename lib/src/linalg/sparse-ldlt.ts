/** Sparse LDLᵀ without pivoting, row by row (up-looking): A = L D Lᵀ with unit lower triangular L.
 *  For symmetric matrices whose pivots stay away from zero, above all the positive definite ones. [davis2006, ch. 4]
 *  A pivot that is nothing but the rounding of what cancelled in it counts as zero. */
import type { Failure } from "../core/failure.js";
import type { Sparsity } from "../core/matrix.js";
import type { Vec } from "../core/vec.js";
import type { Factorization } from "./factorization.js";

export interface LDLT extends Factorization {
  /** The pivots of the last factorisation, by row. */
  readonly pivots: Vec;
}

export function sparseLDLT(pattern: Sparsity): LDLT {
  const n = pattern.size;
  const { parent, counts } = eliminationTree(pattern);
  const start = new Int32Array(n + 1);
  for (let i = 0; i < n; i++) start[i + 1] = start[i] + counts[i];
  const rowIndex = new Int32Array(start[n]);
  const l = new Float64Array(start[n]);
  const d = new Float64Array(n);
  const end = new Int32Array(n);
  const y = new Float64Array(n);
  const mark = new Int32Array(n);
  const stack = new Int32Array(n);

  const factor = (values: Vec): Failure | null => {
    mark.fill(-1);
    for (let i = 0; i < n; i++) {
      end[i] = start[i];
      // The pattern of row i of L: what is reached in the tree from the entries of row i of A, in topological order.
      let top = n;
      mark[i] = i;
      let pivot = 0;
      for (let p = pattern.rowStart[i]; p < pattern.rowStart[i + 1]; p++) {
        const j = pattern.column[p];
        if (j > i) break;
        if (j === i) {
          pivot = values[p];
          break;
        }
        y[j] += values[p];
        let depth = 0;
        for (let k = j; mark[k] !== i; k = parent[k]) {
          stack[depth++] = k;
          mark[k] = i;
        }
        while (depth > 0) stack[--top] = stack[--depth];
      }
      let cancelled = 0;
      for (; top < n; top++) {
        const j = stack[top];
        const value = y[j];
        y[j] = 0;
        for (let p = start[j]; p < end[j]; p++) y[rowIndex[p]] -= l[p] * value;
        const factorOf = value / d[j];
        pivot -= factorOf * value;
        cancelled += Math.abs(factorOf * value);
        rowIndex[end[j]] = i;
        l[end[j]++] = factorOf;
      }
      d[i] = pivot;
      if (!(Math.abs(pivot) > 8 * Number.EPSILON * cancelled)) {
        y.fill(0);
        return { kind: "singular", row: i, pivot };
      }
    }
    return null;
  };

  return {
    fill: start[n] + n,
    pivots: d,
    factor,
    solve(b, out) {
      if (out !== b) out.set(b);
      for (let j = 0; j < n; j++) {
        const value = out[j];
        for (let p = start[j]; p < end[j]; p++) out[rowIndex[p]] -= l[p] * value;
      }
      for (let j = n - 1; j >= 0; j--) {
        let sum = out[j] / d[j];
        for (let p = start[j]; p < end[j]; p++) sum -= l[p] * out[rowIndex[p]];
        out[j] = sum;
      }
    },
  };
}

/** Parent of every column in the elimination tree (−1: a root) and the entries below the diagonal of every column of L. */
function eliminationTree({ size, rowStart, column }: Sparsity): { parent: Int32Array; counts: Int32Array } {
  const parent = new Int32Array(size).fill(-1);
  const counts = new Int32Array(size);
  const mark = new Int32Array(size).fill(-1);
  for (let i = 0; i < size; i++) {
    mark[i] = i;
    for (let p = rowStart[i]; p < rowStart[i + 1] && column[p] < i; p++) {
      for (let k = column[p]; mark[k] !== i; k = parent[k]) {
        if (parent[k] < 0) parent[k] = i;
        counts[k]++;
        mark[k] = i;
      }
    }
  }
  return { parent, counts };
}
