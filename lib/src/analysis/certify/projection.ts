/** The nearest state that satisfies constraints g(q) = 0, G(q) v = 0, in the norm of the mass: Newton's iteration with q − M⁻¹Gᵀλ, then
 *  v − M⁻¹Gᵀμ. The matrix G M⁻¹Gᵀ is full; a constraint that says what others say already is left out by its pivot. */
import type { System } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";

/** From where a difference goes, Newton's iteration is at rounding after so many. */
const ITERATIONS = 8;

/** Null without constraints. */
export function projection({ dof: n, mass, constraints }: System): ((z: Vec) => void) | null {
  if (constraints === undefined) return null;
  const { count: m, rowStart, column } = constraints;
  const [g, J] = [new Float64Array(m), new Float64Array(column.length)];
  const row = new Float64Array(n);
  /** Rows of M⁻¹Gᵀ, one a constraint. */
  const directions = Array.from({ length: m }, () => new Float64Array(n));
  const A = new Float64Array(m * m);

  const prepare = (q: Vec) => {
    constraints.jacobian(q, J);
    for (let c = 0; c < m; c++) {
      row.fill(0);
      for (let k = rowStart[c]; k < rowStart[c + 1]; k++) row[column[k]] += J[k];
      mass.solve(row, directions[c]);
    }
    for (let c = 0; c < m; c++) {
      for (let d = 0; d < m; d++) {
        let sum = 0;
        for (let k = rowStart[c]; k < rowStart[c + 1]; k++) sum += J[k] * directions[d][column[k]];
        A[c * m + d] = sum;
      }
    }
  };
  const remove = (rest: Vec, from: Vec) => {
    const lambda = solved(A, rest);
    for (let c = 0; c < m; c++) for (let i = 0; i < n; i++) from[i] -= lambda[c] * directions[c][i];
  };
  return (z) => {
    const [q, v] = [z.subarray(0, n), z.subarray(n)];
    for (let k = 0; k < ITERATIONS; k++) {
      constraints.values(q, g);
      prepare(q);
      remove(g, q);
    }
    prepare(q);
    // Twice: the second time removes what rounding left.
    for (let k = 0; k < 2; k++) {
      for (let c = 0; c < m; c++) {
        g[c] = 0;
        for (let j = rowStart[c]; j < rowStart[c + 1]; j++) g[c] += J[j] * v[column[j]];
      }
      remove(g, v);
    }
  };
}

/** A x = b for a symmetric, positive semidefinite A: elimination without pivoting, rows that vanish left out. */
function solved(A: Vec, b: Vec): Vec {
  const m = b.length;
  const [U, x] = [A.slice(), b.slice()];
  const used = new Uint8Array(m);
  for (let k = 0; k < m; k++) {
    if (!(U[k * m + k] > 1e-12 * A[k * m + k])) continue;
    used[k] = 1;
    for (let i = k + 1; i < m; i++) {
      const factor = U[i * m + k] / U[k * m + k];
      for (let j = k; j < m; j++) U[i * m + j] -= factor * U[k * m + j];
      x[i] -= factor * x[k];
    }
  }
  for (let k = m - 1; k >= 0; k--) {
    if (used[k] === 0) {
      x[k] = 0;
      continue;
    }
    for (let j = k + 1; j < m; j++) x[k] -= U[k * m + j] * x[j];
    x[k] /= U[k * m + k];
  }
  return x;
}
