/** A = its factors: symbolic analysis once a pattern, numbers once a matrix, solves as often as wanted.
 *
 *  `analyze` chooses: written-out elimination for one to three unknowns, where a call costs nanoseconds; dense LU with
 *  partial pivoting for small, full and unsymmetric matrices; sparse LDLᵀ for symmetric ones; GMRES with the factor of the
 *  symmetric part for large unsymmetric ones. */
import type { Failure } from "../core/failure.js";
import type { Sparsity } from "../core/matrix.js";
import { specialises } from "../core/specialise.js";
import type { Vec } from "../core/vec.js";
import { checkSymmetric } from "./check-symmetric.js";
import { denseLU } from "./dense-lu.js";
import { oneUnknown, threeUnknowns, twoUnknowns } from "./few-unknowns.js";
import { sparseLDLT } from "./sparse/multifrontal.js";
import { checkPattern } from "./sparsity.js";
import { unsymmetric } from "./unsymmetric.js";

export interface Factorization {
  /** Factors the matrix with these values on the analysed pattern. After a failure there is nothing to solve with. */
  factor(values: Vec): Failure | null;
  /** out = A⁻¹ b; may alias b. Direct solves always succeed; iterations may not, and then leave `out` alone. */
  solve(b: Vec, out: Vec): Failure | null;
  /** Numbers stored in the factors. */
  readonly fill: number;
}

const FEW = [oneUnknown, twoUnknowns, threeUnknowns];
/** Below this many unknowns a dense factorisation is quicker than any sparse one. */
const DENSE_BELOW = 16;
/** Dense LU of an unsymmetric sparse matrix takes seconds here, and grows with the cube. */
const DENSE_UNSYMMETRIC = 2000;

/** With `checkSymmetric`, `factor` throws an InputError for values that are not finite or not symmetric: for symmetric matrices that
 *  come from outside. */
export function analyze(
  pattern: Sparsity,
  symmetric: boolean,
  { checkSymmetric: refuses = false } = {},
): Factorization {
  const factorization = chosen(pattern, symmetric);
  if (!(refuses && symmetric)) return factorization;
  return {
    ...factorization,
    factor(values) {
      checkSymmetric({ pattern, values });
      return factorization.factor(values);
    },
  };
}

function chosen(pattern: Sparsity, symmetric: boolean): Factorization {
  checkPattern(pattern);
  const { size, column } = pattern;
  if (size <= FEW.length && specialises()) return FEW[size - 1](pattern);
  if (size < DENSE_BELOW || column.length > (size * size) / 2) return denseLU(pattern);
  if (symmetric) return sparseLDLT(pattern);
  if (size > DENSE_UNSYMMETRIC) return unsymmetric(pattern);
  return denseLU(pattern);
}
