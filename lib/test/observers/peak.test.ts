import { expect, test } from "vitest";
import { run } from "../../src/core/run.js";
import { centralDifference } from "../../src/methods/central-difference.js";
import { harmonic } from "../../src/models/oscillators/harmonic.js";
import { peak } from "../../src/observers/peak.js";

test("the largest value and the first time at which it was reached", () => {
  const observe = () => ({ height: peak(({ n }) => [0, 3, 1, 7, 7, 2][n]) });
  const problem = harmonic();
  const whole = run(problem, centralDifference(), { time: { step: 0.1, steps: 5 }, observe: observe() });
  expect(whole.observed.height).toEqual({ value: 7, t: 0.1 * 3 });
  const sparse = { height: peak(({ n }) => [0, 3, 1, 7, 7, 2][n], 2) };
  expect(run(problem, centralDifference(), { time: { step: 0.1, steps: 5 }, observe: sparse }).observed.height.t).toBe(
    0.1 * 4,
  );
});

test("what is no number is no peak", () => {
  const observe = { none: peak(() => Number.NaN) };
  const { observed } = run(harmonic(), centralDifference(), { time: { step: 0.1, steps: 3 }, observe });
  expect(observed.none.value).toBe(Number.NEGATIVE_INFINITY);
});
