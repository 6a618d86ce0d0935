import { expect, test } from "vitest";
import { maxOf, minOf } from "../../src/core/vec.js";

test("extremes of a million values", () => {
  const values = Float64Array.from({ length: 1_000_000 }, (_, i) => Math.sin(i));
  expect(maxOf(values)).toBeCloseTo(1, 9);
  expect(minOf(values)).toBeCloseTo(-1, 9);
});

test("nothing, a floor, and what is not a number", () => {
  expect(maxOf([])).toBe(Number.NEGATIVE_INFINITY);
  expect(maxOf([-3, -2], 0)).toBe(0);
  expect(minOf([])).toBe(Number.POSITIVE_INFINITY);
  expect(maxOf([1, Number.NaN, 2])).toBeNaN();
});
