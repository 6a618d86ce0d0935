/** Specialised paths and general ones take the same steps, to rounding. */
import { expect } from "vitest";
import { run } from "../../src/core/run.js";
import { specialised } from "../../src/core/specialise.js";
import { type Case, inForm, stepsOf, timeOf } from "./cases.js";

const STEPS = 20;
/** In ulps of the largest coordinate, after 20 steps. Sums in another order leave an ulp or two of the terms in every force, and
 *  iterations end within some ulps of the solution; an error made in a step grows with the motion, here by less than e² in q
 *  and ω e² in v, ω < 50 the highest frequency. */
const ULPS = 20 * STEPS;
/** Where the force has a kink, a method that chooses its steps by a tolerance may choose others after an ulp of difference: each leaves an error
 *  of that size, which grows with the motion. */
const GROWTH = 8;
const toleranceOf = ({ scheme: { method }, trial }: Case): number =>
  method.clock === "own" && trial.kinks === true ? Number(method.parameters["tolerance"] ?? 0) : 0;

export function forms(measured: Case): void {
  const { scheme, trial, problem } = measured;
  const allowed = ULPS * Number.EPSILON + STEPS * GROWTH * toleranceOf(measured);
  const time = timeOf(scheme, problem, trial.step / 4, stepsOf({ scheme, trial }, STEPS));
  const own = run(problem, scheme.method, { time });
  const general = specialised("never", () => run(inForm(trial, "never").problem, scheme.method, { time }));
  expect(own.status).toBe(general.status);
  for (const part of ["q", "v"] as const) {
    const start = part === "q" ? problem.q0 : problem.v0;
    const size = Math.max(...general.last[part].map(Math.abs), ...start.map(Math.abs));
    const apart = Math.max(...general.last[part].map((x, i) => Math.abs(x - own.last[part][i])));
    expect(apart, `of ${part}, whose size is ${size}`).toBeLessThanOrEqual(allowed * size);
  }
}
