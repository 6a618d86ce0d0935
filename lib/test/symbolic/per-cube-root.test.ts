import { expect, test } from "vitest";
import { perCubeRoot } from "../../src/symbolic/per-cube-root.js";

test("x^(−1/3) is right to some ulps over all of the range, and no number where x is not positive", () => {
  for (let exponent = -1000; exponent <= 1000; exponent++) {
    const x = (1 + ((exponent * 0.618) % 1) / 2) * 2 ** exponent;
    const y = perCubeRoot(x);
    // y³ x has three times the relative error of y, and roundings of its own.
    expect(Math.abs(y * x * y * y - 1)).toBeLessThan(8 * Number.EPSILON);
  }
  expect(perCubeRoot(1)).toBe(1);
  for (const x of [0, -1, Number.NaN]) expect(perCubeRoot(x)).toBeNaN();
});
