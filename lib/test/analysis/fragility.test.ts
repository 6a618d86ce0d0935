import { describe, expect, test } from "vitest";
import { type Exceedances, type Fragility, fragility } from "../../src/analysis/fragility.js";
import { normalDensity, normalProbability } from "../../src/analysis/normal-distribution.js";
import { uniform } from "../../src/core/random.js";

function fitted(levels: readonly Exceedances[]): Fragility {
  const curve = fragility(levels);
  if ("reason" in curve) throw new Error(curve.reason);
  return curve;
}

describe("the normal distribution", () => {
  test("printed values, in the middle and far out", () => {
    expect(normalProbability(0)).toBe(0.5);
    expect(normalProbability(1.959963984540054)).toBeCloseTo(0.975, 14);
    expect(normalProbability(-1) / 0.15865525393145705).toBeCloseTo(1, 13);
    expect(normalProbability(-3) / 0.0013498980316300945).toBeCloseTo(1, 12);
    expect(normalProbability(-10) / 7.619853024160527e-24).toBeCloseTo(1, 12);
  });
  test("its derivative is the density, also where series and fraction meet", () => {
    for (const x of [-4, -2.5, -1, 0.3, 2.5, 3.7]) {
      const h = 1e-4;
      const slope = (normalProbability(x + h) - normalProbability(x - h)) / (2 * h);
      expect(Math.abs(slope - normalDensity(x))).toBeLessThan(1e-8); // h² times the second derivative of the density
    }
  });
});

test("two levels: the curve goes through both shares, which is a closed form", () => {
  // Φ⁻¹(0.158655…) = −1 and Φ⁻¹(0.5) = 0, with counts that make these shares.
  const share = normalProbability(-1);
  const curve = fitted([
    { intensity: 0.4, count: 1000, exceeding: 1000 * share },
    { intensity: 0.7, count: 1000, exceeding: 500 },
  ]);
  expect(curve.median).toBeCloseTo(0.7, 12);
  expect(curve.dispersion).toBeCloseTo(Math.log(0.7 / 0.4), 12);
  expect(curve.probability(0.4)).toBeCloseTo(share, 12);
  expect(curve.probability(0.7)).toBeCloseTo(0.5, 12);
  expect(curve.probability(0)).toBe(0);
});

test("the likelihood is stationary at the estimate", () => {
  const levels = [0.2, 0.4, 0.6, 0.8, 1, 1.2].map((intensity, k) => ({
    intensity,
    count: 20,
    exceeding: [0, 3, 6, 13, 15, 19][k],
  }));
  const likelihood = (median: number, dispersion: number) =>
    levels.reduce((sum, { intensity, count, exceeding }) => {
      const p = normalProbability(Math.log(intensity / median) / dispersion);
      return sum + exceeding * Math.log(p) + (count - exceeding) * Math.log(1 - p);
    }, 0);
  const { median, dispersion } = fitted(levels);
  const best = likelihood(median, dispersion);
  for (const factor of [0.999, 1.001]) {
    expect(likelihood(factor * median, dispersion)).toBeLessThan(best);
    expect(likelihood(median, factor * dispersion)).toBeLessThan(best);
  }
});

/** So many motions at each level, of a structure with a known curve. */
function simulated(median: number, dispersion: number, count: number, next: () => number): Exceedances[] {
  return [0.2, 0.35, 0.5, 0.7, 1, 1.4, 2, 2.8].map((intensity) => {
    const p = normalProbability(Math.log(intensity / median) / dispersion);
    let exceeding = 0;
    for (let k = 0; k < count; k++) if (next() < p) exceeding++;
    return { intensity, count, exceeding };
  });
}

test("simulated counts give the parameters back, within what the estimate says of itself", () => {
  const curve = fitted(simulated(0.8, 0.45, 5000, uniform(5)));
  expect(Math.abs(Math.log(curve.median / 0.8))).toBeLessThan(3 * curve.errorOfLogMedian);
  expect(Math.abs(curve.dispersion - 0.45)).toBeLessThan(3 * curve.errorOfDispersion);
  expect(curve.errorOfLogMedian).toBeLessThan(0.01);
  expect(curve.errorOfDispersion).toBeLessThan(0.01);
});

test("the band of 95 % holds the true probability in 95 of a hundred studies", () => {
  const next = uniform(17);
  const studies = 400;
  const held = { 0.5: 0, 1: 0 };
  for (let k = 0; k < studies; k++) {
    const curve = fitted(simulated(0.8, 0.45, 40, next));
    for (const x of [0.5, 1] as const) {
      const [low, high] = curve.band(x);
      const truth = normalProbability(Math.log(x / 0.8) / 0.45);
      if (low <= truth && truth <= high) held[x]++;
    }
  }
  // Binomial: 0.95 ± 3 √(0.95·0.05/400) = 0.95 ± 0.033.
  for (const x of [0.5, 1] as const) expect(Math.abs(held[x] / studies - 0.95)).toBeLessThan(0.033);
});

test("says why there is no curve", () => {
  const levels = (...exceeding: number[]) => exceeding.map((z, k) => ({ intensity: k + 1, count: 4, exceeding: z }));
  const reason = (...exceeding: number[]) => (fragility(levels(...exceeding)) as { reason: string }).reason;
  expect(reason(0, 0, 0)).toMatch(/no motion passes/);
  expect(reason(4, 4)).toMatch(/every motion passes/);
  expect(reason(0, 0, 4, 4)).toMatch(/a step fits/);
  expect(reason(0, 2, 4)).toMatch(/a step fits/);
  expect(reason(4, 2, 1)).toMatch(/less often/);
  expect("reason" in fragility(levels(0, 1, 3, 4))).toBe(false);
});
