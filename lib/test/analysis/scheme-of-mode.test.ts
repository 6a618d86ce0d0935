/** What the steppers do to an oscillator, against the closed forms of the literature. */
import { describe, expect, test } from "vitest";
import { modeAmplification } from "../../src/analysis/amplification.js";
import { schemeCurves } from "../../src/analysis/scheme-curves.js";
import { distortedMode, schemeOfMode } from "../../src/analysis/scheme-of-mode.js";
import { stabilityLimit, stepLimit } from "../../src/analysis/stability-limit.js";
import type { FixedStepMethod } from "../../src/core/method.js";
import { bathe } from "../../src/methods/bathe.js";
import { centralDifference } from "../../src/methods/central-difference.js";
import { gauss } from "../../src/methods/gauss.js";
import { generalizedAlpha } from "../../src/methods/generalized-alpha.js";
import { hht } from "../../src/methods/hht.js";
import { newmark } from "../../src/methods/newmark.js";
import { rk4 } from "../../src/methods/rk4.js";
import { wbz } from "../../src/methods/wbz.js";

describe("the frequency of", () => {
  const omega = 3;
  const h = 0.2;
  const x = omega * h;
  test.each([
    ["average acceleration", newmark(), 2 * Math.atan(x / 2)],
    ["linear acceleration", newmark({ beta: 1 / 6 }), 2 * Math.asin(x / 2 / Math.sqrt(1 + (x * x) / 6))],
    ["central differences", centralDifference(), 2 * Math.asin(x / 2)],
    // Padé (2, 2): tan(φ/2) = (x/2)/(1 − x²/12).
    ["Gauss's two stages", gauss(), 2 * Math.atan2(x / 2, 1 - (x * x) / 12)],
  ])("%s is that of its dispersion relation, without damping", (_, method, phase) => {
    const seen = schemeOfMode(method, omega, 0, h);
    expect(seen.frequency).toBeCloseTo(phase / h, 12);
    expect(seen.periodError).toBeCloseTo(x / phase - 1, 12);
    expect(seen.damping).toBeCloseTo(0, 13);
    expect(seen.spectralRadius).toBeCloseTo(1, 13);
    expect(seen.stable).toBe(true);
  });
});

describe("algorithmic damping for small steps", () => {
  // ξ̄ → ½ (γ − ½) Ω for Newmark; ½ δ Ω³ for the second-order members, with δ of docs/topics/backward-error.
  const Omega = 0.02;
  const ratio = (method: FixedStepMethod) => schemeOfMode(method, 1, 0, Omega).damping ?? Number.NaN;
  test("of Newmark with γ > ½ is of first order", () => {
    expect(ratio(newmark({ gamma: 0.6, beta: 0.3025 })) / Omega).toBeCloseTo(0.05, 3);
  });
  test.each([
    ["generalized-alpha", generalizedAlpha({ rho: 0.5 }), (1 / 3) ** 3],
    ["hht", hht({ alpha: -0.2 }), 0.2 * 0.8 * 0.8 * 0.25],
    ["wbz", wbz({ rho: 0.5 }), 0.5 / 1.5 ** 3],
    ["bathe", bathe(), 1 / 144],
  ])("of %s is of third", (_, method, delta) => {
    // The next term is Ω² smaller, up to a factor of some tens; radii are known to 1e-16 of 1.
    expect((2 * ratio(method)) / Omega ** 3 / delta).toBeCloseTo(1, 2);
  });
});

describe("conventions", () => {
  test("the damping of an undamped mode is measured by its turn", () => {
    // Newmark: |λ|² = 1 − (γ − ½) x/(1 + β x), Re λ = 1 − ½ (γ + ½) x/(1 + β x), x = Ω².
    const [gamma, beta, Omega] = [0.6, 0.3025, 0.9];
    const x = Omega ** 2 / (1 + beta * Omega ** 2);
    const modulus = Math.sqrt(1 - (gamma - 0.5) * x);
    const angle = Math.acos((1 - ((gamma + 0.5) * x) / 2) / modulus);
    const seen = schemeOfMode(newmark({ gamma, beta }), 1, 0, Omega);
    expect(seen.damping).toBeCloseTo(-Math.log(modulus) / angle, 13);
    expect(seen.periodError).toBeCloseTo(Omega / angle - 1, 13);
    // Hughes 1987 has ω̄ = arg λ / h.
    expect(seen.frequency).toBeCloseTo(angle / Omega, 13);
  });

  test("of a damped mode damped periods are compared", () => {
    // Average acceleration: λ = (1 + s/2)/(1 − s/2), s = Ω (−ζ + i √(1 − ζ²)).
    const [zeta, Omega] = [0.3, 0.8];
    const [x, y] = [(-zeta * Omega) / 2, (Omega * Math.sqrt(1 - zeta * zeta)) / 2];
    const angle = Math.atan2(y, 1 + x) + Math.atan2(y, 1 - x);
    const decay = -Math.log(Math.hypot(1 + x, y) / Math.hypot(1 - x, y));
    const seen = schemeOfMode(newmark(), 1, zeta, Omega);
    expect(seen.periodError).toBeCloseTo((2 * y) / angle - 1, 13);
    expect(seen.damping).toBeCloseTo(decay / Math.hypot(decay, angle), 13);
    // What the equation that the scheme solves has differs from it in the third digit here.
    expect(distortedMode(newmark(), 1, zeta, Omega)?.frequency).toBeCloseTo(Math.hypot(decay, angle) / Omega, 13);
  });

  test("an overdamped mode has a rate and no period", () => {
    const [zeta, Omega] = [1.5, 0.4];
    const slow = Omega / (zeta + Math.sqrt(zeta * zeta - 1));
    const seen = schemeOfMode(newmark(), 1, zeta, Omega);
    expect(seen.periodError).toBeNull();
    expect(seen.rateError).toBeCloseTo((2 * Math.atanh(slow / 2)) / slow - 1, 12);
  });
});

describe("limits of stability", () => {
  test.each([
    ["central differences", centralDifference(), 0, 2],
    ["Newmark with β = 1/6", newmark({ beta: 1 / 6 }), 0, Math.sqrt(12)],
    ["Newmark with β = 1/12", newmark({ beta: 1 / 12 }), 0, Math.sqrt(6)],
    ["Runge–Kutta", rk4(), 0, 2 * Math.SQRT2],
    ["average acceleration", newmark(), 0, null],
    ["average acceleration of an overdamped mode", newmark(), 2, null],
    ["generalised α", generalizedAlpha({ rho: 0 }), 0.05, null],
    ["negative damping", newmark({ gamma: 0.45 }), 0, 0],
  ])("of %s", (_, method, damping, limit) => {
    const found = stabilityLimit(method, damping);
    if (limit === null) expect(found).toBeNull();
    // A radius of 1 + 1e-7 still counts as rounding: for Runge–Kutta that is 1e-7 of the step.
    else expect(found).toBeCloseTo(limit, 6);
  });

  test("of a model come from its highest mode", () => {
    const modes = [1, 20, 50].map((frequency) => ({ frequency, damping: 0 }));
    expect(stepLimit(centralDifference(), modes)).toBeCloseTo(0.04, 9);
    expect(stepLimit(centralDifference(), [{ frequency: 0, damping: 0 }])).toBeNull();
  });
});

test("an overdamped mode is seen with its own frequency and damping", () => {
  const seen = schemeOfMode(gauss(), 2, 1.5, 0.01);
  // Order 4: 1e-9 at this step.
  expect(seen.frequency).toBeCloseTo(2, 7);
  expect(seen.damping).toBeCloseTo(1.5, 7);
});

test("the radius of generalised α tends to ρ∞", () => {
  // It is reached like 1/Ω.
  expect(modeAmplification(generalizedAlpha({ rho: 0.6 }), 1e4, 0).spectralRadius).toBeCloseTo(0.6, 2);
});

test("curves hold all steps, and no period where there is none", () => {
  const { steps, periodError, spectralRadius } = schemeCurves(centralDifference(), { points: 41 });
  expect(steps).toHaveLength(41);
  expect(steps.every((step, k) => Number.isFinite(periodError[k]) === step <= 1 / Math.PI)).toBe(true);
  expect(spectralRadius.at(-1)).toBeGreaterThan(1000);
});
