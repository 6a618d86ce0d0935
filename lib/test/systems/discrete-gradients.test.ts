import { expect, test } from "vitest";
import { fullPattern } from "../../src/linalg/sparsity.js";
import {
  centralGradient,
  lineGradient,
  polynomialGradient,
  springSecant,
} from "../../src/systems/discrete-gradients.js";

test("central: from the middle of the step to the centre", () => {
  const { between } = centralGradient(springSecant(3, 0.5));
  const [a, b, g] = [Float64Array.of(1, 0.2), Float64Array.of(0.9, 0.5), new Float64Array(2)];
  between(a, b, g);
  const torque = (a[0] + b[0]) * g[1] - (a[1] + b[1]) * g[0];
  expect(Math.abs(torque)).toBeLessThan(1e-15);
  const energy = (q: Float64Array) => 1.5 * (Math.hypot(q[0], q[1]) - 0.5) ** 2;
  expect(g[0] * (b[0] - a[0]) + g[1] * (b[1] - a[1])).toBeCloseTo(energy(b) - energy(a), 15);
});

test("a uniform force besides is no function of distances, and does its own work", () => {
  const { ofDistances, between } = centralGradient(springSecant(0, 0), [0, 9.81]);
  const g = new Float64Array(2);
  between(Float64Array.of(1, 2), Float64Array.of(3, 5), g);
  expect([...g]).toEqual([0, 9.81]);
  expect(ofDistances).toBe(false);
});

test("a resistance acts along the same line, takes energy where U is convex, and is differentiated", () => {
  const plain = centralGradient(springSecant(3, 0.5), [0.1, 0.2]);
  const resisting = plain.resisting?.(0.3);
  if (resisting === undefined) throw new Error("central forces can be resisted");
  const [a, b] = [Float64Array.of(1, 0.2), Float64Array.of(0.9, 0.9)];
  const [g, r] = [new Float64Array(2), new Float64Array(2)];
  plain.between(a, b, g);
  resisting.between(a, b, r);
  const extra = r.map((force, i) => force - g[i]);
  expect(Math.abs((a[0] + b[0]) * extra[1] - (a[1] + b[1]) * extra[0])).toBeLessThan(1e-15);
  expect(extra[0] * (b[0] - a[0]) + extra[1] * (b[1] - a[1])).toBeGreaterThan(0.01);
  // The derivative by b, from differences: their error is that of the third derivative.
  const values = new Float64Array(4);
  resisting.tangent.values(a, b, values);
  const column = (j: number) => {
    const [less, more] = [-1e-5, 1e-5].map((shift) => {
      const out = new Float64Array(2);
      resisting.between(
        a,
        b.map((x, i) => (i === j ? x + shift : x)),
        out,
      );
      return out;
    });
    return less.map((x, i) => (more[i] - x) / 2e-5);
  };
  const [left, right] = [column(0), column(1)];
  expect(values[0]).toBeCloseTo(left[0], 8);
  expect(values[1]).toBeCloseTo(right[0], 8);
  expect(values[2]).toBeCloseTo(left[1], 8);
  expect(values[3]).toBeCloseTo(right[1], 8);
});

test("on a line: the secant itself", () => {
  const { between, tangent } = lineGradient({ secant: (a, b) => a + b, slope: () => 1 });
  const out = new Float64Array(1);
  between(Float64Array.of(2), Float64Array.of(5), out);
  expect(out[0]).toBe(7);
  tangent.values(Float64Array.of(2), Float64Array.of(5), out);
  expect(out[0]).toBe(1);
});

test("a polynomial of degree four: Simpson's rule is exact, of degree six it is not", () => {
  const work = (degree: number) => {
    const { between } = polynomialGradient(
      1,
      ([x], out) => {
        out[0] = degree * x ** (degree - 1);
      },
      { pattern: fullPattern(1), values() {} },
    );
    const out = new Float64Array(1);
    between(Float64Array.of(0.5), Float64Array.of(2), out);
    return out[0] * 1.5 - (2 ** degree - 0.5 ** degree);
  };
  expect(Math.abs(work(4))).toBeLessThan(1e-14);
  expect(Math.abs(work(6))).toBeGreaterThan(0.1);
});
