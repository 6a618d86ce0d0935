/** Solves with a large mass matrix that is not diagonal. The consistent mass of elements is so well conditioned that some
 *  thirty conjugate gradients reach rounding, without the time and the memory of a factor, which would be as large as that
 *  of the stiffness. */
import type { Matrix } from "../core/matrix.js";
import { startingVector } from "../core/random.js";
import type { Vec } from "../core/vec.js";
import { blockJacobi } from "./iterative/block-jacobi.js";
import { conjugateGradients } from "./iterative/conjugate-gradients.js";
import { multiply } from "./matrix.js";
import { comesInTriples } from "./triples.js";
import { firstNotFinite } from "./vec.js";

/** Below what a factor leaves of the right-hand side. */
const TOLERANCE = 1e-15;
/** What rounding may keep of it. */
const ACCEPTED = 1e-13;
const MOST_ITERATIONS = 150;

/** out = M⁻¹ p; false where the iteration does not get there. */
export type MassIteration = (p: Vec, out: Vec) => boolean;

/** null where it does not get there from a random vector either. Conjugate gradients that converge from one have met every
 *  eigenvalue that counts: were one of them negative, they would have said so. */
export function massIteration(M: Matrix): MassIteration | null {
  const { pattern, values } = M;
  const jacobi = blockJacobi(pattern, comesInTriples(pattern) ? 3 : 1);
  if (jacobi.factor(values) !== null) return null;
  const solver = conjugateGradients(pattern.size, { tolerance: TOLERANCE, maxIterations: MOST_ITERATIONS });
  const x = new Float64Array(pattern.size);
  const apply = (y: Vec, image: Vec) => multiply(M, y, image);
  const solve: MassIteration = (p, out) => {
    x.fill(0);
    const { outcome, residual } = solver.solve(apply, jacobi.solve, p, x);
    if (outcome === "not-finite" && firstNotFinite(p) >= 0) out.fill(Number.NaN);
    else if (outcome === "indefinite" || !(residual <= ACCEPTED)) return false;
    else out.set(x);
    return true;
  };
  const trial = startingVector(pattern.size);
  return solve(trial, trial) ? solve : null;
}
