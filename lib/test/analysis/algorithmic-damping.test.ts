import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { algorithmicDamping, dampingParameter } from "../../src/analysis/algorithmic-damping.js";
import { jacobian, stepMap } from "../../src/analysis/step-map.js";
import { eigenvalues } from "../../src/linalg/eigen-general.js";
import { diagonalMass } from "../../src/linalg/mass.js";
import { fullPattern } from "../../src/linalg/sparsity.js";
import { energyMomentum } from "../../src/methods/energy-momentum.js";
import { startingFrom } from "../../src/models/model.js";
import { lineGradient } from "../../src/systems/discrete-gradients.js";
import { potentialSystem } from "../../src/systems/potential.js";
import { spring } from "../methods/oscillator.js";

/** λ: what one step leaves of the amplitude, and by how much it turns it; the exact motion turns it by ω h. */
function amplificationOf(alpha: number, omegaH: number): { readonly modulus: number; readonly angle: number } {
  const behind = (omegaH * (1 - alpha)) / 2;
  const ahead = (omegaH * (1 + alpha)) / 2;
  return {
    modulus: Math.sqrt((1 + behind * behind) / (1 + ahead * ahead)),
    angle: Math.atan(behind) + Math.atan(ahead),
  };
}

// 32-digit arithmetic: α, ω h, |λ|, ζ.
const REFERENCE = [
  [0.02, 0.01, 0.9999990000255093, 9.999833286948529e-5],
  [0.02, 0.5, 0.9976498757199703, 0.004802288019842496],
  [0.02, 1, 0.9920323804141553, 0.00862700997591503],
  [0.02, 5, 0.966103280271119, 0.014485698465947066],
  [0.02, 100, 0.9607996925441475, 0.012892132120368391],
  [0.1, 0.1, 0.9995013836293435, 0.004991622700155889],
  [0.1, 2, 0.9049886877121049, 0.06362930464041672],
  [0.1, 10, 0.8246211251235321, 0.0701245401767223],
] as const;

describe("algorithmic damping", () => {
  test.each(REFERENCE)("α = %f, ω h = %f", (alpha, x, modulus, zeta) => {
    expect(amplificationOf(alpha, x).modulus).toBeCloseTo(modulus, 14);
    expect(Math.abs(algorithmicDamping(alpha, x) / zeta - 1)).toBeLessThan(1e-13);
  });

  test("is what a step of the method does", () => {
    for (const [alpha, h] of [
      [0.05, 0.3],
      [0.4, 2.5],
    ] as const) {
      const problem = spring({ k: 1, q: 0.4, v: 0.7 });
      const map = stepMap(problem, energyMomentum({ damping: alpha }), h);
      const J = jacobian(map, Float64Array.of(0.4, 0.7), Float64Array.of(1, 1));
      const { real, imaginary } = eigenvalues({ pattern: fullPattern(2), values: J });
      const { modulus, angle } = amplificationOf(alpha, h);
      // A linear map is differenced exactly, to some ulps.
      expect(Math.hypot(real[0], imaginary[0])).toBeCloseTo(modulus, 13);
      expect(Math.abs(Math.atan2(imaginary[0], real[0]))).toBeCloseTo(angle, 13);
    }
  });

  test("with momentum: angular it is what a step of that does, up to the overdamped", () => {
    // A linear oscillator that says what it is made of, and is not taken for a linear system.
    const system = potentialSystem({
      labels: ["u"],
      mass: diagonalMass([1]),
      potential: ([u]) => (u * u) / 2,
      gradient(q, out) {
        out[0] = q[0];
      },
      tangent: { pattern: fullPattern(1), values: (_q, out) => out.fill(1) },
      discreteGradient: lineGradient({ secant: (a, b) => (a + b) / 2, slope: () => 0.5 }),
    });
    for (const [alpha, h] of [
      [0.05, 0.3],
      [0.4, 2.5],
      [0.4, 6],
    ] as const) {
      const method = energyMomentum({ momentum: "angular", damping: alpha });
      const map = stepMap(startingFrom(system, [0.4], [0.7]), method, h);
      const J = jacobian(map, Float64Array.of(0.4, 0.7), Float64Array.of(1, 1));
      const { real, imaginary } = eigenvalues({ pattern: fullPattern(2), values: J });
      const slower = Math.hypot(real[0], imaginary[0]) > Math.hypot(real[1], imaginary[1]) ? 0 : 1;
      const decay = -Math.log(Math.hypot(real[slower], imaginary[slower]));
      const angle = Math.atan2(imaginary[slower], real[slower]);
      expect(algorithmicDamping(alpha, h, "angular")).toBeCloseTo(decay / Math.hypot(decay, angle), 13);
    }
    expect(algorithmicDamping(0.02, 1e-6, "angular") / 1e-8).toBeCloseTo(1, 9);
    expect(algorithmicDamping(1, 2, "angular")).toBe(1);
  });

  test("starts as ½ α ω h, is largest near ω h = 4.66 for α = 0.02, and ends at ln((1 + α)/(1 − α))/π", () => {
    expect(algorithmicDamping(0.02, 1e-6) / 1e-8).toBeCloseTo(1, 9);
    const at = (x: number) => algorithmicDamping(0.02, x);
    expect(at(4.6635)).toBeGreaterThan(Math.max(at(4.6), at(4.72)));
    expect(at(4.6635)).toBeCloseTo(0.01449, 5);
    // The angle misses π by about 4/(ω h).
    expect(at(1e9)).toBeCloseTo(Math.log(1.02 / 0.98) / Math.PI, 5);
  });

  test("the α for a wanted ratio gives it", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 20, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom("linear" as const, "angular" as const),
        (x, share, momentum) => {
          const most = momentum === "angular" ? Math.min(1, 1.5 / x) : 1;
          const ratio = share * algorithmicDamping(most, x, momentum);
          const alpha = dampingParameter({ ratio, frequency: x / 0.1, step: 0.1, momentum });
          // ζ is rounded to some ulps.
          expect(Math.abs(algorithmicDamping(alpha, x, momentum) - ratio)).toBeLessThan(1e-14);
        },
      ),
      { seed: 5, numRuns: 200 },
    );
  });

  test("the page says what comes out", () => {
    const page = readFileSync(new URL("../../../docs/topics/algorithmic-damping.md", import.meta.url), "utf8");
    const table = [...page.matchAll(/^\| ([\d.]+) +\| ([\d.]+) +\| ([\d.]+) +\| ([\d.]+) +\|$/gm)].map((row) =>
      row.slice(1).map(Number),
    );
    expect(table).toHaveLength(8);
    for (const [x, small, large, rule] of table) {
      // Five decimals are printed.
      expect(Math.abs(algorithmicDamping(0.02, x) - small)).toBeLessThan(5.1e-6);
      expect(Math.abs(algorithmicDamping(0.1, x) - large)).toBeLessThan(5.1e-6);
      expect(rule).toBeCloseTo(0.01 * x, 12);
    }
    expect(algorithmicDamping(0.02, 2 * Math.PI * 50 * 1e-3).toFixed(5)).toBe("0.00309");
    expect(dampingParameter({ ratio: 0.05, frequency: 2000, step: 1e-3 }).toFixed(4)).toBe("0.0786");
  });

  test("more than there is is refused with what there is", () => {
    expect(() => dampingParameter({ ratio: 0.5, frequency: 1, step: 0.1 })).toThrow(/from 0 to 0\.0499/);
    expect(() => dampingParameter({ ratio: 0.01, frequency: 0, step: 0.1 })).toThrow(/frequency/);
  });
});
