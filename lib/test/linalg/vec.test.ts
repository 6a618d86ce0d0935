import fc from "fast-check";
import { expect, test } from "vitest";
import { axpy, dot, firstNotFinite, indexOfLargest, norm2, normInf, scale, subtract } from "../../src/linalg/vec.js";

test("products, sums and norms of small integers are exact", () => {
  const x = Float64Array.of(1, -2, 3);
  const y = Float64Array.of(4, 5, -6);
  expect(dot(x, y)).toBe(-24);
  axpy(2, x, y);
  expect([...y]).toEqual([6, 1, 0]);
  subtract(y, x, y);
  expect([...y]).toEqual([5, 3, -3]);
  scale(-2, y);
  expect([...y]).toEqual([-10, -6, 6]);
  expect(norm2(Float64Array.of(3, 4))).toBe(5);
  expect(normInf(x)).toBe(3);
  expect(indexOfLargest(x)).toBe(2);
  expect(indexOfLargest(Float64Array.of(0, -4, 4))).toBe(1);
});

test("the Euclidean norm survives squares that overflow or underflow", () => {
  fc.assert(
    fc.property(fc.integer({ min: -300, max: 300 }), (power) => {
      const scaled = norm2(Float64Array.of(3 * 10 ** power, 4 * 10 ** power));
      // 4 ulp: quotients, squares, sum and root
      expect(Math.abs(scaled / (5 * 10 ** power) - 1)).toBeLessThan(1e-15);
    }),
  );
  expect(norm2(new Float64Array(3))).toBe(0);
  expect(norm2(Float64Array.of(1, Number.POSITIVE_INFINITY))).toBe(Number.POSITIVE_INFINITY);
});

test("a number that is not finite is seen", () => {
  expect(normInf(Float64Array.of(1, Number.NaN, 2))).toBeNaN();
  expect(firstNotFinite(Float64Array.of(1, 2, Number.POSITIVE_INFINITY))).toBe(2);
  expect(firstNotFinite(Float64Array.of(1, 2))).toBe(-1);
});
