import { expect, test } from "vitest";
import { directions } from "../../../src/analysis/certify/random.js";
import { resolutions } from "../../../src/analysis/certify/resolutions.js";
import { dop853 } from "../../../src/methods/dop853.js";
import { energyStepping } from "../../../src/methods/energy-stepping.js";
import { forceStepping } from "../../../src/methods/force-stepping.js";
import { midpoint } from "../../../src/methods/midpoint.js";

test("grids and terraces from four times the given one down, tolerances from coarse to fine", () => {
  const sizes = (found: ReturnType<typeof resolutions>) => found.map(({ size }) => size);
  const grids = resolutions(forceStepping({ grid: 0.1 }), 4);
  expect(sizes(grids)).toEqual([0.4, 0.2, 0.1, 0.05]);
  expect(grids.map(({ method }) => method.parameters["grid"])).toEqual([0.4, 0.2, 0.1, 0.05]);
  const uneven = resolutions(forceStepping({ grid: [0.1, 0.3] }), 2, { ratio: 4 });
  expect(uneven.map(({ method }) => method.parameters["grid"])).toEqual([
    [0.4, 4 * 0.3],
    [0.1, 0.3],
  ]);
  expect(sizes(uneven)).toEqual([4 * 0.3, 0.3]);
  expect(sizes(resolutions(energyStepping({ energyStep: 0.02 }), 3))).toEqual([0.08, 0.04, 0.02]);
  const tolerances = resolutions(dop853(), 3);
  expect(sizes(tolerances)).toEqual([1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9]);
  for (const { method, size } of tolerances) expect(method.parameters["tolerance"]).toBe(size);
});

test("methods that are not listed, or have nothing to refine, have none", () => {
  expect(resolutions({ ...dop853(), id: "own" }, 3)).toEqual([]);
  expect(resolutions({ ...midpoint(), parameters: {} }, 3)).toEqual([]);
});

test("directions go either way, and are the same at every run", () => {
  const [one, other] = [directions(), directions()];
  const numbers = Float64Array.from({ length: 400 }, () => one.next());
  expect(numbers).toEqual(Float64Array.from({ length: 400 }, () => other.next()));
  expect(numbers.every((x) => Math.abs(x) <= 1)).toBe(true);
  // Of 400 numbers that are evenly spread the mean is within 0.1 but for one time in 1,500.
  expect(Math.abs(numbers.reduce((sum, x) => sum + x, 0) / 400)).toBeLessThan(0.1);
  const moved = one.moved(new Float64Array(100).fill(5), new Float64Array(100).fill(0.25));
  expect(new Set(moved)).toEqual(new Set([4.75, 5.25]));
});
