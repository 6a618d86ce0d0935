import { expect, test } from "vitest";
import { potentialOf } from "../../src/symbolic/index.js";
import { centralGradient, type DividedDifference, lineGradient } from "../../src/systems/discrete-gradients.js";

/** U = ½ k (r − l)² of ρ = r²: half of k (1 − l/r̄), with r̄ the mean of both lengths. */
const springSecant = (stiffness: number, length: number): DividedDifference => ({
  secant: (a, b) => stiffness * (0.5 - length / (Math.sqrt(a) + Math.sqrt(b))),
  slope: (a, b) => (stiffness * length) / (2 * Math.sqrt(b) * (Math.sqrt(a) + Math.sqrt(b)) ** 2),
});

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

test("an expression of a strain has the same discrete gradient, resistance and tangents", () => {
  const byHand = centralGradient(springSecant(3, 0.5), [0.1, 0.2]);
  const { discreteGradient: compiled } = potentialOf({
    coordinates: ["x", "y"],
    strains: { square: "x^2 + y^2" },
    potential: "3/2*(sqrt(square) - 0.5)^2 + 0.1*x + 0.2*y",
  });
  const [a, b] = [Float64Array.of(1, 0.2), Float64Array.of(0.9, 0.9)];
  for (const [one, other] of [
    [byHand, compiled],
    [byHand.resisting?.(0.3), compiled.resisting?.(0.3)],
  ]) {
    const [g, same, K, alike] = [2, 2, 4, 4].map((length) => new Float64Array(length));
    one?.between(a, b, g);
    other?.between(a, b, same);
    one?.tangent.values(a, b, K);
    other?.tangent.values(a, b, alike);
    // Some tens of operations.
    for (let i = 0; i < 2; i++) expect(same[i]).toBeCloseTo(g[i], 14);
    for (let i = 0; i < 4; i++) expect(alike[i]).toBeCloseTo(K[i], 13);
  }
});

test("on a line: the secant itself", () => {
  const { between, tangent } = lineGradient({ secant: (a, b) => a + b, slope: () => 1 });
  const out = new Float64Array(1);
  between(Float64Array.of(2), Float64Array.of(5), out);
  expect(out[0]).toBe(7);
  tangent.values(Float64Array.of(2), Float64Array.of(5), out);
  expect(out[0]).toBe(1);
});
