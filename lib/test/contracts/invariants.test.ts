import { describe, expect, test } from "vitest";
import { drift } from "../../src/analysis/drift.js";
import { refusal } from "../../src/core/method.js";
import { run } from "../../src/core/run.js";
import { probe } from "../../src/observers/probe.js";
import { problemOf, sample } from "./cases.js";
import { invariants } from "./invariants.js";
import { trials } from "./problems.js";
import { fixedSchemes } from "./schemes.js";

sample("invariants", invariants);

describe("energy of symplectic methods", () => {
  const named = (name: string) => trials.find((trial) => trial.name === name) as (typeof trials)[number];
  const swinging = named("pendulum at a large angle");
  const linear = named("undamped shear building");
  const symplectic = fixedSchemes.filter(({ method }) => method.claims.symplectic !== null);

  const energyOver = (method: (typeof symplectic)[number]["method"], refined: number) => {
    const trial = refusal(method, problemOf(swinging).system) === null ? swinging : linear;
    const problem = problemOf(trial);
    const [energy] = problem.system.invariants;
    const observe = { energy: probe((s) => energy.value(s.t, s.q, s.v)) };
    const time = { step: trial.step / refined, steps: 20_000 };
    const { observed, status } = run(problem, method, { time, observe });
    expect(status).toBe("completed");
    return observed.energy;
  };

  test.each(symplectic)("$name: bounded, and its slope consistent with zero", ({ method }) => {
    const { t, values } = energyOver(method, 4);
    const { slope, standardError, share } = drift(t, values);
    const rounding = 50 * Number.EPSILON * Math.abs(values[0]);
    // Either the fitted slope is within its own uncertainty, or what it adds up to is a small part of the band.
    const steady =
      Math.abs(slope) < 4 * standardError || share < 0.05 || Math.abs(slope) * (t.at(-1) ?? 0) < rounding * 100;
    expect(steady, `slope ${slope} ± ${standardError}, ${share} of the band`).toBe(true);
  });

  test("the test sees Runge–Kutta drift", () => {
    const rk4 = fixedSchemes.find(({ method }) => method.id === "rk4");
    const { t, values } = energyOver(rk4!.method, 2);
    const { slope, standardError, share } = drift(t, values);
    expect(Math.abs(slope)).toBeGreaterThan(4 * standardError);
    expect(share).toBeGreaterThan(0.5);
  });
});
