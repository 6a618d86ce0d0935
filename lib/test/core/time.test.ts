/** How far a run goes: steps and their number, or an end. */
import { expect, test } from "vitest";
import { run } from "../../src/core/run.js";
import { spanOf, stepCountOf } from "../../src/core/time.js";
import { dop853 } from "../../src/methods/dop853.js";
import { newmark } from "../../src/methods/newmark.js";
import { harmonic } from "../../src/models/oscillators/harmonic.js";
import { trajectory } from "../../src/observers/trajectory.js";

test("step and end run a method with fixed steps as step and steps do, to the last bit", () => {
  const byEnd = run(harmonic(), newmark(), { time: { step: 0.1, end: 3 } });
  const bySteps = run(harmonic(), newmark(), { time: { step: 0.1, steps: 30 } });
  expect(byEnd.last).toEqual(bySteps.last);
});

test("step and end run a method with its own clock, and the step is the interval of recording", () => {
  const { observed } = run(harmonic(), dop853(), { time: { step: 0.5, end: 3 }, observe: { motion: trajectory() } });
  expect([...observed.motion.t]).toEqual([0, 0.5, 1, 1.5, 2, 2.5, 3]);
});

test("an end that is no whole number of steps away is refused with what fits", () => {
  expect(() => stepCountOf({ step: 0.3, end: 1 }, 0, "newmark")).toThrow(
    /3\.33333333333 steps of 0\.3, which is not a whole number; accepted: step 0\.3333333333333333 \(3 steps\) or step 0\.25 \(4 steps\)/,
  );
  expect(() => stepCountOf({ step: 1, end: 1e300 }, 0, "newmark")).toThrow("too many to count");
});

test("what a clock needs and does not have is named", () => {
  expect(() => stepCountOf({ end: 1 }, 0, "newmark")).toThrow(
    "time: newmark takes fixed steps: give step, and steps or end",
  );
  expect(() => spanOf({ step: 0.1, steps: 10 }, 0, "dop853")).toThrow("time: dop853 chooses its own steps: give end");
  expect(() => stepCountOf({ step: 0, steps: 1 }, 0, "newmark")).toThrow("the step is 0");
  expect(() => stepCountOf({ step: 1, steps: 1.5 }, 0, "newmark")).toThrow("steps is 1.5");
  expect(() => spanOf({ end: -1 }, 0, "dop853")).toThrow("end is -1; accepted: a number from 0 on");
  expect(() => spanOf({ step: -1, end: 1 }, 0, "dop853")).toThrow("interval is -1; accepted: more than 0");
});
