/** Every method converges with the order it claims, in q and in v, on nonlinear systems from a moving start. */
import { expect } from "vitest";
import { type Convergence, convergence, type Reference } from "../../src/analysis/order.js";
import { claimsOn } from "../../src/core/method.js";
import { run } from "../../src/core/run.js";
import type { Problem } from "../../src/core/system.js";
import { dop853 } from "../../src/methods/dop853.js";
import { type FixedCase, problemOf } from "./cases.js";
import type { Trial } from "./problems.js";

const exactly = dop853({ tolerance: 1e-14 });
const references = new Map<string, Reference>();

/** Where the motion is at `end`. */
export function referenceOf(trial: Trial, end = trial.end): Reference {
  const key = `${trial.name} at ${end}`;
  const known = references.get(key);
  if (known !== undefined) return known;
  const own = trial.reference?.(end);
  const found = own
    ? { q: Float64Array.from(own.q), v: Float64Array.from(own.v) }
    : run(problemOf(trial), exactly, { time: { end } }).last;
  references.set(key, found);
  return found;
}

/** A start in which no force acts is special: a scheme of first order that is conjugate to one of second order has the second order in q there.
 *  Such a motion is measured from two steps later on. */
function fromGeneralState(trial: Trial, problem: Problem): Problem {
  const { system, q0 } = problem;
  const gradient = new Float64Array(system.dof);
  system.gradient(q0, gradient);
  if (system.load !== null || gradient.some((x) => x !== 0)) return problem;
  const t0 = problem.t0 + 2 * trial.step;
  const { q, v } = referenceOf(trial, t0);
  return { ...problem, t0, q0: q, v0: v };
}

/** Where errors stop falling: references and sums of many steps are known to some 1e-14, which the tests of the references make sure of. */
const PLATEAU = 1e-12;
/** Of a slope through three errors. */
const TOLERANCE = 0.15;
/** A slope that is further away must be on its way: with every refinement nearer by this factor, which is that of a next term of the error of
 *  one order more where the step is divided by √2. */
const [AWAY, NEARER] = [0.35, 0.75];
/** So many times the plateau an error is the scheme's own: the plateau changes a slope between steps divided by √2 by less than so much. */
const above = (change: number) => 1 / (Math.SQRT2 ** change - 1);

/** What errors on finer and finer steps show. The window is measured: from the plateau of rounding upwards, the finest errors that are well above
 *  it; what is said of coarse steps comes from how the slopes go on. */
export function isOrder(claimed: number, steps: readonly number[], errors: readonly number[]): boolean {
  const slope = (k: number) => Math.log(errors[k - 1] / errors[k]) / Math.log(steps[k - 1] / steps[k]);
  const least = Math.min(...errors.filter((error) => error >= 0));
  // Errors that are still larger have not met it: those of an iteration that stops early stay in the window, and have no order.
  // The least may be so by accident: what comes after it is of the plateau, too.
  const plateau = least < PLATEAU ? Math.max(...errors.slice(errors.indexOf(least))) : 0;
  /** How far the two slopes through the finest three errors are from the claim. */
  const distances = (change: number): readonly [number, number] | null => {
    const usable = errors.flatMap((error, k) => (error > above(change) * plateau && error < 0.1 ? [k] : []));
    const [a, b, c] = usable.slice(-3);
    return c === undefined || c - a !== 2 ? null : [slope(b) - claimed, slope(c) - claimed];
  };
  const close = distances(TOLERANCE);
  const coming = distances(AWAY);
  return (
    (close !== null && Math.abs(close[0] + close[1]) / 2 < TOLERANCE) ||
    (coming !== null && Math.abs(coming[1]) < Math.min(AWAY, NEARER * Math.abs(coming[0])))
  );
}

export function order({ scheme: { method }, trial, problem }: FixedCase): void {
  const claims = claimsOn(method, problem.system);
  const { orderUndamped = claims.order } = claims;
  const claimed = problem.system.damping === null ? orderUndamped : claims.order;
  // High orders meet the floor soon: they start coarser and are refined in smaller steps.
  const high = claimed >= 6;
  const from = fromGeneralState(trial, problem);
  const measured = (end: number) =>
    convergence(from, method, {
      end,
      step: trial.step / (high ? 1 : 4),
      refinements: high ? 8 : 6,
      ratio: high ? Math.SQRT2 : 2,
      reference: referenceOf(trial, end),
      floor: 0,
    });
  const soon = measured(trial.end);
  let later: Convergence | undefined;
  for (const part of ["positionErrors", "velocityErrors"] as const) {
    if (isOrder(claimed, soon.steps, soon[part])) continue;
    // Two terms of an error may cancel each other at one time: its order is then hidden by rounding there, and seen at another.
    later ??= measured(2 * trial.end);
    const detail = [soon, later].map((each) => each[part].map((error) => error.toExponential(2)).join(" "));
    expect(isOrder(claimed, later.steps, later[part]), `${claimed}: ${part} ${detail.join(", later ")}`).toBe(true);
  }
}
