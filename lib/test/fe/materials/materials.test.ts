import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lame, youngs } from "../../../src/fe/materials/elastic-constants.js";
import { linearElastic } from "../../../src/fe/materials/linear-elastic.js";
import type { StoredEnergy } from "../../../src/fe/materials/material.js";
import { isochoricNeoHookean, mooneyRivlin } from "../../../src/fe/materials/mooney-rivlin.js";
import { neoHookean } from "../../../src/fe/materials/neo-hookean.js";
import { HYPERELASTIC } from "../solids.js";

const invariants = fc.tuple(
  fc.double({ min: -0.5, max: 2, noNaN: true }),
  fc.double({ min: -0.5, max: 2, noNaN: true }),
  fc.double({ min: -0.5, max: 1, noNaN: true }),
);

describe.each(HYPERELASTIC)("$name", ({ energy, lambda, mu }) => {
  const W = energy as StoredEnergy;
  const gradient = (x: readonly number[]) => {
    const out = new Float64Array(3);
    W.gradient(x[0], x[1], x[2], out);
    return out;
  };

  test("gradient and Hessian are derivatives of W, and differences its differences", () => {
    fc.assert(
      fc.property(invariants, (x) => {
        const step = 1e-4;
        const H = new Float64Array(6);
        W.hessian(...x, H);
        const place = [0, 1, 2, 1, 3, 4, 2, 4, 5];
        const scale = 10 + Math.abs(W.value(...x));
        for (let i = 0; i < 3; i++) {
          const moved = (by: number) => x.map((value, k) => (k === i ? value + by : value)) as [number, number, number];
          const slope = (W.value(...moved(step)) - W.value(...moved(-step))) / (2 * step);
          // Central differences: step² times third derivatives, which are some tens at J = ½.
          expect(Math.abs(gradient(x)[i] - slope)).toBeLessThan(1e-5 * scale);
          const [right, left] = [gradient(moved(step)), gradient(moved(-step))];
          for (let k = 0; k < 3; k++) {
            expect(Math.abs(H[place[3 * i + k]] - (right[k] - left[k]) / (2 * step))).toBeLessThan(1e-5 * scale);
          }
        }
        const d = [0.1, -0.2, 0.05] as const;
        const after = W.value(x[0] + d[0], x[1] + d[1], x[2] + d[2]);
        expect(Math.abs(W.difference(...x, ...d) - (after - W.value(...x)))).toBeLessThan(1e-14 * scale);
        // A small difference has the digits of its size.
        const small = d.map((value) => 1e-9 * value) as [number, number, number];
        const expected = small.reduce((sum, value, k) => sum + value * gradient(x)[k], 0);
        expect(Math.abs(W.difference(...x, ...small) - expected)).toBeLessThan(1e-8 * 1e-9 * scale);
      }),
      { seed: 1, numRuns: 50 },
    );
  });

  test("at rest: no energy, no stress, and the Lamé constants", () => {
    expect(W.value(0, 0, 0)).toBe(0);
    const [a, b, c] = gradient([0, 0, 0]);
    expect(2 * a + 4 * b + c).toBeCloseTo(0, 13);
    // A volume change by a factor (1 + e)³ costs ½ (λ + ⅔ μ) 9 e², a shear γ costs ½ μ γ².
    const e = 1e-4;
    const square = (1 + e) ** 2;
    const pressed = W.value(3 * square - 3, 3 * square * square - 3, (1 + e) ** 3 - 1);
    expect(pressed / (4.5 * (lambda + (2 / 3) * mu) * e * e)).toBeCloseTo(1, 3);
    expect(W.value(e * e, e * e, 0) / (0.5 * mu * e * e)).toBeCloseTo(1, 6);
  });
});

test("constants: there and back, and what is refused", () => {
  expect(youngs(lame(70e9, 0.33))).toBeCloseTo(70e9, 0);
  const rubber = isochoricNeoHookean(100, 0.3, 1);
  expect(rubber.mu).toBeCloseTo(lame(100, 0.3).mu, 12);
  expect(rubber.lambda).toBeCloseTo(lame(100, 0.3).lambda, 12);
  expect(() => neoHookean({ E: -1, nu: 0.3, density: 1 })).toThrow("E: Young's modulus is -1");
  expect(() => linearElastic({ E: 1, nu: 0.5, density: 1 })).toThrow("nu: Poisson's ratio is 0.5");
  expect(() => linearElastic({ E: 1, nu: 0.3, density: -1 })).toThrow("density: the density is -1");
  expect(() => mooneyRivlin({ C10: 0, D1: 1, density: 1 })).toThrow("C10: C10 is 0; accepted: positive numbers");
});

test("beyond J = 0 there is no energy", () => {
  for (const { name, energy } of HYPERELASTIC) {
    if (name !== "st-venant-kirchhoff") expect(energy?.value(0, 0, -1.5)).toBeNaN();
  }
});
