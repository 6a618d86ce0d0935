/** A motion under force-stepping that has to complete: where it is at the end, in how many steps, and how far its energy drifted. */
import { expect } from "vitest";
import { run } from "../../../src/core/run.js";
import type { Problem } from "../../../src/core/system.js";
import { forceStepping } from "../../../src/methods/force-stepping.js";
import { extremes } from "../../../src/observers/extremes.js";

export type Choice = NonNullable<Parameters<typeof forceStepping>[0]>;

export function after(problem: Problem, choice: Choice, end: number) {
  const { last, status, failure, observed, steps } = run(problem, forceStepping(choice), {
    time: { end, interval: end / 8 },
    observe: (invariants) => ({ extremes: extremes(invariants, { on: "frames" }) }),
  });
  expect({ status, failure }).toEqual({ status: "completed", failure: null });
  const [energy] = observed.extremes;
  return { q: [...last.q], v: [...last.v], steps, drift: energy.max - energy.min };
}
