/** Every method converges with the order it claims, in q and in v, on nonlinear systems from a moving start. */
import { expect } from "vitest";
import { convergence, type Reference } from "../../src/analysis/order.js";
import { claimsOn } from "../../src/core/method.js";
import { run } from "../../src/core/run.js";
import { dop853 } from "../../src/methods/dop853.js";
import { type FixedCase, problemOf } from "./cases.js";
import type { Trial } from "./problems.js";

/** DOP853 at 1e-14 and Gauss with six stages, compared in the tests, agree to some 1e-14; nothing under 3e-13 is trusted. */
const FLOOR = 3e-13;

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

export function order({ scheme: { method }, trial, problem }: FixedCase): void {
  const claims = claimsOn(method, problem.system);
  const { orderUndamped = claims.order } = claims;
  const claimed = problem.system.damping === null ? orderUndamped : claims.order;
  // High orders meet the floor soon: they start coarser and are refined in smaller steps.
  const high = claimed >= 6;
  const { positionOrder, velocityOrder, positionErrors, velocityErrors } = convergence(problem, method, {
    end: trial.end,
    step: trial.step / (high ? 1 : 4),
    refinements: high ? 8 : 6,
    ratio: high ? Math.SQRT2 : 2,
    reference: referenceOf(trial),
    floor: FLOOR,
  });
  const detail = (errors: readonly number[]) => `errors ${errors.map((e) => e.toExponential(2)).join(" ")}`;
  expect(Math.abs(positionOrder - claimed), `q: ${positionOrder}; ${detail(positionErrors)}`).toBeLessThan(0.15);
  expect(Math.abs(velocityOrder - claimed), `v: ${velocityOrder}; ${detail(velocityErrors)}`).toBeLessThan(0.15);
}
