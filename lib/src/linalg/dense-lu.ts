/** Dense LU with partial pivoting, P A = L U, rows one after another in one array; allocates nothing after analysis.
 *  Cost 2/3 n³. A pivot that is nothing but the rounding of what cancelled in it counts as zero. */
import type { Failure } from "../core/failure.js";
import type { Sparsity } from "../core/matrix.js";
import type { Vec } from "../core/vec.js";
import type { Factorization } from "./factorization.js";
import { isFull } from "./sparsity.js";

export function denseLU(pattern: Sparsity): Factorization {
  const n = pattern.size;
  const full = isFull(pattern);
  const lu = new Float64Array(n * n);
  const rowOf = new Int32Array(n);
  const inverse = new Float64Array(n);
  const work = new Float64Array(n);

  return {
    fill: n * n,
    factor(values) {
      if (full) lu.set(values);
      else spread(pattern, values, lu);
      return eliminate(n, lu, rowOf, inverse);
    },
    solve(b, out) {
      for (let i = 0; i < n; i++) {
        let sum = b[rowOf[i]];
        for (let j = 0, at = i * n; j < i; j++) sum -= lu[at + j] * work[j];
        work[i] = sum;
      }
      for (let i = n - 1; i >= 0; i--) {
        const at = i * n;
        let sum = work[i];
        for (let j = i + 1; j < n; j++) sum -= lu[at + j] * out[j];
        out[i] = sum * inverse[i];
      }
      return null;
    },
  };
}

/** Puts the entries of a sparse matrix into the rows of a full one. */
export function spread({ size, rowStart, column }: Sparsity, values: Vec, full: Vec): void {
  full.fill(0);
  for (let i = 0; i < size; i++) {
    for (let j = rowStart[i]; j < rowStart[i + 1]; j++) full[i * size + column[j]] = values[j];
  }
}

function eliminate(n: number, lu: Vec, rowOf: Int32Array, inverses: Vec): Failure | null {
  for (let i = 0; i < n; i++) rowOf[i] = i;
  for (let k = 0; k < n; k++) {
    const p = pivotRow(n, lu, k);
    if (p !== k) swapRows(n, lu, rowOf, p, k);
    const pivot = lu[k * n + k];
    if (!(Math.abs(pivot) > roundingOf(n, lu, k))) return { kind: "singular", row: rowOf[k], pivot };
    const inverse = 1 / pivot;
    inverses[k] = inverse;
    const top = k * n;
    for (let i = k + 1; i < n; i++) {
      const at = i * n;
      const factor = lu[at + k] * inverse;
      lu[at + k] = factor;
      if (factor === 0) continue;
      for (let j = k + 1; j < n; j++) lu[at + j] -= factor * lu[top + j];
    }
  }
  return null;
}

function pivotRow(n: number, lu: Vec, k: number): number {
  let best = k;
  let largest = Math.abs(lu[k * n + k]);
  for (let i = k + 1; i < n; i++) {
    const size = Math.abs(lu[i * n + k]);
    // A NaN is chosen too: it must not be passed over.
    if (size > largest || Number.isNaN(size)) {
      largest = size;
      best = i;
    }
  }
  return best;
}

function swapRows(n: number, lu: Vec, rowOf: Int32Array, a: number, b: number): void {
  for (let j = 0; j < n; j++) {
    const kept = lu[a * n + j];
    lu[a * n + j] = lu[b * n + j];
    lu[b * n + j] = kept;
  }
  const kept = rowOf[a];
  rowOf[a] = rowOf[b];
  rowOf[b] = kept;
}

/** Pivot k was a_kk − Σ_j l_kj u_jk: the error that rounding the terms of that sum may have left in it. */
function roundingOf(n: number, lu: Vec, k: number): number {
  let sum = 0;
  for (let j = 0; j < k; j++) sum += Math.abs(lu[k * n + j] * lu[j * n + k]);
  return n * Number.EPSILON * sum;
}
