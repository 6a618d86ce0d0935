/** What a method claims to conserve it conserves to rounding over 10⁴ steps; what it does not claim it is seen to lose; and
 *  the energy of symplectic methods stays in its band without drift. */
import { describe, expect, test } from "vitest";
import { keeps } from "../../src/analysis/certify.js";
import { drift } from "../../src/analysis/drift.js";
import type { Method } from "../../src/core/method.js";
import { run } from "../../src/core/run.js";
import { extremes } from "../../src/observers/extremes.js";
import { probe } from "../../src/observers/probe.js";
import { linear, smoothConservative, withMomenta } from "./problems.js";
import { fixedSchemes, refuses } from "./schemes.js";

const STEPS = 10_000;
/** A random walk of rounding errors: ten ulps a step, of either sign. */
const WALK = 10 * Number.EPSILON * Math.sqrt(STEPS);

describe.each([...withMomenta, linear])("$name", ({ problem, step, quartic }) => {
  const kept = (method: Method, name: string) =>
    keeps(method, problem, name) ||
    (name === "energy" && quartic === true && method.claims.conserves.includes("energy-of-quartic-systems"));

  test.each(fixedSchemes)("$name", ({ method }) => {
    if (refuses(method, problem.system)) return;
    const observe = { extremes: extremes(problem.system.invariants) };
    const { status, observed } = run(problem, method, { time: { step, steps: STEPS }, observe });
    // Kepler's close passes may defeat a method that loses energy; what it kept until then is still told.
    if (method.claims.symplectic !== null) expect(status).toBe("completed");
    for (const { name, initial, min, max } of observed.extremes) {
      const variation = (max - min) / Math.max(Math.abs(initial), 1e-3);
      if (kept(method, name)) expect(variation, name).toBeLessThan(WALK * 10);
      else if (!name.startsWith("linear-momentum")) {
        expect(variation, `${name} is not claimed, hence must be seen to change`).toBeGreaterThan(100 * WALK);
      }
    }
  });
});

describe("energy of symplectic methods", () => {
  const symplectic = fixedSchemes.filter(({ method }) => method.claims.symplectic !== null);
  test.each(symplectic)("$name: bounded, and its slope consistent with zero", ({ method }) => {
    const [pendulum] = smoothConservative;
    const { problem, step } = refuses(method, pendulum.problem.system) ? linear : pendulum;
    const [energy] = problem.system.invariants;
    const observe = { energy: probe((s) => energy.value(s.t, s.q, s.v)) };
    const { observed, status } = run(problem, method, { time: { step: step / 4, steps: 20_000 }, observe });
    expect(status).toBe("completed");
    const { t, values } = observed.energy;
    const { slope, standardError, share } = drift(t, values);
    const rounding = 50 * Number.EPSILON * Math.abs(values[0]);
    // Either the fitted slope is within its own uncertainty, or what it adds up to is a small part of the band.
    const steady =
      Math.abs(slope) < 4 * standardError || share < 0.05 || Math.abs(slope) * (t.at(-1) ?? 0) < rounding * 100;
    expect(steady, `slope ${slope} ± ${standardError}, ${share} of the band`).toBe(true);
  });

  test("the test sees Runge–Kutta drift", () => {
    const rk4 = fixedSchemes.find(({ method }) => method.id === "rk4");
    const [{ problem, step }] = smoothConservative;
    const [energy] = problem.system.invariants;
    const observe = { energy: probe((s) => energy.value(s.t, s.q, s.v)) };
    const { observed } = run(problem, rk4!.method, { time: { step: step / 2, steps: 20_000 }, observe });
    const { slope, standardError, share } = drift(observed.energy.t, observed.energy.values);
    expect(Math.abs(slope)).toBeGreaterThan(4 * standardError);
    expect(share).toBeGreaterThan(0.5);
  });
});
