import { expect, it } from "vitest";
import { invariantSize } from "../../src/observers/invariant-size.js";

/** Two masses of 3 kg on a line, going apart; and in the plane, around one another. */
const momentum = {
  name: "linear-momentum-x",
  value: (_t: number, _q: Float64Array, v: Float64Array) => 3 * (v[0] + v[1]),
};
const spin = {
  name: "angular-momentum-z",
  value: (_t: number, q: Float64Array, v: Float64Array) => q[0] * v[1] - q[1] * v[0] + (q[2] * v[3] - q[3] * v[2]),
};

it("is the size of the terms of a sum that is zero but for rounding", () => {
  const v = Float64Array.of(0.1 + 0.2, -0.3);
  const q = Float64Array.of(1, 2);
  expect(Math.abs(momentum.value(0, q, v))).toBeLessThan(1e-15);
  // 3 × 0.3 + 3 × 0.3, with the signs that add up; a difference of linear terms has no error but rounding's.
  expect(invariantSize(momentum, 0, q, v)).toBeCloseTo(1.8, 8);
});

it("is no less than the value, and of the size of its terms where they are products", () => {
  const q = Float64Array.of(2, 0, -2, 0);
  const v = Float64Array.of(0, 5, 0, 5);
  expect(spin.value(0, q, v)).toBe(0);
  const size = invariantSize(spin, 0, q, v);
  // Two terms of 10, each the product of two coordinates.
  expect(size).toBeGreaterThan(9.99);
  expect(size).toBeLessThan(40.01);
});

it("is zero where every term is", () => {
  expect(invariantSize(momentum, 0, Float64Array.of(1, 2), new Float64Array(2))).toBe(0);
});
