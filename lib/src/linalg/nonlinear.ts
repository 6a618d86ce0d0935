/** Nonlinear equations F(x) = 0: Newton's iteration, globalised.                        [deuflhard2011, sections 2.1, 3.3]
 *
 *      F′(x_k) d = F(x_k),    x_{k+1} = x_k − λ d,    0 < λ ≤ 1
 *
 *  When is x a solution? When F vanishes **at x** to the rounding of its own terms **at x**, equation by equation: |F_i| ≤ ε S_i, S_i
 *  the sum of the sizes of the terms. Where they cancel inside a term, or where the rounding of x itself is felt, that is out of
 *  reach; then the iteration runs until it no longer improves, and what it has come to is compared with the full bound that
 *  the equations give. Nothing else is accepted: not a correction that is small because the tangent is large, and no
 *  tolerance that somebody chose, unless one is asked for.
 *
 *  The factor of F′ is kept while it contracts fast. A step is accepted if it contracts in the *natural* norm ‖F′(x_k)⁻¹F‖,
 *  which is a distance to the solution and not a force: the residual would let a single steep term decide, and a step over the
 *  edge of a wall (a repulsion r⁻¹³) sees that wall at once. Where it does not contract, λ is shortened by what the failed
 *  step told about the curvature. Where nothing contracts, the iteration starts again from x = 0, and then follows the solution
 *  from a step of length 0, which is explicit, to the full one (continuation.ts). What is then still unsolved fails, and says how
 *  long a step could be solved. */
import type { Failure, Term } from "../core/failure.js";
import type { Vec } from "../core/vec.js";
import { continuation } from "./continuation.js";
import {
  convergence,
  enterFactor,
  enterResidual,
  foreseen,
  isIdle,
  isLast,
  isSlow,
  isSolved,
  NOISY,
  restart,
} from "./newton-convergence.js";
import { axpy, copy, norm2 } from "./vec.js";

export interface Equations {
  readonly unknowns: number;
  /** Moves to x. Into r: F(x); into size: S(x). */
  residual(x: Vec, r: Vec, size: Vec): void;
  /** Adds to r what `residual` has left out at the place moved to last since it is of the order of rounding, a few ε S: asked for where the residual is near that. */
  refine?(r: Vec): void;
  /** Into `out`: a bound on what rounding leaves in every entry of F at the place moved to last, the rounding of the place included; no less than 2 ε S. Asked for
   *  only where an iteration has come to rest above ε S. */
  rounding(out: Vec): void;
  /** Factors F′ at the place moved to last. */
  factor(): Failure | null;
  /** d = F′⁻¹ r. */
  solve(r: Vec, d: Vec): Failure | null;
  /** Does a factor cost no more than some residuals? */
  readonly cheapFactor?: boolean;
  /** Asked before a solution is accepted, where terms cancel so that a residual may vanish by chance or within a bound that is wide beyond measure: is F known at
   *  the place moved to last, which is the solution but for rounding? Null: it is; otherwise what is not known of it. `bound` is what `rounding` has
   *  given there, null where that was not asked for. */
  doubt?(bound: Vec | null): Doubt | null;
  /** Why F is not a number at the place moved to last. */
  notFinite(): Failure;
  /** What equation i is about, should it be the one that is not solved. */
  dominantTerm(i: number): DominantTerm;
  /** Takes the equations of a step of the length s h, s ≤ 1, in their place until told otherwise; for s = 0 these are linear, or solved by
   *  x = 0. Absent where there is no such thing. */
  shorten?(s: number): void;
  /** May s become negative on the way? Loads may, steps may not. */
  readonly reverses?: boolean;
}

/** A work that rounding leaves open, and what is accepted of it. */
export interface Doubt {
  readonly work: number;
  readonly accepted: number;
}

/** The degree of freedom of an equation, and the largest of its terms. */
export interface DominantTerm {
  readonly dof: number;
  readonly term: Term;
}

export interface NonlinearSolver {
  /** Solves, starting from the x it is given. After a failure x is worth nothing. */
  solve(x: Vec): Failure | null;
}

/** Below so many units what is of the order of rounding is felt in a residual, and above it nothing is accepted as rounding of the terms. */
const NEAR = 64;
/** Of the bound on rounding errors, this much is accepted: it adds up first-order terms, and the last place is only halfway known. */
const ACCEPTED = 4;
const MOST_ITERATIONS = 120;
const SHORTEST = 2 ** -30;
/** Parts of a step that are hardly shorter: by more than continuation tells apart, and by more than where iterations with a part of the derivative end before a turn. */
const NEARLY = [1 - 2 ** -20, 1 - 2 ** -8];
/** Terms below this have lost digits to underflow, and count as this. */
export const UNDERFLOW = 2 ** -970;

/** What a step along the correction has led to: a solution; a place to go on from with the same factor, or with a new one; none, since nothing
 *  contracts; or a linear system that cannot be solved. */
type Outcome = "solved" | "same-factor" | "new-factor" | "stuck" | "failed";

/** `undamped`: so many iterations are first made with λ = 1, whether they contract or not. A slender structure bends by way of places where
 *  it is stretched beyond measure, which only the next step takes back; damped, it would creep. */
export function nonlinearSolver(
  equations: Equations,
  work: { iterations: number },
  tolerance = 0,
  undamped = 0,
): NonlinearSolver {
  const { unknowns: n, cheapFactor = false } = equations;
  const [r, size, before, bound, start] = Array.from({ length: 5 }, () => new Float64Array(n));
  let d = new Float64Array(n);
  let tried = new Float64Array(n); // what d would be at the place tried
  const at = convergence();
  /** ‖d‖ of the correction that is due, and λ. */
  const due = { length: 0, lambda: 1 };
  const trial = { length: 0, ratio: 0 };
  let failed: Failure | null = null;
  /** ε S is the unit of residuals: this many are accepted. */
  const goal = Math.max(1, tolerance / Number.EPSILON);

  /** Moves to x: the largest residual there, in units of ε S; NaN where F is not a number. */
  const look = (x: Vec): number => {
    equations.residual(x, r, size);
    const ratio = residualRatio(r, size);
    if (equations.refine === undefined || !(ratio <= NEAR)) return ratio;
    equations.refine(r);
    return residualRatio(r, size);
  };
  /** Back to where the last correction was found. */
  const goBack = (x: Vec): number => {
    copy(before, x);
    return look(x);
  };
  /** Equation i in parts of what is accepted of it. A bound that overflows bounds nothing. */
  const excess = (i: number): number =>
    bound[i] < Number.POSITIVE_INFINITY
      ? Math.abs(r[i]) / (ACCEPTED * bound[i] + Number.EPSILON * UNDERFLOW)
      : Number.POSITIVE_INFINITY;
  const stagnation = (iterations: number): Failure => {
    equations.rounding(bound);
    let worst = 0;
    for (let i = 1; i < n; i++) if (excess(i) > excess(worst)) worst = i;
    const doubt = excess(worst) <= 1 ? (equations.doubt?.(bound) ?? null) : null;
    const term = equations.dominantTerm(worst);
    return doubt === null
      ? unsolved(r[worst], ACCEPTED * bound[worst], iterations, term)
      : { ...unsolved(doubt.work, doubt.accepted, iterations, term), judged: "work" };
  };
  /** Is the residual at the place moved to last, of which the largest entry is known, no more than rounding? */
  const isRounding = (ratio: number): boolean => {
    if (ratio <= 2 * ACCEPTED) return true;
    equations.rounding(bound);
    if (!areWithin(r, bound)) return false;
    return (equations.doubt?.(bound) ?? null) === null;
  };
  /** The correction at the place moved to last, with the tangent there. */
  const correction = (): Failure | null => {
    const failure = equations.factor() ?? equations.solve(r, d);
    due.length = norm2(d);
    enterFactor(at);
    return failure;
  };
  /** At x, which is x − λ d: how long the correction there would be with the same factor. */
  const attempt = (x: Vec): Failure | null => {
    trial.length = trial.ratio = Number.POSITIVE_INFINITY;
    const ratio = look(x);
    if (Number.isNaN(ratio)) return null;
    const failure = equations.solve(r, tried);
    trial.length = norm2(tried);
    trial.ratio = ratio;
    return failure;
  };
  /** With the correction that belongs to the place. */
  const accepted = (x: Vec): Outcome => {
    axpy(-1, tried, x);
    work.iterations++;
    return "solved";
  };
  /** The correction found at the place tried is due next, with the same factor. */
  const keepFactor = (): Outcome => {
    const taken = d;
    d = tried;
    tried = taken;
    due.length = trial.length;
    at.kept = true;
    return "same-factor";
  };
  /** Along the correction, by as much of it as contracts. */
  const step = (x: Vec, damped: boolean): Outcome => {
    departAlong(due.lambda, d, x, before);
    for (;;) {
      failed = attempt(x);
      if (failed !== null) return "failed";
      const isPlace = trial.length < Number.POSITIVE_INFINITY;
      // Rounding, or within a bound on it that is wide, and then on the way to less.
      const isNear = () => trial.ratio <= NOISY || (trial.length <= due.length / 2 && isRounding(trial.ratio));
      if (at.due > 0 && isPlace && isNear()) return isLast(at, trial.ratio) ? accepted(x) : keepFactor();
      at.due = 0;
      if (trial.length <= (1 - due.lambda / 4) * due.length) return contracted(x);
      if (due.lambda === 1 && (trial.ratio <= goal || (isPlace && isRounding(trial.ratio))))
        return trial.length <= due.length && trial.ratio <= NOISY ? accepted(x) : "solved";
      if (at.kept) {
        // The direction came from an old factor: take the true one.
        goBack(x);
        return "new-factor";
      }
      if (!damped) {
        at.ratio = at.bias = trial.ratio;
        return isPlace ? "new-factor" : "stuck";
      }
      const next = shorter(due.lambda, due.length, trial.length, d, tried);
      if (due.lambda === 1 || !(next >= SHORTEST)) {
        // Was the place that it came from as good as places are?
        if (isRounding(goBack(x))) return "solved";
      }
      if (!(next >= SHORTEST)) return "stuck";
      due.lambda = next;
      moveAlong(before, due.lambda, d, x);
    }
  };
  /** After a step that contracts. */
  const contracted = (x: Vec): Outcome => {
    const { ratio } = trial;
    const contraction = trial.length / due.length;
    const slow = isSlow(at, ratio);
    enterResidual(at, ratio, contraction);
    if (due.lambda === 1) {
      if (isIdle(at) && isRounding(ratio)) return accepted(x);
      const end = tolerance > 0 ? null : foreseen(at, cheapFactor);
      if (end === "new-factor") return end;
      if (end === "same-factor" || contraction <= at.enough) return keepFactor();
      // All rounding, which no new factor would make less.
      if (ratio <= goal || (slow && isRounding(ratio))) return accepted(x);
    }
    due.lambda = Math.min(1, 4 * due.lambda);
    return "new-factor";
  };

  const iterate = (x: Vec, most = MOST_ITERATIONS, damped = true): Failure | null => {
    const iterationsBefore = work.iterations;
    const failure = iterateUntilRounding(x, most, damped);
    const doubt = failure === null ? (equations.doubt?.(null) ?? null) : null;
    if (doubt === null) return failure;
    const about = equations.dominantTerm(0);
    return { ...unsolved(doubt.work, doubt.accepted, work.iterations - iterationsBefore, about), judged: "work" };
  };
  const iterateUntilRounding = (x: Vec, most: number, damped: boolean): Failure | null => {
    restart(at, look(x));
    if (Number.isNaN(at.ratio)) return equations.notFinite();
    let failure = correction();
    due.lambda = 1;
    for (let iteration = 1; iteration <= most; iteration++) {
      // A tangent that becomes singular on the way is where the iteration is caught.
      if (failure !== null) return failure.kind === "singular" && iteration > 1 ? stagnation(iteration) : failure;
      work.iterations++;
      if (isSolved(at, goal, tolerance)) {
        axpy(-1, d, x); // what d still knows is taken along
        return null;
      }
      if (!(due.length < Number.POSITIVE_INFINITY)) return stagnation(iteration);
      const outcome = step(x, damped);
      if (outcome === "solved") return null;
      if (outcome === "failed") return failed;
      if (outcome === "stuck") return stagnation(iteration);
      if (outcome === "new-factor") failure = correction();
    }
    return stagnation(most);
  };

  return {
    solve(x) {
      const fromZero = isZero(x);
      if (undamped > 0) {
        copy(x, start);
        if (iterate(x, undamped, false) === null) return null;
        copy(start, x);
      }
      const failure = iterate(x);
      // Where a minimum is sought, another start would only find another minimum.
      if (failure === null || failure.kind === "not-convex") return failure;
      x.fill(0);
      if (!fromZero && iterate(x) === null) return null;
      if (equations.shorten === undefined) return failure;
      let reached = continuation(equations, equations.shorten, x);
      if (reached === 1) {
        copy(x, start);
        if (iterate(x) === null) return null;
        // Is it rounding that is left, as it would be in a step that is hardly shorter, or does the curve turn just before its end?
        for (let k = 0; k < NEARLY.length && reached === 1; k++) {
          copy(start, x);
          equations.shorten(NEARLY[k]);
          if (iterate(x) === null) reached = NEARLY[k];
        }
        equations.shorten(1);
      }
      return failure.kind === "newton" || failure.kind === "not-finite" ? { ...failure, solvable: reached } : failure;
    },
  };
}

type Unsolved = Extract<Failure, { kind: "newton" }>;

/** The failure of an iteration that has ended with a residual above what is accepted. */
export function unsolved(
  residual: number,
  tolerance: number,
  iterations: number,
  { dof, term }: DominantTerm,
): Unsolved {
  return { kind: "newton", residual: Math.abs(residual), tolerance, iterations, dof, term };
}

function areFinite(x: Vec): boolean {
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += x[i] * 0;
  return sum === 0;
}

function isZero(x: Vec): boolean {
  for (let i = 0; i < x.length; i++) if (x[i] !== 0) return false;
  return true;
}

// Loops are given their vectors: those that a function captures are looked up at every entry as soon as a second solver has captured others.

/** The largest |r_i| in units of ε S_i; NaN where r is not finite. */
function residualRatio(r: Vec, size: Vec): number {
  let worst = 0;
  let zero = 0;
  for (let i = 0; i < r.length; i++) {
    const entry = Math.abs(r[i]);
    const scale = size[i] + UNDERFLOW;
    zero += (entry + scale) * 0;
    if (entry > worst * scale) worst = entry / scale;
  }
  if (zero === 0) return worst / Number.EPSILON;
  // Terms that overflow measure nothing.
  return areFinite(r) ? Number.POSITIVE_INFINITY : Number.NaN;
}

/** Is every entry no more than is accepted of it? */
export function areWithin(r: Vec, bound: Vec): boolean {
  for (let i = 0; i < r.length; i++) {
    const most = ACCEPTED * bound[i] + Number.EPSILON * UNDERFLOW;
    if (!(Math.abs(r[i]) <= most && most < Number.POSITIVE_INFINITY)) return false;
  }
  return true;
}

/** x −= λ d, and into `before` what it was. */
function departAlong(lambda: number, d: Vec, x: Vec, before: Vec): void {
  for (let i = 0; i < x.length; i++) {
    const from = x[i];
    before[i] = from;
    x[i] = from - lambda * d[i];
  }
}

/** out = x − λ d. */
function moveAlong(x: Vec, lambda: number, d: Vec, out: Vec): void {
  for (let i = 0; i < x.length; i++) out[i] = x[i] - lambda * d[i];
}

/** A shorter λ after one that led from ‖d‖ = length to ‖next‖ = nextLength. F(x − λd) = (1 − λ) F(x) but for its curvature, and what that
 *  added to `next` tells how far the linear model holds: μ = ½ λ² ‖d‖/‖next − (1 − λ) d‖.    [deuflhard2011, (3.45)] */
function shorter(lambda: number, length: number, nextLength: number, d: Vec, next: Vec): number {
  if (!(nextLength < Number.POSITIVE_INFINITY)) return lambda / 8;
  let square = 0;
  for (let i = 0; i < d.length; i++) {
    const bend = next[i] - (1 - lambda) * d[i];
    square += bend * bend;
  }
  const mu = (lambda * lambda * length) / (2 * Math.sqrt(square));
  return Math.min(lambda / 2, Math.max(mu, lambda / 1024));
}
