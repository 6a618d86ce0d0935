/** Newton's iteration for the equations of an implicit step.
 *
 *  The tangent is factored at the start and kept while the residual falls fast; when it does not, it is renewed, and when
 *  even the true Newton direction makes the residual grow, the step along it is halved (line search). The iteration ends at
 *  the round-off of the state, not at a tolerance somebody chose: when the error left in x moves the state by less than
 *  its own rounding, or when the residual is no larger than the rounding of its terms. */
import type { Failure } from "../core/failure.js";
import type { Work } from "../core/method.js";
import type { Vec } from "../core/vec.js";

/** What is measured at the place moved to last: the largest entry of the residual (NaN where it is not finite), and the
 *  change of x that disappears in the rounding of the state. */
export const SIZE = 0;
export const ALLOWANCE = 1;

export interface Equation {
  /** SIZE and ALLOWANCE. An array, because a number that is returned by a function the compiler does not inline is allocated,
   *  and in a small system that costs more than the arithmetic. */
  readonly measures: Vec;
  /** Moves to x, puts the residual there into r and measures it. */
  residual(x: Vec, r: Vec): void;
  /** Factors the tangent at the place moved to last. */
  renewTangent(): Failure | null;
  /** d = tangent⁻¹ r. */
  solve(r: Vec, d: Vec): Failure | null;
  /** The rounding of the residual's terms at the place moved to last. */
  floor(): number;
  /** Called when the residual cannot be computed at the very start. */
  notFinite(): Failure;
  /** Called when nothing helps. */
  stuck(r: Vec, size: number, iterations: number): Failure;
}

const MAX_ITERATIONS = 60;
/** A kept factor must shrink the residual at least this much an iteration, or the tangent is renewed. */
const FAST = 0.1;
/** A kept factor is also good enough if it is not much worse than new ones have been, where these were not fast either: some
 *  tangents leave a part of the derivative out, and renewing them does not help. */
const WORSE = 1.5;
const SLOWEST = 0.5;
const SHORTEST_STEP = 2 ** -12;
/** Rounding errors of a state come from a few operations. */
const NEGLIGIBLE = 8;

export function newton(unknowns: number, equation: Equation, work: Work): (x: Vec) => Failure | null {
  const r = new Float64Array(unknowns);
  const d = new Float64Array(unknowns);
  const { measures } = equation;

  /** Halves the step back along d until the residual falls below `last`; false if it never does. */
  const backtrack = (x: Vec, last: number): boolean => {
    for (let length = 0.5; length >= SHORTEST_STEP; length /= 2) {
      for (let i = 0; i < unknowns; i++) x[i] += length * d[i];
      equation.residual(x, r);
      if (measures[SIZE] < last) return true;
    }
    return false;
  };

  return (x) => {
    equation.residual(x, r);
    if (Number.isNaN(measures[SIZE])) return equation.notFinite();
    let failure = equation.renewTangent();
    let kept = false; // does the factor belong to an earlier iterate?
    let previous = 0; // size of the correction before; 0 while the rate of convergence is unknown
    let fresh = 0; // what the last new tangent left of the residual
    let enough = FAST; // what a factor may leave of the residual and is kept
    for (let iteration = 1; iteration <= MAX_ITERATIONS; iteration++) {
      if (failure !== null) return failure;
      work.iterations++;
      failure = equation.solve(r, d);
      if (failure !== null) return failure;
      let correction = 0;
      for (let i = 0; i < unknowns; i++) {
        x[i] -= d[i];
        correction = Math.max(correction, Math.abs(d[i]));
      }
      // Converging at the rate ρ, the iterate is now off by about ρ/(1 − ρ) of the last correction.
      const rate = previous > 0 ? correction / previous : 1;
      const error = rate < 0.5 ? (correction * rate) / (1 - rate) : correction;
      if (error <= measures[ALLOWANCE]) return null;

      const last = measures[SIZE];
      equation.residual(x, r);
      const left = measures[SIZE] / last;
      if (!kept) {
        enough = Math.max(FAST, Math.min(SLOWEST, fresh > FAST ? WORSE * left : 0));
        fresh = left;
      }
      if (left <= enough) {
        kept = true;
        previous = correction;
        continue;
      }
      if (correction <= NEGLIGIBLE * measures[ALLOWANCE]) return null;
      // A residual that was all rounding before the correction may be a little larger after it. What can be had without
      // another evaluation is taken along: the floor is an estimate from above.
      if (Math.min(last, measures[SIZE]) <= equation.floor()) {
        failure = equation.solve(r, d);
        if (failure === null) for (let i = 0; i < unknowns; i++) x[i] -= d[i];
        return failure;
      }
      if (!(measures[SIZE] < last)) {
        if (kept) {
          // The direction came from an old factor: go back and take the true one.
          for (let i = 0; i < unknowns; i++) x[i] += d[i];
          equation.residual(x, r);
        } else if (!backtrack(x, last)) return equation.stuck(r, last, iteration);
      }
      failure = equation.renewTangent();
      kept = false;
      previous = 0;
    }
    return equation.stuck(r, measures[SIZE], MAX_ITERATIONS);
  };
}
