import { expect, test } from "vitest";
import { advise, costOf } from "../../src/analysis/advice.js";
import { schemeOfMode } from "../../src/analysis/scheme-of-mode.js";
import type { FixedStepMethod } from "../../src/core/method.js";
import { centralDifference } from "../../src/methods/central-difference.js";
import { gauss } from "../../src/methods/gauss.js";
import { newmark } from "../../src/methods/newmark.js";
import { rk4 } from "../../src/methods/rk4.js";
import { simpson } from "../../src/methods/simpson.js";

const mode = (frequency: number, damping = 0) => ({ frequency, damping, shape: new Float64Array(1) });
const schemes = [newmark(), centralDifference(), gauss(), newmark({ gamma: 0.3 })];

test("the step advised is the longest within the tolerance, and the cheapest comes first", () => {
  const modes = [mode(0), mode(2), mode(7, 0.02)];
  const advice = advise(schemes, { modes, highest: mode(11), complex: null }, { tolerance: 0.01, solveCost: 2 });
  const costs = advice.map(({ cost }) => cost ?? Infinity);
  expect(costs).toEqual([...costs].sort((a, b) => a - b));
  const best = advice.find(({ method }) => method === schemes[0]);
  expect(best?.because).toEqual({ kind: "period", mode: 2 });
  const error = (step: number) => schemeOfMode(schemes[0], 7, 0.02, step).periodError;
  expect(error(best?.step ?? 0)).toBeCloseTo(0.01, 9);
  expect(advice.find(({ method }) => method === schemes[3])).toMatchObject({ step: null, limit: 0, cost: null });
});

test("a step that is accurate for the modes of interest may still be too long for the highest", () => {
  const [advice] = advise(
    [schemes[1]],
    { modes: [mode(1)], highest: mode(100), complex: null },
    { tolerance: 0.01, solveCost: 2 },
  );
  // Nine tenths of the limit, where the energy of the highest mode swings by a factor of five and no more.
  expect(advice.step).toBeCloseTo(0.018, 9);
  expect(advice.because).toEqual({ kind: "stability" });
});

test("the cost of a step counts all forces that the method evaluates in it", () => {
  const perStep = (method: FixedStepMethod, damping: number) =>
    costOf(method, { modes: [], highest: mode(1, damping), complex: null }, 0.25, 2) * 0.25;
  // Products with the stiffness, each followed by a solve worth two of them in implicit methods. Simpson's rule with damping
  // solves for two unknown positions at once.
  expect(perStep(centralDifference(), 0.02)).toBeCloseTo(1, 12);
  expect(perStep(rk4(), 0)).toBeCloseTo(4, 12);
  expect(perStep(newmark(), 0)).toBeCloseTo(1 * 3, 12);
  expect(perStep(gauss(), 0)).toBeCloseTo(4 * 3, 12);
  expect(perStep(simpson(), 0)).toBeCloseTo(2 * 3, 12);
  expect(perStep(simpson(), 0.02)).toBeCloseTo(5 * 3, 12);
});
