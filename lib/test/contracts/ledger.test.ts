/** The ledger of every method: closed balances close to rounding, with loads and damping, linear and nonlinear; work and
 *  dissipation converge to the integrals of the exact motion. */
import { describe, expect, test } from "vitest";
import { run, type Time } from "../../src/core/run.js";
import type { Problem } from "../../src/core/system.js";
import { dop853 } from "../../src/methods/dop853.js";
import { shearBuilding } from "../../src/models/structures/shear-building.js";
import { forced, forcedAndDamped, linear, smoothConservative } from "./problems.js";
import { refuses, schemes } from "./schemes.js";

const shaken: Problem = shearBuilding({ storeys: 4, displacement: 0.01 });
const trials = [
  ...smoothConservative,
  forced,
  forcedAndDamped,
  linear,
  { name: "shear building under a ground motion", problem: shaken, step: 0.01, end: 5 },
];

describe.each(trials)("$name", ({ problem, step, end }) => {
  test.each(schemes)("$name", ({ method }) => {
    if (refuses(method, problem.system)) return;
    const h = step / 4;
    const time: Time = method.clock === "own" ? { end } : { step: h, steps: Math.round(end / h) };
    const { ledger, status } = run(problem, method, { time, ledger: true });
    expect(status).toBe("completed");
    if (ledger === null) throw new Error("a ledger was asked for");
    const { kinetic, potential, work, dissipation, algorithmic, residual } = ledger;
    const scale = Math.max(...[kinetic, potential, work, dissipation, algorithmic].map(Math.abs), 1e-12);
    if (method.claims.balance === "open") {
      expect(residual).toBeNull();
      expect(Math.abs(kinetic + potential - (work - dissipation - algorithmic))).toBeLessThan(1e-14 * scale);
    } else {
      // A few hundred steps, each with rounding errors of some ulps of the energies that flow.
      expect(Math.abs(residual ?? Number.NaN)).toBeLessThan(
        1e-11 * Math.max(scale, problem.system.potential(problem.q0)),
      );
      expect(Math.abs(kinetic + potential - (work - dissipation - algorithmic + (residual ?? 0)))).toBeLessThan(
        1e-13 * Math.max(scale, 1),
      );
    }
    if (problem.system.load === null) expect(work).toBe(0);
    if (problem.system.damping === null) expect(dissipation).toBe(0);
  });
});

test("work and dissipation converge to those of the exact motion", () => {
  const { problem, end } = forcedAndDamped;
  const exact = run(problem, dop853({ tolerance: 1e-13 }), { time: { end }, ledger: true }).ledger;
  if (exact === null) throw new Error("a ledger was asked for");
  // DOP853 loses nothing to speak of: its whole change of energy is work and dissipation.
  expect(Math.abs(exact.algorithmic)).toBeLessThan(1e-11);
  for (const { name, method } of schemes) {
    if (method.clock === "own" || refuses(method, problem.system) || method.claims.order < 2) continue;
    const errors = [200, 400].map((steps) => {
      const { ledger } = run(problem, method, { time: { step: end / steps, steps }, ledger: true });
      return Math.abs((ledger?.work ?? 0) - exact.work) + Math.abs((ledger?.dissipation ?? 0) - exact.dissipation);
    });
    // At least second order: halving the step divides the error by about four.
    expect(errors[1], name).toBeLessThan(Math.max(errors[0] / 3, 1e-11));
  }
});
