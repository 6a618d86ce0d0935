import fc from "fast-check";
import { expect, test } from "vitest";
import { principal, vonMises } from "../../../src/fe/fields/stress-invariants.js";

test("uniaxial, shear and all-round stress", () => {
  expect(vonMises(Float64Array.of(5, 0, 0, 0, 0, 0), 0)).toBe(5);
  expect(vonMises(Float64Array.of(0, 0, 0, 2, 0, 0), 0)).toBeCloseTo(2 * Math.sqrt(3), 14);
  expect(vonMises(Float64Array.of(7, 7, 7, 0, 0, 0), 0)).toBe(0);
});

test("principal stresses are the eigenvalues: largest first, with the invariants of the tensor", () => {
  const number = fc.double({ min: -10, max: 10, noNaN: true });
  fc.assert(
    fc.property(fc.array(number, { minLength: 6, maxLength: 6 }), ([x, y, z, xy, yz, zx]) => {
      const s = Float64Array.of(0, x, y, z, xy, yz, zx);
      const out = new Float64Array(4);
      principal(s, 1, out, 1);
      const [, a, b, c] = out;
      expect(a).toBeGreaterThanOrEqual(b);
      expect(b).toBeGreaterThanOrEqual(c);
      // Products of three numbers up to ten, to rounding.
      expect(a + b + c).toBeCloseTo(x + y + z, 11);
      expect(a * b + b * c + c * a).toBeCloseTo(x * y + y * z + z * x - xy * xy - yz * yz - zx * zx, 9);
      expect(a * b * c).toBeCloseTo(x * (y * z - yz * yz) - xy * (xy * z - yz * zx) + zx * (xy * yz - y * zx), 8);
      const mises = Math.sqrt(((a - b) ** 2 + (b - c) ** 2 + (c - a) ** 2) / 2);
      expect(vonMises(s, 1)).toBeCloseTo(mises, 9);
    }),
    { numRuns: 200, seed: 11 },
  );
});
