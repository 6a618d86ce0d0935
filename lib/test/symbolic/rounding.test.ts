import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bind, scopeOf } from "../../src/symbolic/bind.js";
import { emptyGraph } from "../../src/symbolic/dag.js";
import { partials } from "../../src/symbolic/derivative.js";
import { slopesBetween } from "../../src/symbolic/discrete-gradient.js";
import { parse } from "../../src/symbolic/parse.js";
import { potentialOf } from "../../src/symbolic/potential.js";
import { evaluated, numberOf } from "./precise.js";
import { EVERYTHING, evenly, print, SMOOTH, trees } from "./tree.js";

const UNIT = 2 ** -53;
const coordinates = ["x", "y", "z"];

/** How far what is computed is from what the same nodes are without rounding, with the bounds. */
function gradientErrors(text: string, at: readonly number[]) {
  const { gradient, gradientRounding } = potentialOf({ coordinates, potential: text, backEnd: "tape" });
  const graph = emptyGraph();
  const derivatives = partials(graph, bind(graph, parse(text), scopeOf(graph, coordinates)));
  const nodes = coordinates.map((_, i) => derivatives.get(i) ?? graph.constant(0));
  const [found, bound] = [new Float64Array(3), new Float64Array(3)];
  gradient(Float64Array.from(at), found);
  gradientRounding(Float64Array.from(at), bound);
  const exact = evaluated(graph, nodes, at).map(numberOf);
  return exact.map((value, i) => ({ value, error: Math.abs(found[i] - value), bound: bound[i] }));
}

function slopeErrors(text: string, a: readonly number[], b: readonly number[]) {
  const { between, rounding } = potentialOf({ coordinates, potential: text, backEnd: "tape" }).discreteGradient;
  const graph = emptyGraph();
  const nodes = slopesBetween(graph, bind(graph, parse(text), scopeOf(graph, coordinates)), 3);
  const [found, bound] = [new Float64Array(3), new Float64Array(3)];
  between(Float64Array.from(a), Float64Array.from(b), found);
  rounding?.(Float64Array.from(a), Float64Array.from(b), bound);
  const exact = evaluated(graph, nodes, [...a, ...b]).map(numberOf);
  return exact.map((value, i) => ({ value, error: Math.abs(found[i] - value), bound: bound[i] }));
}

const median = (values: readonly number[]) => [...values].sort((p, q) => p - q)[values.length >> 1];

describe("random expressions", () => {
  /** Runs over random expressions; returns bound over error, for those with an error at all. */
  const excesses = (
    vocabulary: typeof EVERYTHING,
    seed: number,
    errors: (text: string, a: readonly number[], b: readonly number[]) => ReturnType<typeof gradientErrors>,
  ) => {
    const found: number[] = [];
    fc.assert(
      fc.property(trees(vocabulary), evenly(1.5), evenly(1.5), (tree, a, b) => {
        const text = print(tree);
        let results: ReturnType<typeof gradientErrors>;
        try {
          results = errors(text, a, b);
        } catch {
          return; // a constant part that is not finite
        }
        for (const { value, error, bound } of results) {
          // A branch that is chosen by rounding alone (log(e) < 1) is a matter of no small error.
          if (!Number.isFinite(value) || !Number.isFinite(bound) || !(error < 1e-3 * Math.abs(value))) continue;
          // The value is a double itself: half an ulp.
          expect(error, `${text} at ${a}, ${b}`).toBeLessThanOrEqual(bound + UNIT * Math.abs(value));
          if (error > UNIT * Math.abs(value)) found.push(bound / error);
        }
      }),
      { seed, numRuns: 800 },
    );
    return found;
  };

  test("of the gradient: the bound holds, and is not wide", () => {
    const found = [...excesses(EVERYTHING, 21, gradientErrors), ...excesses(SMOOTH, 22, gradientErrors)];
    expect(found.length).toBeGreaterThan(100);
    expect(median(found)).toBeLessThan(20);
  });

  test("of the discrete gradient", () => {
    const found = [...excesses(EVERYTHING, 23, slopeErrors), ...excesses(SMOOTH, 24, slopeErrors)];
    expect(found.length).toBeGreaterThan(100);
    expect(median(found)).toBeLessThan(40);
  });
});

test("a sum that cancels is known to: the bound is that of its terms", () => {
  const [{ value, error, bound }] = gradientErrors("1e6*sin(x) - 1e6*x + 1e6*x^3/6", [1e-3, 0, 0]);
  // d/dx ≈ 1e6 x⁴/24 = 4e-8, of terms 1e6.
  expect(Math.abs(value)).toBeLessThan(1e-7);
  expect(bound).toBeGreaterThan(error);
  expect(bound).toBeGreaterThan(2 * UNIT * 1e6);
  expect(bound).toBeLessThan(50 * UNIT * 1e6);
});

test("by hand: k x with a state that is rounded too", () => {
  const [{ bound }] = gradientErrors("1.5*x^2", [0.7, 0, 0]);
  // 3 x: an error of |x| in x, times 3, and the product's own.
  expect(bound).toBeCloseTo(UNIT * (3 * 0.7 + 3 * 0.7), 25);
});

test("an exact zero under a root is no error", () => {
  for (const { bound } of gradientErrors("(x^2)^1.5 + max(0, y)^1.5", [0, 0, 0])) expect(bound).toBe(0);
});

describe("ends that are powers of ten apart", () => {
  // Slopes of ordinary size, between values that are not: an error of one end, times the slope at the other, says nothing.
  test.each([
    ["log(1 + exp(50*x))", -1, 1.2],
    ["log(cosh(60*x))", 1e-3, 1.5],
    ["log(exp(3*x) + exp(-40*x) + 2)", -1.4, 1],
    ["atan(exp(50*x))", -1, 1],
    ["(1 + exp(60*x))^0.3", -1.2, 1.1],
    ["tanh(1 + exp(4*x))", -1.5, 1.2],
    ["log(0.001 + x^2)", 1e-9, 1.5],
    ["exp(-exp(5*x))", -1, 0.6],
  ])("%s from %d to %d", (text, a, b) => {
    for (const [from, to] of [
      [a, b],
      [b, a],
    ]) {
      const [{ value, error, bound }] = slopeErrors(text, [from, 0, 0], [to, 0, 0]);
      expect(error).toBeLessThanOrEqual(bound + UNIT * Math.abs(value));
      // Arguments up to 90 are rounded to as many units, which exp makes relative; some ten operations.
      expect(bound).toBeLessThan(5000 * UNIT * Math.abs(value));
    }
  });
});

test("what has overflowed in a denominator leaves no error", () => {
  const { gradientRounding } = potentialOf({ coordinates, potential: "tanh(17*x) + y^2", backEnd: "tape" });
  const bound = new Float64Array(3);
  gradientRounding(Float64Array.of(50, 0, 0), bound);
  expect(Math.max(...bound)).toBeLessThan(1e-300);
});
