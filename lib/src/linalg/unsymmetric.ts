/** Large sparse matrices that are not symmetric: GMRES, preconditioned with the factor of the symmetric part. Made for
 *  stiffness and damping with a modest unsymmetric share (follower loads, gyroscopic forces, friction). Solutions that do not
 *  reach a residual of 1e-12 come back as NaN, which every caller checks for. */
import { InputError } from "../core/failure.js";
import type { Sparsity } from "../core/matrix.js";
import type { Factorization } from "./factorization.js";
import { gmres } from "./iterative/gmres.js";
import { multiply, transposed } from "./matrix.js";
import { sparseLDLT } from "./sparse/multifrontal.js";
import { samePattern } from "./sparsity.js";

export function unsymmetric(pattern: Sparsity): Factorization {
  const { pattern: flipped, source } = transposed(pattern);
  if (!samePattern(pattern, flipped)) {
    throw new InputError(
      "a large unsymmetric matrix needs a symmetric pattern: store a zero where only the mirrored entry is",
    );
  }
  const ldlt = sparseLDLT(pattern);
  const symmetric = new Float64Array(pattern.column.length);
  const A = { pattern, values: new Float64Array(pattern.column.length) };
  const solver = gmres(pattern.size, { tolerance: 1e-12, restart: 40, maxIterations: 400 });
  const x = new Float64Array(pattern.size);
  return {
    fill: ldlt.fill,
    factor(values) {
      A.values.set(values);
      for (let k = 0; k < values.length; k++) symmetric[k] = (values[k] + values[source[k]]) / 2;
      return ldlt.factor(symmetric);
    },
    solve(b, out) {
      x.fill(0);
      const { outcome } = solver.solve((y, image) => multiply(A, y, image), ldlt.solve, b, x);
      if (outcome === "converged") out.set(x);
      else out.fill(Number.NaN);
    },
  };
}
