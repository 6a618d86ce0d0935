/** The divided differences of the functions, against quotients of differences in 256 bits. */
import { describe, expect, test } from "vitest";
import { emptyGraph } from "../../src/symbolic/dag.js";
import { CURVE, DIVIDED, type Divided } from "../../src/symbolic/divided-differences.js";
import { evaluated, numberOf, over } from "./precise.js";

const UNIT = 2 ** -53;

/** f(b) − f(a) over b − a, and the same of f′ and this. */
function exact(f: Divided, a: number, b: number, p: number) {
  const graph = emptyGraph();
  const x = graph.input(0);
  const value = f === "pow" ? graph.power(x, p) : graph.call(f, x);
  const [left, right] = [a, b].map((at) => evaluated(graph, [value, x], [at]));
  const slope = over(right[0]! - left[0]!, right[1]! - left[1]!);
  return numberOf(slope);
}

const RANGES: readonly [Divided, readonly number[], number][] = [
  ["sin", [-3, -0.4, 0.1, 0.8, 3], 0],
  ["cos", [-3, -0.4, 0.1, 0.8, 3], 0],
  ["tan", [-1.2, -0.4, 0.1, 0.8, 1.4], 0],
  ["sinh", [-6, -0.4, 0.1, 0.8, 6], 0],
  ["cosh", [-6, -0.4, 0.1, 0.8, 6], 0],
  ["tanh", [-6, -0.4, 0.1, 0.8, 6], 0],
  ["tanh", [4, 6, 8, 15, 19], 0],
  ["exp", [-30, -0.4, 0.1, 0.8, 30], 0],
  ["log", [1e-9, 0.1, 0.17, 0.8, 1e6], 0],
  ["atan", [-50, -0.4, 0.1, 0.8, 1e4], 0],
  ["asin", [-0.95, -0.4, 0.1, 0.8, 0.97], 0],
  ["pow", [1e-6, 0.1, 0.17, 0.8, 1e3], 0.3],
  ["pow", [1e-6, 0.1, 0.17, 0.8, 1e3], 0.003],
  ["pow", [1e-2, 0.1, 0.17, 0.8, 30], -2.2],
  ["pow", [1e-6, 0.1, 0.17, 0.8, 1e3], 3.7],
];

describe.each(RANGES)("%s", (f, places, p) => {
  const slope = DIVIDED[`${f}Slope`] as (a: number, b: number, d: number, p: number) => number;
  const curve = DIVIDED[CURVE[`${f}Slope`]] as (a: number, b: number, d: number, p: number) => number;
  const pairs = places.flatMap((a) => [
    ...places.filter((b) => b !== a).map((b) => [a, b] as const),
    ...[1e-13, 1e-7, 1e-3, 0.1].map((relative) => [a, a * (1 - relative)] as const),
  ]);

  test("f[a, b] within a few ulp, and the same bits for [b, a]", () => {
    for (const [a, b] of pairs) {
      const expected = exact(f, a, b, p);
      // The mean and the difference of the ends are rounded: near a zero of the derivative, and in large arguments, that counts as much.
      const size = Math.abs(expected) + Math.abs(curve(a, b, b - a, p)) * (Math.abs(a) + Math.abs(b));
      expect(Math.abs(slope(a, b, b - a, p) - expected), `${a}, ${b}`).toBeLessThan(14 * UNIT * size);
      expect(slope(b, a, a - b, p)).toBe(slope(a, b, b - a, p));
    }
  });

  test("f[a, b, b] is its derivative by b", () => {
    for (const [a, b] of pairs) {
      // How far it is to 0, where logarithms and powers end, or to 1, where asin does.
      const reach = Math.min(1, Math.abs(b), f === "asin" ? 1 - Math.abs(b) : 1);
      const h = 1e-4 * reach;
      const value = (k: number) => slope(a, b + k * h, b + k * h - a, p);
      const expected = (8 * (value(1) - value(-1)) - (value(2) - value(-2))) / (12 * h);
      const found = curve(a, b, b - a, p);
      // Fourth order: h⁴ = 1e-16 times a fifth derivative in units of the reach; rounding of the slope over 1e-4.
      const size = Math.abs(found) + Math.abs(value(0)) / reach;
      expect(Math.abs(found - expected), `${a}, ${b}`).toBeLessThan(1e-10 * size);
    }
  });

  test("where the ends meet: the derivative, and half the second one", () => {
    const [, , a] = places;
    const h = 1e-4 * a;
    const at = (x: number) => slope(x, x, 0, p);
    // Second order: (1e-4)² times a few.
    expect((at(a + h) - at(a - h)) / (4 * h * curve(a, a, 0, p))).toBeCloseTo(1, 6);
    expect(Math.abs(at(a) / exact(f, a * (1 - 1e-9), a * (1 + 1e-9), p) - 1)).toBeLessThan(1e-14);
  });
});

test("ends at which the values overflow or vanish", () => {
  expect(DIVIDED.expSlope(-2000, 0, 2000)).toBe(1 / 2000);
  expect(DIVIDED.tanhSlope(-800, 800, 1600)).toBe(2 / 1600);
  expect(DIVIDED.powSlope(0, 0.5, 0.5, 2.2)).toBeCloseTo(0.5 ** 1.2, 15);
  expect(DIVIDED.powSlope(0, 0, 0, 2.2)).toBe(0);
  expect(DIVIDED.asinSlope(-1, 1, 2)).toBe(Math.PI / 2);
});
