/** Coupled stages in steps that are short: the equations F = M A + G(Q(A)) = 0 are solved with M in the place of F′,
 *
 *      A ← A − M⁻¹ F(A) = −M⁻¹ G(Q(A)),
 *
 *  the fixed-point iteration. It contracts by about h² ω²/12 for the highest frequency ω (Gauss, two stages), and needs no tangent but one for the rounding of the place, no factor and
 *  no solve. Whether it contracts fast enough is measured in every step; what does not is left to Newton's iteration, from the start.
 *
 *  A solution is what linalg/nonlinear.ts takes for one: every equation holds, at the iterate, to the rounding of its terms at the iterate, or within four times the bound on all rounding
 *  errors there; and what the last correction leaves is less than could add up over many steps. */
import type { Vec } from "../../core/vec.js";
import { BIAS, NOISY } from "../../linalg/newton-convergence.js";
import { UNDERFLOW } from "../../linalg/nonlinear.js";

/** An iteration must leave no more than this: ten evaluations then, where a factor asks for three or four, and for solves. */
export const QUICK = 0.02;
/** Above so many units of ε S nothing is taken for rounding before the end. */
export const NOISE_AT_MOST = 1024;
export const MOST_ITERATIONS = 16;

export interface ShortStepEquations {
  /** A ← A − M⁻¹ F; `near`: with what the rounding of the place makes of F. Into `found`: the largest |F_i|/S_i, and ‖M⁻¹ F‖². */
  correct(A: Vec, near: boolean, found: Vec): void;
  /** Is every F_i at the place moved to last within what is accepted of rounding errors there? */
  isRounding(): boolean;
}

const [WORST, SQUARE] = [0, 1];

/** The iteration: is A, from the value it has, a solution now? Otherwise it is worth nothing. `tolerance`: what of its terms an equation may be off by; 0 for rounding alone. */
export function inertiaIteration(
  { correct, isRounding }: ShortStepEquations,
  work: { iterations: number },
  tolerance: number,
): (A: Vec) => boolean {
  const goal = tolerance / Number.EPSILON;
  const found = new Float64Array(2);
  return (A) => {
    let ratio = 0;
    let square = Number.POSITIVE_INFINITY;
    // What an iteration leaves, the mean of the last two, since stages that are coupled take turns; and what is left that is not rounding.
    let last = 1;
    let rate = 1;
    let bias = 0;
    for (let count = 0; count < MOST_ITERATIONS; count++) {
      // The last one, by what is foreseen: of what the others round, this one leaves no more than of all else.
      const near = count > 0 && bias * rate * rate <= BIAS;
      correct(A, near, found);
      work.iterations++;
      const before = ratio;
      ratio = found[WORST] / Number.EPSILON;
      const contracts = found[SQUARE] <= QUICK * QUICK * square;
      square = found[SQUARE];
      if (!(square < Number.POSITIVE_INFINITY)) return false;
      if (goal > 0 && ratio <= goal) return true;
      if (count === 0) bias = ratio;
      else if (contracts || ratio <= NOISE_AT_MOST) {
        if (contracts && before > NOISY) {
          const now = Math.max(1, ratio) / before;
          const mean = Math.sqrt(now * last);
          // Below the noise it is no less than it was before, and no more than what is seen.
          rate = ratio > NOISY ? mean : Math.min(rate, mean);
          last = Math.min(1, now);
        }
        bias = ratio > NOISY && contracts ? ratio : Math.min(bias * rate, Math.max(1, ratio));
      } else return false;
      if (near && bias * rate <= BIAS) return ratio <= NOISY || isRounding();
    }
    return false;
  };
}

/** Of one stage, whose entries begin at `first`: F = M a + g + extra into r, and a ← a − M⁻¹ F. What is found is added to what was found of other stages. M is diagonal. */
export function correctStage(
  A: Vec,
  diagonal: Vec,
  inverse: Vec,
  force: Vec,
  extra: Vec,
  first: number,
  cancelling: number,
  r: Vec,
  found: Vec,
): void {
  const least = cancelling + UNDERFLOW;
  let worst = found[WORST];
  let square = found[SQUARE];
  for (let k = 0, e = first; k < force.length; k++, e++) {
    const a = A[e];
    const g = force[k];
    const momentum = diagonal[k] * a;
    const left = momentum + g + extra[k];
    const entry = Math.abs(left);
    const size = Math.abs(momentum) + Math.abs(g) + least;
    if (entry > worst * size) worst = entry / size;
    const d = left * inverse[k];
    square += d * d;
    r[e] = left;
    A[e] = a - d;
  }
  found[WORST] = worst;
  found[SQUARE] = square;
}
