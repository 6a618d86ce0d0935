/** The scheme's damping compensated where damping couples the modes, on the building with dampers in two of its storeys. */
import { describe, expect, test } from "vitest";
import { convergence, slopeOf } from "../../../src/analysis/order.js";
import { run } from "../../../src/core/run.js";
import type { LinearSystem } from "../../../src/core/system.js";
import { dop853 } from "../../../src/methods/dop853.js";
import { newmark } from "../../../src/methods/newmark.js";
import { exactExponents, stepExponents } from "../../methods/amplified.js";
import { linearBuilding } from "../../methods/damped-building.js";
import { spring } from "../../methods/oscillator.js";

const choices = [
  { beta: 0.3025, gamma: 0.6 },
  { beta: 0.22, gamma: 0.52 },
  { beta: 0.2, gamma: 0.45 },
];
const STEPS = [0.005, 0.0025, 0.00125];

/** Orders of the largest errors of decay rates and frequencies over all modes. */
function ofExponents(method: ReturnType<typeof newmark>, damped = true) {
  const problem = linearBuilding({ damped, load: null });
  const exact = exactExponents(problem.system as LinearSystem);
  const errors = STEPS.map((h) => {
    const { exponents } = stepExponents(problem, method, h);
    expect(exponents.length).toBe(exact.length);
    const most = (what: "decay" | "frequency") =>
      Math.max(...exact.map((s, k) => Math.abs(exponents[k][what] - s[what])));
    return { h, decay: most("decay"), frequency: most("frequency") };
  });
  const order = (what: "decay" | "frequency") =>
    slopeOf(errors.map((e) => ({ x: Math.log(e.h), y: Math.log(e[what]) })));
  return { decay: order("decay"), frequency: order("frequency"), errors };
}

describe.each(choices)("β = $beta, γ = $gamma", (choice) => {
  const coupled = newmark({ ...choice, compensate: "coupled-damping" });
  const paper = newmark({ ...choice, compensate: "damping" });

  test("decay rates and frequencies are right to second order; with C alone compensated, to first", () => {
    const [ours, printed] = [ofExponents(coupled), ofExponents(paper)];
    expect(ours.decay).toBeGreaterThan(1.9);
    expect(ours.frequency).toBeGreaterThan(1.9);
    expect(Math.abs(printed.decay - 1), JSON.stringify(printed.errors)).toBeLessThan(0.1);
  });

  test("shaken, it is of second order in q and v, where the scheme itself is of first", () => {
    const problem = linearBuilding();
    const reference = run(problem, dop853({ tolerance: 1e-13 }), { time: { end: 3 } }).last;
    const of = (method: ReturnType<typeof newmark>) =>
      convergence(problem, method, { end: 3, step: 0.02, refinements: 4, reference, floor: 1e-11 });
    const [second, first] = [of(coupled), of(newmark(choice))];
    expect(Math.abs(second.positionOrder - 2)).toBeLessThan(0.1);
    expect(Math.abs(second.velocityOrder - 2)).toBeLessThan(0.1);
    expect(Math.abs(first.positionOrder - 1)).toBeLessThan(0.1);
  });
});

test("of one damped mass the decay rate is right to third order", () => {
  const problem = spring({ k: 40, c: 1.1 });
  const [{ decay }] = exactExponents(problem.system as LinearSystem);
  for (const choice of choices) {
    const method = newmark({ ...choice, compensate: "coupled-damping" });
    const errors = STEPS.map((h) => ({
      x: Math.log(h),
      y: Math.log(Math.abs(stepExponents(problem, method, h).exponents[0].decay - decay)),
    }));
    expect(slopeOf(errors)).toBeGreaterThan(2.9);
  }
});

test("without damping nothing decays, for any γ, and it is the paper's compensation", () => {
  const problem = linearBuilding({ damped: false, load: null });
  for (const choice of choices) {
    const [ours, printed] = (["coupled-damping", "damping"] as const).map((compensate) =>
      stepExponents(problem, newmark({ ...choice, compensate }), 0.05),
    );
    // Eigenvalues of a matrix of twelve rows, to rounding.
    for (const { decay } of ours.exponents) expect(Math.abs(decay)).toBeLessThan(1e-10);
    ours.exponents.forEach(({ frequency }, k) => {
      expect(frequency).toBeCloseTo(printed.exponents[k].frequency, 10);
    });
  }
});
