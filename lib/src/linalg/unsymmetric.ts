/** Large sparse matrices that are not symmetric: GMRES, preconditioned with the factor of the symmetric part. Made for
 *  stiffness and damping with a modest unsymmetric share (follower loads, gyroscopic forces, friction). A solve
 *  that does not reach the tolerance is a failure. */
import { InputError } from "../core/failure.js";
import type { Sparsity } from "../core/matrix.js";
import type { WithThreads } from "../core/threads.js";
import type { Factorization } from "./factorization.js";
import { gmres } from "./iterative/gmres.js";
import { settled } from "./iterative/settled.js";
import { multiply, transposed } from "./matrix.js";
import { sparseLDLT } from "./sparse/multifrontal.js";
import { samePattern } from "./sparsity.js";

const TOLERANCE = 1e-12;

/** `tolerance`: the residual that is left of b; Newton's iteration needs few digits. */
export function unsymmetric(
  pattern: Sparsity,
  { tolerance = TOLERANCE, threads }: WithThreads & { readonly tolerance?: number } = {},
): Factorization {
  const { pattern: flipped, source } = transposed(pattern);
  if (!samePattern(pattern, flipped)) {
    throw new InputError(
      "a large unsymmetric matrix needs a symmetric pattern: store a zero where only the mirrored entry is",
    );
  }
  const ldlt = sparseLDLT(pattern, { threads });
  const symmetric = new Float64Array(pattern.column.length);
  const A = { pattern, values: new Float64Array(pattern.column.length) };
  const solver = gmres(pattern.size, { tolerance, restart: 40, maxIterations: 400 });
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
      const iteration = solver.solve((y, image) => multiply(A, y, image), ldlt.solve, b, x);
      return settled(iteration, tolerance, b, x, out);
    },
  };
}
