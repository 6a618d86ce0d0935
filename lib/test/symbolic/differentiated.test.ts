import fc from "fast-check";
import { expect, test } from "vitest";
import { type Differentiable, differentiated } from "../../src/symbolic/differentiated.js";

/** Every operation once: f = x y/(1 + z²) + sin(x z) cos y + √(1 + y²) e^{−z²} + log(2 + x²) − (1 + x²)^1.5. */
const everything: Differentiable = (a, [x, y, z]) => {
  const one = a.number(1);
  const [xx, yy, zz] = [x, y, z].map((t) => a.multiply(t, t));
  const terms = [
    a.divide(a.multiply(x, y), a.add(one, zz)),
    a.multiply(a.sin(a.multiply(x, z)), a.cos(y)),
    a.multiply(a.sqrt(a.add(one, yy)), a.exp(a.subtract(a.number(0), zz))),
    a.log(a.add(a.number(2), xx)),
    a.subtract(a.number(0), a.power(a.add(one, xx), 1.5)),
  ];
  return terms.reduce((sum, term) => a.add(sum, term));
};
const byHand = (x: number, y: number, z: number) =>
  (x * y) / (1 + z * z) +
  Math.sin(x * z) * Math.cos(y) +
  Math.sqrt(1 + y * y) * Math.exp(-z * z) +
  Math.log(2 + x * x) -
  (1 + x * x) ** 1.5;

const f = differentiated(3, everything);
const place = fc.array(fc.double({ min: -1.5, max: 1.5, noNaN: true }), { minLength: 3, maxLength: 3 });

test("values are those of the formula", () => {
  fc.assert(
    fc.property(place, ([x, y, z]) => {
      expect(f.value(Float64Array.of(x, y, z))).toBeCloseTo(byHand(x, y, z), 12);
    }),
    { seed: 1 },
  );
});

test("gradients agree with differences of values, Hessians with differences of gradients", () => {
  const h = 1e-5;
  const shifted = (p: number[], i: number, by: number) => Float64Array.from(p, (x, k) => (k === i ? x + by : x));
  const g = new Float64Array(3);
  const [ahead, behind, column] = Array.from({ length: 3 }, () => new Float64Array(3));
  fc.assert(
    fc.property(place, (p) => {
      f.gradient(Float64Array.from(p), g);
      for (let i = 0; i < 3; i++) {
        const slope = (f.value(shifted(p, i, h)) - f.value(shifted(p, i, -h))) / (2 * h);
        // h² of the third derivative, and rounding divided by h.
        expect(Math.abs(g[i] - slope)).toBeLessThan(1e-8);
        f.hessianTimes(
          Float64Array.from(p),
          Float64Array.from([0, 1, 2], (k) => (k === i ? 1 : 0)),
          column,
        );
        f.gradient(shifted(p, i, h), ahead);
        f.gradient(shifted(p, i, -h), behind);
        for (let k = 0; k < 3; k++) expect(Math.abs(column[k] - (ahead[k] - behind[k]) / (2 * h))).toBeLessThan(1e-7);
      }
    }),
    { seed: 2, numRuns: 50 },
  );
});

test("whole powers have derivatives at zero", () => {
  const square = differentiated(1, (a, [x]) => a.power(x, 2));
  const out = new Float64Array(1);
  square.gradient(Float64Array.of(0), out);
  expect(out[0]).toBe(0);
  square.hessianTimes(Float64Array.of(0), Float64Array.of(1), out);
  expect(out[0]).toBe(2);
});

test("a function may return one of its arguments", () => {
  const out = new Float64Array(2);
  expect(differentiated(2, (_, [x]) => x).gradient(Float64Array.of(3, 4), out)).toBe(3);
  expect([...out]).toEqual([1, 0]);
});
