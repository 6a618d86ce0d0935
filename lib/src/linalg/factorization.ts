/** A = its factors: symbolic analysis once a pattern, numbers once a matrix, solves as often as wanted.
 *
 *  `analyze` chooses: written-out elimination for one to three unknowns, where a call costs nanoseconds; for symmetric matrices LDLᵀ within
 *  the envelope where that is narrow or the matrix small, and by fronts elsewhere; for others LU with partial pivoting, within their band
 *  where they have one, and GMRES with the factor of the symmetric part for large ones. Symmetric matrices that are small or full
 *  are first taken for positive definite, and pivoted where they are not. */
import type { Failure } from "../core/failure.js";
import type { Sparsity } from "../core/matrix.js";
import { specialises } from "../core/specialise.js";
import type { WithThreads } from "../core/threads.js";
import type { Vec } from "../core/vec.js";
import { bandLU, bandOf } from "./band-lu.js";
import { checkSymmetric } from "./check-symmetric.js";
import { denseLU } from "./dense-lu.js";
import { envelopeLDLT, envelopeOf } from "./envelope.js";
import { oneUnknown, threeUnknowns, twoUnknowns } from "./few-unknowns.js";
import { isSymmetricPattern } from "./matrix.js";
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
/** Entries a row on average up to which an envelope is factored sooner than fronts: measured on grids of 100 to 16,000 unknowns, where
 *  it is as quick at 14. */
const WIDEST = 12;
/** Multiplications a row up to which a band is factored rather than iterated with. */
const WIDEST_BAND = 512;

/** With `checkSymmetric`, `factor` throws an InputError for values that are not finite or not symmetric: for symmetric matrices that
 *  come from outside. */
export function analyze(
  pattern: Sparsity,
  symmetric: boolean,
  { checkSymmetric: refuses = false, threads }: WithThreads & { readonly checkSymmetric?: boolean } = {},
): Factorization {
  const factorization = chosen(pattern, symmetric, { threads });
  if (!(refuses && symmetric)) return factorization;
  return {
    ...factorization,
    factor(values) {
      checkSymmetric({ pattern, values });
      return factorization.factor(values);
    },
  };
}

function chosen(pattern: Sparsity, symmetric: boolean, helped: WithThreads): Factorization {
  checkPattern(pattern);
  const { size, column } = pattern;
  if (size <= FEW.length && specialises()) return FEW[size - 1](pattern);
  const small = size < DENSE_BELOW || column.length > (size * size) / 2;
  return symmetric ? ofSymmetric(pattern, small, helped) : ofUnsymmetric(pattern, small, helped);
}

function ofSymmetric(pattern: Sparsity, small: boolean, helped: WithThreads): Factorization {
  const { size } = pattern;
  const envelope = isSymmetricPattern(pattern) ? envelopeOf(pattern, small ? size : WIDEST) : null;
  if (envelope !== null && specialises()) {
    return small ? positiveFirst(envelopeLDLT(envelope, { positive: true }), denseLU(pattern)) : envelopeLDLT(envelope);
  }
  return small ? denseLU(pattern) : sparseLDLT(pattern, helped);
}

function ofUnsymmetric(pattern: Sparsity, small: boolean, helped: WithThreads): Factorization {
  const { size } = pattern;
  const dense = small || size <= DENSE_UNSYMMETRIC;
  const band = bandOf(pattern, dense ? (size * size) / 6 : WIDEST_BAND);
  if (band !== null && specialises()) return bandLU(band);
  return dense ? denseLU(pattern) : unsymmetric(pattern, helped);
}

/** `general` takes over where a matrix is not positive definite. */
function positiveFirst(positive: Factorization, general: Factorization): Factorization {
  let current = positive;
  return {
    get fill() {
      return current.fill;
    },
    factor(values) {
      current = positive;
      if (positive.factor(values) === null) return null;
      current = general;
      return general.factor(values);
    },
    solve: (b, out) => current.solve(b, out),
  };
}
