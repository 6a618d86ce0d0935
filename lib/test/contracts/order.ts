/** Every method converges with the order it claims, in q and in v, on nonlinear systems from a moving start. */
import { expect } from "vitest";
import { convergence, type Reference } from "../../src/analysis/order.js";
import { claimsOn } from "../../src/core/method.js";
import { run } from "../../src/core/run.js";
import { dop853 } from "../../src/methods/dop853.js";
import { type FixedCase, problemOf } from "./cases.js";
import type { Trial } from "./problems.js";

const references = new Map<Trial, Reference>();

export function referenceOf(trial: Trial): Reference {
  const known = references.get(trial);
  if (known !== undefined) return known;
  const own = trial.reference?.(trial.end);
  const found = own
    ? { q: Float64Array.from(own.q), v: Float64Array.from(own.v) }
    : run(problemOf(trial), dop853({ tolerance: 1e-14 }), { time: { end: trial.end } }).last;
  references.set(trial, found);
  return found;
}

/** Where errors stop falling: references and sums of many steps are known to some 1e-14, which the tests of the references make sure of. */
const PLATEAU = 1e-12;
/** So many times the plateau an error is the scheme's own: the plateau changes a slope by less than the tolerance there. */
const ABOVE = 20;
/** Of a slope through three errors. */
const TOLERANCE = 0.15;
/** A slope that is further away must be on its way: with every refinement nearer by this factor, which is that of a next term of the error of
 *  one order more where the step is divided by √2. */
const [AWAY, NEARER] = [0.35, 0.75];

/** What errors on finer and finer steps show. The window is measured: from the plateau of rounding upwards, the finest errors that are well above
 *  it; what is said of coarse steps comes from how the slopes go on. */
export function isOrder(claimed: number, steps: readonly number[], errors: readonly number[]): boolean {
  const slope = (k: number) => Math.log(errors[k - 1] / errors[k]) / Math.log(steps[k - 1] / steps[k]);
  const least = Math.min(...errors.filter((error) => error >= 0));
  // Errors that are still larger have not met it: those of an iteration that stops early stay in the window, and have no order.
  // The least may be so by accident: what comes after it is of the plateau, too.
  const plateau = least < PLATEAU ? Math.max(...errors.slice(errors.indexOf(least))) : 0;
  const usable = errors.flatMap((error, k) => (error > ABOVE * plateau && error < 0.1 ? [k] : []));
  const [a, b, c] = usable.slice(-3);
  if (c === undefined || c - a !== 2) return false;
  const [before, now] = [slope(b), slope(c)].map((each) => Math.abs(each - claimed));
  return Math.abs(slope(b) + slope(c) - 2 * claimed) / 2 < TOLERANCE || (now < AWAY && now < NEARER * before);
}

export function order({ scheme: { method }, trial, problem }: FixedCase): void {
  const claims = claimsOn(method, problem.system);
  const { orderUndamped = claims.order } = claims;
  const claimed = problem.system.damping === null ? orderUndamped : claims.order;
  // High orders meet the floor soon: they start coarser and are refined in smaller steps.
  const high = claimed >= 6;
  const { steps, positionErrors, velocityErrors } = convergence(problem, method, {
    end: trial.end,
    step: trial.step / (high ? 1 : 4),
    refinements: high ? 8 : 6,
    ratio: high ? Math.SQRT2 : 2,
    reference: referenceOf(trial),
    floor: 0,
  });
  const detail = (errors: readonly number[]) => `errors ${errors.map((e) => e.toExponential(2)).join(" ")}`;
  expect(isOrder(claimed, steps, positionErrors), `${claimed} in q: ${detail(positionErrors)}`).toBe(true);
  expect(isOrder(claimed, steps, velocityErrors), `${claimed} in v: ${detail(velocityErrors)}`).toBe(true);
}
