/** Symmetric matrices that are mildly indefinite: LDLᵀ in which small pivots are replaced (static pivoting), so that nothing
 *  breaks down, and GMRES on the true matrix, preconditioned with that factor, to take the perturbation out again. With no
 *  pivot replaced a solve is one step of refinement. A solve that stays above the tolerance is a failure. */
import type { Sparsity } from "../core/matrix.js";
import type { Factorization } from "./factorization.js";
import { gmres } from "./iterative/gmres.js";
import { settled } from "./iterative/settled.js";
import { multiply } from "./matrix.js";
import { type MultifrontalOptions, sparseLDLT } from "./sparse/multifrontal.js";

/** √ε: as far above rounding as below the entries. */
export const SMALLEST_PIVOT = 1.5e-8;
/** How GMRES is asked to refine. */
export const REFINEMENT = { tolerance: 1e-13, restart: 30, maxIterations: 120 };
/** Large solutions of ill-conditioned systems end at their own rounding, above the tolerance. */
export const ACCEPTED = 1e-9;

export function refinedLDLT(pattern: Sparsity, options: MultifrontalOptions = {}): Factorization {
  const ldlt = sparseLDLT(pattern, { smallestPivot: SMALLEST_PIVOT, ...options });
  const A = { pattern, values: new Float64Array(pattern.column.length) };
  const solver = gmres(pattern.size, REFINEMENT);
  const x = new Float64Array(pattern.size);
  return {
    fill: ldlt.fill,
    factor(values) {
      A.values.set(values);
      return ldlt.factor(values);
    },
    solve(b, out) {
      ldlt.solve(b, x);
      const iteration = solver.solve((y, image) => multiply(A, y, image), ldlt.solve, b, x);
      return settled(iteration, ACCEPTED, b, x, out);
    },
  };
}
