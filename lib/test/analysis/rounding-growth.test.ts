import { describe, expect, test } from "vitest";
import { growthOf, type RoundingErrors, roundingErrors } from "../../src/analysis/rounding-growth.js";
import { keplerStarts, outerSolarStarts } from "../../src/analysis/rounding-starts.js";
import { uniform } from "../../src/core/random.js";
import type { Problem } from "../../src/core/system.js";
import { centralDifference } from "../../src/methods/central-difference.js";
import { rk4 } from "../../src/methods/rk4.js";

const steps = Array.from({ length: 13 }, (_, k) => Math.round(10 ** (1 + k / 4)));

describe("the exponent", () => {
  const runsOf = (step: (random: () => number) => number): RoundingErrors[] =>
    Array.from({ length: 64 }, (_, seed) => {
      const random = uniform(seed + 1);
      const walk: number[] = [];
      let x = 0;
      for (let n = 1; n <= 10_000; n++) {
        x += step(random);
        walk.push(Math.abs(x));
      }
      return { steps, errors: { energy: steps.map((n) => walk[n - 1]) } };
    });

  test("of walks is ½, to its standard error", () => {
    const { exponent, standardError } = growthOf(
      runsOf((random) => random() - 0.5),
      "energy",
    );
    expect(Math.abs(exponent - 0.5)).toBeLessThan(3 * standardError);
    expect(standardError).toBeLessThan(0.05);
  });

  test("of steps with a preferred sign is 1 in the end", () => {
    const { exponent } = growthOf(
      runsOf((random) => random()),
      "energy",
    );
    expect(exponent).toBeCloseTo(1, 1);
  });
});

describe("what is followed", () => {
  const [start] = keplerStarts(1);
  const options = { step: 0.02, steps: 20_000 };

  test("the mean over a long window takes the oscillation out of the energy, one state does not", () => {
    const [single, mean] = [1, 8192].map(
      (window) => roundingErrors(start!, centralDifference(), { ...options, window })!.errors.energy!,
    );
    // Oscillations are of the order h² e; rounding of 20,000 compensated steps is some ulp.
    expect(Math.max(...single!)).toBeGreaterThan(1e-6);
    expect(Math.max(...mean!)).toBeLessThan(1e-14);
  });

  test("what is not conserved is seen", () => {
    const { errors } = roundingErrors(start!, rk4(), { ...options, window: 8192 })!;
    expect(errors.energy!.at(-1)).toBeGreaterThan(1e-10);
  });
});

test("the outer solar system is seen from its centre of mass", () => {
  const momentumOf = ({ system, v0 }: Problem) =>
    v0.reduce((sum, v, i) => sum + (i % 3 === 0 ? system.mass.diagonal![i]! * v : 0), 0);
  // Half an ulp of each of six momenta of up to 5e-6.
  for (const problem of outerSolarStarts(3)) expect(Math.abs(momentumOf(problem))).toBeLessThan(4e-21);
});
