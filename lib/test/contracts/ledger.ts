/** The ledger of every method: closed balances close to rounding, with loads and damping, linear and nonlinear. */
import { expect } from "vitest";
import { claimsOn } from "../../src/core/method.js";
import { run } from "../../src/core/run.js";
import { kineticEnergy } from "../../src/core/system.js";
import { type Case, stepsOf, timeOf } from "./cases.js";

export function ledger({ scheme, trial, problem }: Case): void {
  const { step, end } = trial;
  const { system, q0, v0 } = problem;
  const h = step / 4;
  const steps = stepsOf({ scheme, trial }, Math.round(end / h));
  const outcome = run(problem, scheme.method, { time: timeOf(scheme, problem, h, steps), ledger: true });
  // Force-stepping may come to slide along a face of its grid, and says so; the books are kept until there.
  if (outcome.failure?.kind !== "sliding") expect(outcome.status).toBe("completed");
  if (outcome.ledger === null) throw new Error("a ledger was asked for");
  const { kinetic, potential, work, dissipation, algorithmic, residual } = outcome.ledger;
  const flows = Math.max(...[kinetic, potential, work, dissipation, algorithmic].map(Math.abs), 1e-12);
  // Changes of energies are differences of energies, and rounded like these.
  const scale = Math.max(
    flows,
    Math.abs(system.potential(q0)),
    kineticEnergy(system, v0, new Float64Array(system.dof)),
  );
  const rest = kinetic + potential - (work - dissipation - algorithmic);
  if (claimsOn(scheme.method, system).balance === "open") {
    expect(residual).toBeNull();
    expect(Math.abs(rest)).toBeLessThan(1e-14 * scale);
  } else {
    // A few hundred steps, each with rounding errors of some ulps of the energies that flow.
    expect(Math.abs(residual ?? Number.NaN)).toBeLessThan(1e-11 * scale);
    expect(Math.abs(rest - (residual ?? 0))).toBeLessThan(1e-13 * scale);
  }
  if (system.load === null) expect(work).toBe(0);
  if (system.damping === null) expect(dissipation).toBe(0);
}
