/** The minimum with Coulomb friction, whose term has a corner: Newton's iteration in which every quadratic model is minimised with the corner [friction.ts].
 *
 *  Where whole corrections do not lead there, the iteration begins again at the place where the step does, and takes as much of each as brings it nearer. */
import type { Failure } from "../../core/failure.js";
import type { Work } from "../../core/method.js";
import type { System } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { ROUNDING } from "../../linalg/force-rounding.js";
import { unsolved } from "../../linalg/nonlinear.js";
import { copy, firstNotFinite, indexOfLargest, normInf } from "../../linalg/vec.js";
import { dominantTerm, notFinite } from "../diagnosis.js";
import type { FrictionStep } from "./friction.js";
import type { PositiveHessian } from "./hessian.js";
import { type IncrementalFunction, TIME, type Trial } from "./incremental-function.js";

const MOST_ITERATIONS = 60;
const MOST_DAMPED = 400;
const SHORTEST = 2 ** -30;

/** Moves u to the minimum. */
export function proximalIteration(
  system: System,
  { h, kappa }: IncrementalFunction,
  trial: Trial,
  { factor, solve }: PositiveHessian,
  contacts: FrictionStep,
  work: Work,
): () => Failure | null {
  const n = system.dof;
  const { now, start, hat, u, x, g, force } = trial;
  const [r, momentum, next, from, target] = Array.from({ length: 5 }, () => new Float64Array(n));

  const stagnation = (iterations: number): Failure => {
    const worst = indexOfLargest(r);
    const part = dominantTerm(system, now[TIME], x, u, worst, momentum[worst]);
    return unsolved(r[worst], ROUNDING * normInf(momentum), iterations, part);
  };
  /** The gradient of the smooth part at u. */
  const slopeAt = () => {
    trial.forces();
    for (let i = 0; i < n; i++) r[i] = u[i] - hat[i];
    system.mass.apply(r, momentum);
    for (let i = 0; i < n; i++) r[i] = momentum[i] + kappa * h * (g[i] - force[i]);
  };
  /** The minimum of the quadratic model that the last factor makes at u, into `next`: how large it would be without friction; NaN where it is not found. */
  const minimiseModel = (): number => {
    if (solve(r, next) !== null) return Number.NaN;
    for (let i = 0; i < n; i++) next[i] = u[i] - next[i];
    const free = normInf(next);
    return contacts.minimise(h, next) ? free : Number.NaN;
  };
  /** Moves u towards `next`, by as much of the way as brings it nearer to the minimum: from there the model of the same factor has to lead less far. */
  const approach = (change: number): boolean => {
    copy(u, from);
    copy(next, target);
    for (let lambda = 1; lambda >= SHORTEST; lambda /= 2) {
      for (let i = 0; i < n; i++) u[i] = lambda === 1 ? target[i] : from[i] + lambda * (target[i] - from[i]);
      slopeAt();
      if (firstNotFinite(r) >= 0 || Number.isNaN(minimiseModel())) continue;
      const isRounding = change <= 32 * Number.EPSILON * Math.max(normInf(u), normInf(hat));
      if (isRounding || distance(next, u) <= (1 - lambda / 4) * change) return true;
    }
    return false;
  };
  const iterate = (damped: boolean): Failure | null => {
    contacts.limitsAt(now[TIME], start);
    // û may lead to where forces are beyond all numbers; the place where the step begins does not.
    if (damped) u.fill(0);
    else copy(hat, u);
    const most = damped ? MOST_DAMPED : MOST_ITERATIONS;
    for (let iteration = 1; iteration <= most; iteration++) {
      work.iterations++;
      slopeAt();
      if (firstNotFinite(r) >= 0) return notFinite(system, now[TIME], x, u);
      const failure = factor();
      if (failure !== null) return failure;
      contacts.renew(solve);
      // Without friction: what sticks is left with the rounding of that.
      const free = minimiseModel();
      if (Number.isNaN(free)) return stagnation(iteration);
      const change = distance(next, u);
      if (damped && !approach(change)) return stagnation(iteration);
      if (!damped) copy(next, u);
      // The next correction would be the square of this one, or rounding.
      if (change <= 32 * Number.EPSILON * Math.max(normInf(u), normInf(hat), free)) return null;
    }
    return stagnation(most);
  };
  return () => {
    const failure = iterate(false);
    // The function is convex where it is not refused, and has a minimum.
    return failure !== null && (failure.kind === "not-convex" || iterate(true) !== null) ? failure : null;
  };
}

function distance(x: Vec, y: Vec): number {
  let most = 0;
  for (let i = 0; i < x.length; i++) most = Math.max(most, Math.abs(x[i] - y[i]));
  return most;
}
