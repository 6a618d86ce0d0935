import fc from "fast-check";
import { expect, test } from "vitest";
import { firstExit, mayClose, nextExit } from "../../../src/methods/force-stepping/roots.js";

/** Squares of smaller numbers would leave the range of doubles. */
const real = fc.double({ min: -10, max: 10, noNaN: true }).filter((x) => x === 0 || Math.abs(x) > 1e-100);
const gap = (c0: number, c1: number, c2: number, t: number) => c0 + t * (c1 + t * c2);

test("a gap is open until its first exit, and closed there", () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-6, max: 10, noNaN: true }), real, real, (c0, c1, c2) => {
      const t = firstExit(c0, c1, c2);
      if (t === Number.POSITIVE_INFINITY) {
        for (const later of [0.1, 1, 10, 1000]) expect(gap(c0, c1, c2, later)).toBeGreaterThan(0);
        return;
      }
      // Rounding of the three terms at the root; near a double root the root itself is known to half the digits.
      const scale = c0 + Math.abs(c1 * t) + Math.abs(c2 * t * t);
      expect(Math.abs(gap(c0, c1, c2, t))).toBeLessThan(1e-14 * scale);
      for (const part of [0.1, 0.5, 0.9]) expect(gap(c0, c1, c2, part * t)).toBeGreaterThan(-1e-14 * scale);
      expect(mayClose(c0, c1, c2, t * (1 + 1e-12))).toBe(true);
    }),
    { seed: 3, numRuns: 500 },
  );
});

test("a gap that is negative by rounding closes now, or opens", () => {
  expect(firstExit(-1e-17, -1, 3)).toBe(0);
  expect(firstExit(-1e-17, 2, -1)).toBe(2);
  expect(firstExit(0, 1, 1)).toBe(Number.POSITIVE_INFINITY);
});

test("a gap that closes and opens at once is closed there", () => {
  expect(firstExit(1, -2, 1)).toBe(1);
  expect(firstExit(1, -2, 1.0001)).toBe(Number.POSITIVE_INFINITY);
});

test("the root of a gap that has just opened is divided out", () => {
  expect(nextExit(2, -1)).toBe(2);
  expect(nextExit(2, 1)).toBe(Number.POSITIVE_INFINITY);
  expect(nextExit(-1e-17, -1)).toBe(0);
  expect(nextExit(-1e-17, 1)).toBe(Number.POSITIVE_INFINITY);
});

test("what closes just at the limit may close", () => {
  expect(mayClose(1, -1, 0, 1)).toBe(true);
  expect(mayClose(1, -1, 0, 0.5)).toBe(false);
  expect(mayClose(1, 0, -1, 1)).toBe(true);
});
