import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { potentialOf } from "../../src/symbolic/potential.js";
import { evaluate, print, SMOOTH, states, trees } from "./tree.js";

const coordinates = ["x", "y", "z"];

/** Gradient and Hessian at a point. */
function derivatives(text: string, at: readonly number[], names: readonly string[] = coordinates.slice(0, at.length)) {
  const { gradient, tangent } = potentialOf({ coordinates: names, potential: text });
  const q = Float64Array.from(at);
  const [g, h] = [new Float64Array(at.length), new Float64Array(tangent.pattern.column.length)];
  gradient(q, g);
  tangent.values(q, h);
  return { gradient: [...g], hessian: [...h] };
}

/** The derivative at 0 by central differences of order six, with its own estimate of the error. */
function slope(f: (s: number) => number): { value: number; error: number } {
  const estimate = (h: number) =>
    (45 * (f(h) - f(-h)) - 9 * (f(2 * h) - f(-2 * h)) + (f(3 * h) - f(-3 * h))) / (60 * h);
  const [coarse, fine] = [estimate(4e-3), estimate(2e-3)];
  // The finer one is about 2^6 times better, until rounding is felt.
  return { value: fine, error: Math.abs(fine - coarse) / 20 };
}

describe("against central differences", () => {
  test("gradient and Hessian of random smooth functions", () => {
    let compared = 0;
    fc.assert(
      fc.property(trees(SMOOTH), states, (tree, at) => {
        const text = print(tree);
        const { gradient, tangent } = potentialOf({ coordinates, potential: text, backEnd: "tape" });
        const g = new Float64Array(3);
        const h = new Float64Array(9);
        gradient(Float64Array.from(at), g);
        tangent.values(Float64Array.from(at), h);
        const moved = (i: number, s: number) => at.map((value, k) => (k === i ? value + s : value));
        const value = ([x, y, z]: number[]) => evaluate(tree, { x, y, z });
        const slopes = new Float64Array(3);
        const compare = (exact: number, difference: { value: number; error: number }, size: number) => {
          // Functions that wiggle faster than the differences resolve teach nothing.
          if (!(difference.error < 1e-7 * size)) return;
          // 1e-10: rounding of f, about 1e-15 times its size, over a step of 2e-3, with room for the factor 45.
          expect(Math.abs(exact - difference.value), text).toBeLessThan(2 * difference.error + 1e-10 * size);
          compared++;
        };
        for (let i = 0; i < 3; i++) {
          compare(
            g[i],
            slope((s) => value(moved(i, s))),
            Math.max(1, Math.abs(g[i]), Math.abs(value([...at]))),
          );
          for (let j = 0; j < 3; j++) {
            const along = (s: number) => {
              gradient(Float64Array.from(moved(j, s)), slopes);
              return slopes[i];
            };
            compare(h[3 * i + j], slope(along), Math.max(1, Math.abs(h[3 * i + j]), Math.abs(g[i])));
          }
        }
      }),
      { seed: 5, numRuns: 600 },
    );
    expect(compared).toBeGreaterThan(5000);
  });

  test.each<[string, readonly [number, number]]>([
    ["x/y + y/x^2", [0.7, 1.3]],
    ["sqrt(x^2 + y^2)", [0.3, -0.4]],
    ["(x^2 + y^2)^1.5", [0.3, -0.4]],
    ["1/sqrt(x^2 + y^2)", [0.3, -0.4]],
    ["x^2.3*y^-0.7", [1.2, 0.8]],
    ["x^y", [1.2, 0.8]],
    ["2^x*e^y", [0.2, 0.3]],
    ["tan(x) + asin(y) + acos(x)", [0.2, 0.4]],
    ["atan2(y, x) + atan(x*y)", [-0.5, 0.6]],
    ["sinh(x)*cosh(y) + tanh(x*y)", [0.5, 0.6]],
    ["exp(-x^2)*log(y)", [0.5, 1.6]],
    ["abs(x)*sign(y) + max(x, y)^3 + min(x, 2*y)*x", [-0.5, 0.7]],
    ["if(x > y, x^3*y, y^2) + if(x < 0 or y > 5, 1, x*y)", [0.9, 0.7]],
  ])("%s", (text, at) => {
    const { gradient, hessian } = derivatives(text, at);
    const parts = potentialOf({ coordinates: ["x", "y"], potential: text });
    const g = new Float64Array(2);
    for (let i = 0; i < 2; i++) {
      const moved = (s: number) => Float64Array.from(at, (value, k) => (k === i ? value + s : value));
      // 1e-8: order six with a step of 2e-3 leaves (2e-3)^6 times a seventh derivative of up to 1e5 here.
      expect(slope((s) => parts.potential(moved(s))).value).toBeCloseTo(gradient[i], 8);
      for (let j = 0; j < 2; j++) {
        const along = (s: number) => {
          parts.gradient(moved(s), g);
          return g[j];
        };
        expect(slope(along).value).toBeCloseTo(hessian[2 * j + i], 8);
      }
    }
  });
});

describe("where a careless derivative is not finite", () => {
  test.each<[string, readonly number[], readonly number[], readonly number[]]>([
    ["x^2", [0], [0], [2]],
    ["x^3", [0], [0], [0]],
    ["x^7", [0], [0], [0]],
    ["x^-2", [2], [-0.25], [0.375]],
    ["x^1.5", [0], [0], [Number.POSITIVE_INFINITY]],
    ["(x^2)^2.5", [0], [0], [0]],
    ["if(x > 0, x^1.5, 0)", [-1], [0], [0]],
    ["if(x > 0, sqrt(x), 0) + if(x > -5, log(x + 5), 0)", [-6], [0], [0]],
    ["if(x > 0, if(x > 1, log(x - 1), 0), 0)", [-1], [0], [0]],
    ["max(x, 0)^1.5", [-1], [0], [0]],
    ["max(x, 0)^1.5", [4], [3], [0.375]],
    ["max(0, 1 - x)^2.5 + if(x < 3, exp(x^2), 0)", [1000], [0], [0]],
    ["abs(x)^3", [-1], [-3], [6]],
    ["2^x", [0], [Math.LN2], [Math.LN2 ** 2]],
    ["sign(x) + (x > 0)", [1], [0], [0]],
  ])("%s at %s", (text, at, gradient, hessian) => {
    const found = derivatives(text, at);
    found.gradient.forEach((value, i) => {
      expect(value).toBeCloseTo(gradient[i], 12);
    });
    found.hessian.forEach((value, i) => {
      expect(value).toBeCloseTo(hessian[i], 12);
    });
  });

  test("x^y is smooth in x and y at x = 0", () => {
    expect(derivatives("x^y", [0, 3]).gradient).toEqual([0, 0]);
  });
});

describe("effort", () => {
  test("conditions within conditions end in words, not in hours", () => {
    const many = Array.from({ length: 300 }, (_, i) => `if(x > ${i}, sqrt(y), log(x))`).join("*");
    expect(() => potentialOf({ coordinates: ["x", "y"], potential: many })).toThrow(/more than 64 conditions/);
  });

  test("a graph that would not end is refused", () => {
    const long = Array(60_000).fill("x/y").join("/");
    expect(() => potentialOf({ coordinates: ["x", "y"], potential: long })).toThrow(/more than 500000 operations/);
  });
});

describe("derivatives where formulas meet zeros and infinities", () => {
  test("of powers whose exponent is zero there, and varies with the base", () => {
    const log2 = Math.log(2);
    const { gradient, hessian } = derivatives("(2 + x)^x", [0]);
    expect(gradient[0]).toBeCloseTo(log2, 15);
    // (2 + x)^x = exp(x log(2 + x)): (log 2)² + 2/2 at 0.
    expect(hessian[0]).toBeCloseTo(log2 ** 2 + 1, 14);
    const both = derivatives("(2 + x)^(y - x)", [0.3, 0.3]);
    const log = Math.log(2.3);
    expect(both.hessian[0]).toBeCloseTo(log ** 2 - 2 / 2.3, 14);
    expect(both.hessian[1]).toBeCloseTo(1 / 2.3 - log ** 2, 14);
    expect(both.hessian[3]).toBeCloseTo(log ** 2, 14);
  });

  test("of powers whose base and exponent are zero", () =>
    expect(derivatives("y + x^z", [0, 1, 0]).gradient[0]).toBe(0));

  test("of tanh far out: nothing, and no NaN", () => {
    for (const x of [400, 711, 1e5, -1e5]) {
      const { gradient, hessian } = derivatives("tanh(x)", [x]);
      expect(Math.abs(gradient[0]) + Math.abs(hessian[0])).toBeLessThan(1e-300);
    }
    // sech² and −2 tanh sech².
    expect(derivatives("tanh(x)", [20]).gradient[0] / (4 * Math.exp(-40))).toBeCloseTo(1, 14);
    expect(derivatives("tanh(x)", [20]).hessian[0] / (-8 * Math.exp(-40))).toBeCloseTo(1, 14);
  });
});
