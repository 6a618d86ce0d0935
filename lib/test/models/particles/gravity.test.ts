import { expect, test } from "vitest";
import { gravity } from "../../../src/models/particles/gravity.js";
import { pairFunctions } from "../../../src/models/particles/pair-potential.js";

test("G m_i m_j over the distance, and its derivatives", () => {
  const { energy, slope, curvature } = pairFunctions(gravity({ G: 2 }, [3, 5, 7]));
  expect(energy(16, 1, 2, 2)).toBe((-2 * 5 * 7) / 4);
  expect(slope(16, 1, 2, 2)).toBe(70 / 64);
  expect(curvature(16, 1, 2, 2)).toBeCloseTo((-3 * 70) / 4 ** 5, 15);
});

test("a constant that is no number is refused", () => {
  expect(() => gravity({ G: Number.NaN }, [1])).toThrow(/G is NaN/);
});
