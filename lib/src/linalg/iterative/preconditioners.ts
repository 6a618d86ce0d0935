/** Preconditioners: block Jacobi, incomplete Cholesky, and the factor of a matrix nearby (any `Factorization` is one). */
import { type Failure, InputError } from "../../core/failure.js";
import type { Matrix } from "../../core/matrix.js";
import { analyze, type Factorization } from "../factorization.js";
import { entryAt, fullPattern } from "../sparsity.js";
import type { Preconditioner } from "./iteration.js";

/** Solves with the diagonal blocks of `block` rows (3: the directions of one node); a failure names a row. */
export function blockJacobi(A: Matrix, block: number): Preconditioner | Failure {
  const n = A.pattern.size;
  if (!(Number.isInteger(block) && block >= 1))
    throw new InputError(`found blocks of ${block} rows; whole numbers from 1`, { key: "block" });
  const solvers: Factorization[] = [];
  for (let first = 0; first < n; first += block) {
    const size = Math.min(block, n - first);
    const values = new Float64Array(size * size);
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) {
        const at = entryAt(A.pattern, first + i, first + j);
        if (at >= 0) values[i * size + j] = A.values[at];
      }
    }
    const solver = analyze(fullPattern(size), true);
    const failure = solver.factor(values);
    if (failure?.kind === "singular") return { ...failure, row: failure.row + first };
    solvers.push(solver);
  }
  const part = new Float64Array(block);
  return (r, out) => {
    for (let s = 0; s < solvers.length; s++) {
      const first = s * block;
      const size = Math.min(block, n - first);
      for (let i = 0; i < size; i++) part[i] = r[first + i];
      solvers[s].solve(part, part);
      for (let i = 0; i < size; i++) out[first + i] = part[i];
    }
  };
}

/** L Lᵀ ≈ A with L on the lower pattern of A [meijerink1977]. Where a pivot fails, the diagonal is raised a little and the
 *  factorisation begun again [manteuffel1980]. Needs a positive diagonal. */
export function incompleteCholesky(A: Matrix): Preconditioner | Failure {
  const { size, rowStart, column } = A.pattern;
  const start = new Int32Array(size + 1);
  for (let i = 0; i < size; i++) {
    const at = entryAt(A.pattern, i, i);
    if (at < 0 || !(A.values[at] > 0)) return { kind: "singular", row: i, pivot: at < 0 ? 0 : A.values[at] };
    start[i + 1] = start[i] + at - rowStart[i] + 1;
  }
  const cols = new Int32Array(start[size]);
  const l = new Float64Array(start[size]);
  for (let i = 0; i < size; i++)
    cols.set(column.subarray(rowStart[i], rowStart[i] + start[i + 1] - start[i]), start[i]);
  for (let raise = 0; ; raise = Math.max(2 * raise, 1e-3)) {
    for (let i = 0; i < size; i++) {
      const count = start[i + 1] - start[i];
      l.set(A.values.subarray(rowStart[i], rowStart[i] + count), start[i]);
      l[start[i + 1] - 1] *= 1 + raise;
    }
    if (factorInPlace(size, start, cols, l)) break;
  }
  return (r, out) => {
    for (let i = 0; i < size; i++) {
      const last = start[i + 1] - 1;
      let sum = r[i];
      for (let k = start[i]; k < last; k++) sum -= l[k] * out[cols[k]];
      out[i] = sum / l[last];
    }
    for (let i = size - 1; i >= 0; i--) {
      const last = start[i + 1] - 1;
      const value = out[i] / l[last];
      out[i] = value;
      for (let k = start[i]; k < last; k++) out[cols[k]] -= l[k] * value;
    }
  };
}

/** Row by row; each row ends with its diagonal. False where a pivot is not positive. */
function factorInPlace(size: number, start: Int32Array, cols: Int32Array, l: Float64Array): boolean {
  for (let i = 0; i < size; i++) {
    const last = start[i + 1] - 1;
    let pivot = l[last];
    for (let k = start[i]; k < last; k++) {
      const j = cols[k];
      // Σ over the columns that rows i and j share
      let sum = l[k];
      let a = start[i];
      let b = start[j];
      const end = start[j + 1] - 1;
      while (a < k && b < end) {
        if (cols[a] === cols[b]) sum -= l[a++] * l[b++];
        else if (cols[a] < cols[b]) a++;
        else b++;
      }
      l[k] = sum / l[end];
      pivot -= l[k] * l[k];
    }
    if (!(pivot > 1e-14 * l[last])) return false;
    l[last] = Math.sqrt(pivot);
  }
  return true;
}
