import { expect, test } from "vitest";
import { scalarOf } from "../../src/symbolic/scalar.js";

test("a number of the state", () => {
  const energy = scalarOf({ coordinates: ["x", "y"], parameters: { m: 2 }, expression: "m/2*(vx^2 + vy^2) + x*y*t" });
  expect(energy(2, Float64Array.of(3, 4), Float64Array.of(5, 6))).toBe(61 + 24);
});

test("a condition is 1 or 0", () => {
  const stop = scalarOf({ coordinates: ["x"], expression: "x > 2 and not vx < 0" });
  expect(stop(0, Float64Array.of(3), Float64Array.of(1))).toBe(1);
  expect(stop(0, Float64Array.of(3), Float64Array.of(-1))).toBe(0);
  expect(stop(0, Float64Array.of(1), Float64Array.of(1))).toBe(0);
});
