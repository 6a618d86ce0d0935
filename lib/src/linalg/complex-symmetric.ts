/** Complex symmetric matrices A = R + iS (dynamic stiffness K − ω²M + iωC): LDLᵀ without pivoting, in which small pivots are
 *  replaced, and GMRES on the true matrix, preconditioned with that factor, to take the perturbation out again. Where R is
 *  positive definite, or A is so after a turn by some angle, no pivot is small and a solve is one step of refinement. */
import type { Failure } from "../core/failure.js";
import type { Sparsity } from "../core/matrix.js";
import type { Vec } from "../core/vec.js";
import { gmres } from "./iterative/gmres.js";
import { settled } from "./iterative/settled.js";
import { multiply, multiplyAdd } from "./matrix.js";
import { ACCEPTED, REFINEMENT, SMALLEST_PIVOT } from "./refined.js";
import { type ComplexLDLTOptions, complexLDLT } from "./sparse/complex-ldlt.js";

export interface ComplexFactorization {
  /** Doubles stored in the factor. */
  readonly fill: number;
  factor(real: Vec, imaginary: Vec): Failure | null;
  /** Overwrites the right-hand side with the solution; after a failure it is as it was. */
  solve(real: Vec, imaginary: Vec): Failure | null;
}

export function complexSymmetric(pattern: Sparsity, options: ComplexLDLTOptions = {}): ComplexFactorization {
  const { size } = pattern;
  const ldlt = complexLDLT(pattern, { smallestPivot: SMALLEST_PIVOT, ...options });
  const R = { pattern, values: new Float64Array(pattern.column.length) };
  const S = { pattern, values: new Float64Array(pattern.column.length) };
  // To GMRES a complex vector is a real one of twice the length: the real parts, then the imaginary ones.
  const solver = gmres(2 * size, REFINEMENT);
  const b = new Float64Array(2 * size);
  const x = new Float64Array(2 * size);
  const re = new Float64Array(size);
  const im = new Float64Array(size);
  const imageRe = new Float64Array(size);
  const imageIm = new Float64Array(size);
  const split = (v: Vec) => {
    for (let i = 0; i < size; i++) re[i] = v[i];
    for (let i = 0; i < size; i++) im[i] = v[size + i];
  };
  const join = (real: Vec, imaginary: Vec, out: Vec) => {
    out.set(real);
    out.set(imaginary, size);
  };
  const apply = (v: Vec, out: Vec) => {
    split(v);
    multiply(R, re, imageRe);
    multiplyAdd(S, im, -1, imageRe);
    multiply(S, re, imageIm);
    multiplyAdd(R, im, 1, imageIm);
    join(imageRe, imageIm, out);
  };
  const precondition = (v: Vec, out: Vec) => {
    split(v);
    ldlt.solve(re, im);
    join(re, im, out);
  };

  return {
    fill: ldlt.fill,
    factor(real, imaginary) {
      R.values.set(real);
      S.values.set(imaginary);
      return ldlt.factor(real, imaginary);
    },
    solve(real, imaginary) {
      join(real, imaginary, b);
      precondition(b, x);
      const failure = settled(solver.solve(apply, precondition, b, x), ACCEPTED, b, x, x);
      if (failure !== null) return failure;
      split(x);
      real.set(re);
      imaginary.set(im);
      return null;
    },
  };
}
