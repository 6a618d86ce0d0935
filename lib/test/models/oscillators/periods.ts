/** Periods of oscillators with one degree of freedom. */
import { run } from "../../../src/core/run.js";
import type { Problem } from "../../../src/core/system.js";
import { dop853 } from "../../../src/methods/dop853.js";

/** How far a motion that starts from rest misses its start after this time, in position and velocity. */
export function missAfter(problem: Problem, period: number): number {
  const { last } = run(problem, dop853({ tolerance: 1e-13 }), { time: { end: period } });
  return Math.max(Math.abs(last.q[0] - problem.q0[0]), Math.abs(last.v[0] - problem.v0[0]));
}
