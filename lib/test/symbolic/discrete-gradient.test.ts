import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Vec } from "../../src/core/vec.js";
import { bind, scopeOf } from "../../src/symbolic/bind.js";
import { emptyGraph } from "../../src/symbolic/dag.js";
import { parse } from "../../src/symbolic/parse.js";
import { potentialOf } from "../../src/symbolic/potential.js";
import { differences } from "../systems/derivatives.js";
import { evaluated, numberOf, preciseOf, times } from "./precise.js";
import { EVERYTHING, evenly, print, SMOOTH, states, trees } from "./tree.js";

const UNIT = 2 ** -53;

/** The discrete gradient of an expression as a function, with what a test asks of it. */
function of(text: string, coordinates: readonly string[] = ["x", "y"], backEnd: "wasm" | "tape" = "tape") {
  const { discreteGradient, gradient, potential } = potentialOf({ coordinates, potential: text, backEnd });
  const graph = emptyGraph();
  const root = bind(graph, parse(text), scopeOf(graph, coordinates));
  const vector = (write: (out: Vec) => void, length = coordinates.length) => {
    const out = new Float64Array(length).fill(Number.NaN);
    write(out);
    return out;
  };
  const between = (a: Vec, b: Vec) => vector((out) => discreteGradient.between(a, b, out));
  const { pattern } = discreteGradient.tangent;
  return {
    discreteGradient,
    between,
    potential,
    gradient: (q: Vec) => vector((out) => gradient(q, out)),
    rounding: (a: Vec, b: Vec) => vector((out) => discreteGradient.rounding?.(a, b, out)),
    tangent: (a: Vec, b: Vec) => vector((out) => discreteGradient.tangent.values(a, b, out), pattern.column.length),
    /** s·(b − a) − (V(b) − V(a)) and V(b) − V(a), both without rounding of their own; NaN where V is not finite. */
    defect(a: Vec, b: Vec) {
      const [before] = evaluated(graph, [root], [...a]);
      const [behind] = evaluated(graph, [root], [...b]);
      if (before === null || behind === null) return { defect: Number.NaN, change: Number.NaN };
      const work = [...between(a, b)].map((s, i) => {
        const [slope, left, right] = [s, a[i], b[i]].map(preciseOf);
        return slope === null ? null : times(slope, right! - left!);
      });
      const sum = work.reduce((all, one) => (all === null || one === null ? null : all + one), 0n);
      return {
        defect: sum === null ? Number.NaN : numberOf(sum - (behind - before)),
        change: numberOf(behind - before),
        /** Does V come out the same in double precision, or does it take another branch? */
        value: [numberOf(before), numberOf(behind)],
      };
    },
  };
}

const vec = (...values: readonly number[]): Vec => Float64Array.from(values);
const towards = (a: Vec, direction: readonly number[], length: number) => a.map((x, i) => x + length * direction[i]);
const SEPARATIONS = [1e-14, 1e-11, 1e-8, 1e-5, 1e-2, 0.3, 1, 10];

describe("every function of the notation", () => {
  // Directions along which the domain is not left at a distance of 10.
  test.each<[string, readonly [number, number], readonly [number, number], number]>([
    ["x*y - 3*x + y/4", [0.7, 0.3], [1, -0.2], 6],
    ["x/y", [0.7, 0.3], [1, 0.2], 8],
    ["x^2 + y^2", [0.7, 0.3], [1, 0.2], 6],
    ["x^7", [0.7, 0.3], [1, 0.2], 12],
    ["x^-3", [0.7, 0.3], [1, 0.2], 12],
    ["x^40", [0.7, 0.3], [0.1, 0.2], 16],
    ["sqrt(x)", [0.7, 0.3], [1, 0.2], 6],
    ["x^2.5 + x^-1.5", [0.7, 0.3], [1, 0.2], 30],
    ["x^0.3", [0.7, 0.3], [1, 0.2], 12],
    ["x^-2.2", [0.7, 0.3], [1, 0.2], 12],
    ["sin(x)", [0.7, 0.3], [1, 0.2], 12],
    ["cos(x)", [0.7, 0.3], [1, 0.2], 12],
    ["tan(x)", [0.7, 0.3], [1, 0.2], 16],
    ["asin(x)", [0.7, 0.3], [0.029, 0.2], 12],
    ["acos(x)", [-0.7, 0.3], [0.16, 0.2], 12],
    ["atan(x)", [0.7, 0.3], [-1, 0.2], 12],
    ["atan2(y, x)", [0.7, 0.3], [-1, 0.2], 16],
    ["sinh(x)", [0.7, 0.3], [1, 0.2], 16],
    ["cosh(x)", [0.7, 0.3], [1, 0.2], 16],
    ["tanh(x)", [-0.7, 0.3], [0.4, 0.2], 12],
    ["exp(x)", [0.7, 0.3], [1, 0.2], 8],
    ["log(x)", [0.7, 0.3], [1, 0.2], 8],
    ["abs(x)", [0.7, 0.3], [1, 0.2], 2],
    ["x^y", [0.7, 0.3], [1, 0.2], 40],
    ["2^x", [0.7, 0.3], [1, 0.2], 12],
    ["min(x, y) + max(x, 2*y)", [0.7, 0.3], [1, 0.2], 6],
    ["if(x > y, x^2, y) + sign(x)", [0.7, 0.3], [1, 0.2], 6],
  ])("%s: s·Δq = ΔV at any distance", (text, at, direction, ulps) => {
    const { defect, between } = of(text);
    const a = vec(...at);
    for (const length of SEPARATIONS) {
      const b = towards(a, direction, length);
      const found = defect(a, b);
      // Relative to ΔV: a few roundings of each slope. Where they cancel in part (two terms, tan across a pole), to their sizes.
      const terms = between(a, b).reduce((sum, s, i) => sum + Math.abs(s * (b[i] - a[i])), 0);
      expect(Math.abs(found.defect), `at ${length}`).toBeLessThanOrEqual(ulps * UNIT * terms);
      expect(between(b, a), `exchanged at ${length}`).toEqual(between(a, b));
    }
  });

  test.each(["sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "log", "sqrt", "abs"])(
    "%s: the gradient where the ends coincide",
    (name) => {
      const { between, gradient } = of(`${name}(x)*y + x`);
      const [found, expected] = [between(vec(0.4, 0.7), vec(0.4, 0.7)), gradient(vec(0.4, 0.7))];
      // Two roundings of the function and of its derivative.
      found.forEach((s, i) => void expect(Math.abs(s - expected[i])).toBeLessThan(8 * UNIT * Math.abs(expected[i])));
    },
  );
});

describe("products of which one factor grows as the other decays", () => {
  const STEEP: readonly [text: string, steepness: number][] = [
    ["exp(20*x)*exp(-19*x)", 20],
    ["exp(20*x)/exp(19*x)", 20],
    ["cosh(15*x)*exp(-14*x)", 15],
    ["exp(12*x)/(1 + exp(13*x))", 13],
    ["x^9.5*x^(-9.3)", 10],
    ["sinh(10*x)*exp(-11*x)", 11],
    ["exp(15*x - y)*exp(y - 14*x)", 16],
    ["(2 + exp(8*x))^3*exp(-25*x)", 25],
    ["log(1 + exp(25*x))*exp(-24*x)", 25],
    ["exp(3*x^2)*exp(y - 3*x*x)", 60],
  ];
  const ENDS = [0.1 + 1e-8, 0.10001, 0.2, 0.7, 1.1, 2.1, 4.1].map((x) => [vec(0.1, 0.3), vec(x, 0.4)] as const);

  test.each(STEEP)("%s: s·Δq = ΔV to the last digits of V at the ends", (text, steepness) => {
    const { defect, between, rounding } = of(text);
    for (const [a, b] of ENDS) {
      const { defect: error, value = [] } = defect(a, b);
      const largest = Math.max(...value.map(Math.abs));
      // The arguments of the functions are rounded, and the functions follow them: one part in 2⁵³ of steepness·x.
      expect(Math.abs(error), `to ${b[0]}`).toBeLessThan(4 * UNIT * (1 + steepness * b[0]) * largest);
      const bound = rounding(a, b).reduce((sum, e, i) => sum + e * Math.abs(b[i] - a[i]), 0);
      expect(Math.abs(error)).toBeLessThan(bound);
      expect(between(b, a)).toEqual(between(a, b));
    }
  });

  test.each(STEEP)("%s: the tangent is the derivative by b", (text) => {
    const { between, tangent, discreteGradient } = of(text);
    const { rowStart, column } = discreteGradient.tangent.pattern;
    for (const [a, b] of ENDS.slice(2)) {
      const values = tangent(a, b);
      const largest = Math.max(...values.map(Math.abs));
      for (let i = 0; i < 2; i++) {
        for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
          const [less, more] = [-1e-6, 1e-6].map((e) => b.map((x, j) => (j === column[k] ? x + e : x)));
          const quotient = (between(a, more)[i] - between(a, less)[i]) / (more[column[k]] - less[column[k]]);
          // Rounding of the slopes over 2e-6, and (30e-6)²/6 of curvature.
          expect(Math.abs(values[k] - quotient)).toBeLessThan(1e-6 * largest);
        }
      }
    }
  });

  test("squares that overflow, and factors that vanish", () => {
    const { between } = of("exp(400*x)*exp(-399*x)", ["x"]);
    // exp(x) from 0 to 1.7: f_b g_a is 10^295.
    expect(between(vec(0), vec(1.7))[0] * 1.7).toBeCloseTo(Math.expm1(1.7), 10);
    expect(between(vec(1.7), vec(0))[0] * 1.7).toBeCloseTo(Math.expm1(1.7), 10);
    const waves = of("sin(x)*sin(2*x)", ["x"]);
    expect(waves.between(vec(0), vec(0))[0]).toBe(0);
    expect(waves.between(vec(0), vec(0.5))[0] * 0.5).toBeCloseTo(Math.sin(0.5) * Math.sin(1), 15);
  });

  test("of distances keep the angular momentum", () => {
    const { between } = of("exp(9*sqrt(x^2 + y^2))*exp(-8*(x^2 + y^2)) + cosh(x^2 + y^2)/(x^2 + y^2)^1.5");
    for (const b of [vec(0.31, 0.42), vec(1.3, -0.4), vec(-2, 1)]) {
      const a = vec(0.3, 0.4);
      const s = between(a, b);
      const middle = a.map((x, i) => (x + b[i]) / 2);
      const torque = middle[0] * s[1] - middle[1] * s[0];
      expect(Math.abs(torque)).toBeLessThan(4 * UNIT * Math.hypot(...middle) * Math.hypot(...s));
    }
  });
});

describe("random expressions", () => {
  const distances = fc.constantFrom(...SEPARATIONS.slice(0, 7));
  // Not the special values that fast-check likes: the squares of 1e-200 are 0.
  const [places, direction] = [evenly(1.5), evenly(1)];

  test("s·Δq = ΔV within the bound on rounding, and not by wide bounds; the exchange of ends keeps every bit", () => {
    let compared = 0;
    let close = 0;
    fc.assert(
      fc.property(trees(EVERYTHING), places, direction, distances, (tree, at, along, length) => {
        const text = print(tree);
        let formula: ReturnType<typeof of>;
        try {
          formula = of(text, ["x", "y", "z"]);
        } catch {
          return; // a constant part that is not finite
        }
        const a = vec(...at);
        const b = towards(a, along, length);
        const s = formula.between(a, b);
        expect(formula.between(b, a), text).toEqual(s);
        const { defect, change, value = [] } = formula.defect(a, b);
        const bound = formula.rounding(a, b).reduce((sum, e, i) => sum + e * Math.abs(b[i] - a[i]), 0);
        // Expressions that jump and do so between the exact and the rounded value, 0^0 and the like, are not compared.
        const same = [a, b].every((q, i) => Math.abs(formula.potential(q) - value[i]) <= 1e-9 * Math.abs(value[i]));
        if (!same || !Number.isFinite(bound) || Math.abs(change) > 1e30) return;
        expect(Math.abs(defect), `${text} at ${at} + ${length}·[${along}]`).toBeLessThanOrEqual(bound + 1e-55); // the reference ends at 2⁻²⁵⁶
        compared++;
        if (bound <= 200 * UNIT * Math.abs(change)) close++;
      }),
      { seed: 11, numRuns: 1200 },
    );
    expect(compared).toBeGreaterThan(400);
    expect(close).toBeGreaterThan(200);
  });

  test("the tangent is the derivative by b", () => {
    let compared = 0;
    fc.assert(
      fc.property(trees(SMOOTH), places, direction, distances, (tree, at, along, length) => {
        const text = print(tree);
        const { between, tangent } = of(text, ["x", "y", "z"]);
        const a = vec(...at);
        const b = towards(a, along, length);
        const found = tangent(a, b);
        const [coarse, fine] = [2e-2, 1e-2].map((step) => differences((x) => between(a, x), b, step));
        const size = Math.max(1, ...between(a, b).map(Math.abs), ...found.map(Math.abs));
        for (let i = 0; i < 3; i++) {
          for (let j = 0; j < 3; j++) {
            const error = Math.abs(coarse[j][i] - fine[j][i]);
            // Functions that wiggle faster than the differences resolve teach nothing.
            if (!(error < 1e-8 * size)) continue;
            // 1e-12: rounding of the slopes over a step of 1e-2, with room for their inner terms.
            expect(Math.abs(found[3 * i + j] - fine[j][i]), text).toBeLessThanOrEqual(error + 1e-12 * size);
            compared++;
          }
        }
      }),
      { seed: 12, numRuns: 400 },
    );
    expect(compared).toBeGreaterThan(2500);
  });

  test("both back ends give the same bits", () => {
    let same = 0;
    fc.assert(
      fc.property(trees(EVERYTHING), states, states, (tree, at, to) => {
        const text = print(tree);
        const results = (["wasm", "tape"] as const).map((backEnd) => {
          try {
            const { between, tangent, rounding } = of(text, ["x", "y", "z"], backEnd);
            const [a, b] = [vec(...at), vec(...to)];
            return [...between(a, b), ...tangent(a, b), ...rounding(a, b)];
          } catch {
            return null;
          }
        });
        expect(results[0], text).toEqual(results[1]);
        if (results[0] !== null) same++;
      }),
      { seed: 13, numRuns: 300 },
    );
    expect(same).toBeGreaterThan(200);
  });
});

test.each<[string, readonly [number, number], readonly [number, number]]>([
  ["x/y + y/x^2 + x^-1.5", [0.7, 1.3], [0.9, 1.1]],
  ["x^2.3*y^-0.7 + x^1.5", [1.2, 0.8], [0.9, 1.1]],
  ["x^2.3*y^-0.7", [1.2, 0.4], [0.3, 2.1]],
  ["x^y + 2^x", [1.2, 0.8], [1.3, 1.1]],
  ["tan(x) + asin(y) + acos(x)", [0.2, 0.4], [0.25, -0.6]],
  ["atan2(y, x) + atan(x*y)", [-0.5, 0.6], [0.4, 1.6]],
  ["atan2(y, x)", [-0.5, 0.6], [-0.7, -0.4]],
  ["sinh(x)*cosh(y) + tanh(x*y)", [0.5, 0.6], [1.5, 2.6]],
  ["exp(-x^2)*log(y)", [0.5, 1.6], [0.6, 0.3]],
  ["abs(x)*sign(y) + max(x, y)^3 + min(x, 2*y)*x", [-0.5, 0.7], [0.3, -0.4]],
  ["if(x > y, x^3*y, y^2) + if(x < 0 or y > 5, 1, x*y)", [0.9, 0.7], [-0.3, 0.4]],
])("tangent of %s from %s to %s", (text, at, to) => {
  const { between, tangent } = of(text);
  const [a, b] = [vec(...at), vec(...to)];
  const expected = differences((x) => between(a, x), b, 5e-3);
  // 1e-8: eighth order with a step of 5e-3 leaves (5e-3)^8 times a ninth derivative of up to 1e9 here.
  tangent(a, b).forEach((value, k) => void expect(value).toBeCloseTo(expected[k % 2][Math.floor(k / 2)], 8));
});

describe("across a kink or a jump", () => {
  test.each<[string, number, number]>([
    ["abs(x)", -0.3, 0.7],
    ["abs(x)^3", -0.3, 0.7],
    ["max(x, 0)^2.2", -0.3, 0.7],
    ["max(x, 0)^2.2", -0.9, -0.7],
    ["max(x, 0)^2.2", 0, 0.5],
    ["min(x, 1 - x)", 0.2, 0.9],
    ["min(log(x + 1), 1/x)", 0.4, 4],
    ["sign(x)*(x - 1)", -0.3, 0.7],
    ["(x > 0.1)*x", -0.3, 0.7],
    ["if(x > 0, x^2, -x)", -0.3, 0.7],
    ["if(x > 0, x^1.5, 0)", -0.3, 0.7],
    ["if(x > 0, log(x), 0)", -0.3, 0.7],
    ["if(x > 0 and x^2 < 4, cos(x), x)", -0.3, 0.7],
    ["if(not (x < 0 or x > 2), exp(x), 0)", 1.7, 2.2],
    ["if(sqrt(x) > 0.5, x, 0)", -0.3, 0.7],
    ["if(x == 0.5, 3, x)", 0.5, 0.7],
    ["if(x, x^2, 1)", 0, 0.7],
    ["sqrt(x)", 0, 0.5],
    ["x^0.3", 0, 0.5],
    ["x^x", 0, 0.5],
    ["asin(x)", -1, 1],
  ])("%s from %s to %s", (text, from, to) => {
    const { between, potential } = of(text, ["x"]);
    const [a, b] = [vec(from), vec(to)];
    const size = Math.abs(potential(a)) + Math.abs(potential(b));
    expect(between(a, b)[0] * (to - from)).toBeCloseTo(potential(b) - potential(a), 14);
    expect(Number.isFinite(size)).toBe(true);
    expect(between(b, a)).toEqual(between(a, b));
  });

  test("a condition on a difference of coordinates pushes along it: no net force", () => {
    const s = of("if(x - y > 1, 3, (x - y)^2) + if(x > y and 2*x - 2*y < 1, 1, 0)").between(vec(2, 0.3), vec(0.2, 0.1));
    expect(s[0]).not.toBe(0);
    expect(s[0]).toBe(-s[1]);
  });

  test("outside the range of a force nothing is felt, whatever the formula gives there", () => {
    const { between, tangent } = of("if(x < 1, log(1 - x)^2, 0) + max(0, 1 - x)^2.5");
    expect([...between(vec(2, 0), vec(3, 1))]).toEqual([0, 0]);
    expect([...tangent(vec(2, 0), vec(3, 1))]).toEqual([0, 0, 0, 0]);
  });
});

describe("symmetries that the expression shows", () => {
  const points = ["x1", "y1", "x2", "y2", "x3", "y3"];
  const distance = (i: number, j: number) => `((x${i} - x${j})^2 + (y${i} - y${j})^2)`;
  const pairs = [distance(1, 2), distance(2, 3), distance(1, 3)];
  const a = vec(0.1, 0.2, 1.3, 0.4, 0.5, 1.6);
  const b = vec(0.4, -0.3, 1.1, 0.9, 0.2, 1.2);
  const force = (s: Vec, k: 0 | 1) => s[k] + s[k + 2] + s[k + 4];
  const torque = (s: Vec) =>
    [0, 2, 4].reduce((sum, i) => sum + (a[i] + b[i]) * s[i + 1] - (a[i + 1] + b[i + 1]) * s[i], 0) / 2;

  test.each([
    pairs.map((r2) => `${r2}^-6 - 2*${r2}^-3`).join(" + "),
    pairs.map((r2) => `15*(sqrt(${r2}) - 1)^2`).join(" + "),
    pairs.map((r2) => `exp(-${r2})*log(${r2})`).join(" + "),
    pairs.map((r2) => `max(0, 1 - sqrt(${r2}))^2.5`).join(" + "),
    // Three bodies at once: the cosine of an angle from a dot product.
    `((x1 - x2)*(x3 - x2) + (y1 - y2)*(y3 - y2))/sqrt(${pairs[0]}*${pairs[1]})`,
  ])("%s: neither net force nor torque at the middle", (text) => {
    const s = of(text, points).between(a, b);
    const size = Math.max(...s.map(Math.abs));
    // 16 units: sums of six products.
    for (const found of [force(s, 0), force(s, 1), torque(s)]) expect(Math.abs(found)).toBeLessThan(16 * UNIT * size);
  });

  test("hidden, the symmetry is lost: r⁶ multiplied out has a torque, and the exact energy", () => {
    const hidden = of("x^6 + 3*x^4*y^2 + 3*x^2*y^4 + y^6");
    const shown = of("(x^2 + y^2)^3");
    const [from, to] = [vec(1, 0.3), vec(0.6, 0.9)];
    const turn = (s: Vec) => (from[0] + to[0]) * s[1] - (from[1] + to[1]) * s[0];
    expect(Math.abs(turn(shown.between(from, to)))).toBeLessThan(1e-15);
    expect(Math.abs(turn(hidden.between(from, to)))).toBeGreaterThan(0.01);
    expect(Math.abs(hidden.defect(from, to).defect)).toBeLessThan(1e-14);
  });
});

describe("the tangent's pattern", () => {
  test("is a band for a chain", () => {
    const n = 40;
    const names = Array.from({ length: n }, (_, i) => `u${i}`);
    const springs = names.slice(1).map((name, i) => `cos(${name} - ${names[i]}) + (${name} - ${names[i]})^4`);
    const { tangent } = potentialOf({ coordinates: names, potential: springs.join(" + ") }).discreteGradient;
    expect(tangent.pattern.column.length).toBe(3 * n - 2);
  });

  test("is symmetric for one coordinate and for a quadratic, not in general", () => {
    const symmetric = (text: string, names: readonly string[]) =>
      potentialOf({ coordinates: names, potential: text }).discreteGradient.tangent.symmetric;
    expect(symmetric("1 - cos(x)", ["x"])).toBe(true);
    expect(symmetric("x^2 + x*y + 3*y^2", ["x", "y"])).toBe(true);
    expect(symmetric("sqrt(x^2 + y^2)", ["x", "y"])).toBe(false);
  });
});

test("an expression whose differences are too many is refused when they are wanted, not before", () => {
  // Each condition has two paths to sqrt(y) over a step, and one at a point; 64 is the most.
  const many = Array.from({ length: 40 }, (_, i) => `if(x > ${i}, sqrt(y), log(x))`).join(" + ");
  const { discreteGradient, gradient } = potentialOf({ coordinates: ["x", "y"], potential: many });
  expect(() => gradient(vec(1, 2), vec(0, 0))).not.toThrow();
  expect(() => discreteGradient.between(vec(1, 2), vec(1, 2), vec(0, 0))).toThrow(/more than 64 conditions/);
});
