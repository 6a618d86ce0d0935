import { describe, expect, test } from "vitest";
import { watched } from "../../../src/analysis/certify/motion.js";
import { hasDegree } from "../../../src/analysis/certify/polynomial.js";
import { scalesOf } from "../../../src/analysis/certify/scales.js";
import { midpoint } from "../../../src/methods/midpoint.js";
import { shearBuilding } from "../../../src/models/structures/shear-building.js";
import { modelOf } from "./cases.js";

function degrees(potential: string): readonly boolean[] {
  const { problem } = modelOf(`
system: { coordinates: [x, y], mass: [1, 2], potential: "${potential}" }
start: { q: [0.7, 0.4], v: [0.3, -0.5] }
method: midpoint
time: { step: 0.05, steps: 100 }`);
  const motion = watched(problem, midpoint(), 0.05, 100);
  const scales = scalesOf(problem, motion);
  if (scales === null) throw new Error("nothing moves");
  return [1, 2, 3, 4, 5].map((degree) => hasDegree(problem, degree, motion.states, scales));
}

describe("the degree of a potential is that of its differences along lines", () => {
  test.each([
    ["(x^2 + y^2)/2 + x^2*y - y^3/3", 3],
    ["x^4 + x*y + y^2", 4],
    ["(x^2 + y^2)^2 + 3*x^2*y^2 + 100", 4],
    ["x^2 + y^2 + x^4*y/10", 5],
    ["1e6*(x^2 + x^3/10 + y^2)", 3],
  ])("%s: %d", (potential, degree) => {
    expect(degrees(potential)).toEqual([1, 2, 3, 4, 5].map((k) => k >= degree));
  });

  test.each(["2 - cos(x) - cos(y)", "x^2 + y^2 + exp(x)", "x^2 + y^2 + x^6/1000"])("%s: none of these", (potential) => {
    expect(degrees(potential)).not.toContain(true);
  });
});

test("a linear system has the degree two", () => {
  const problem = shearBuilding({ storeys: 2 });
  const scales = {} as never;
  expect([1, 2, 3].map((degree) => hasDegree(problem, degree, [], scales))).toEqual([false, true, true]);
});
