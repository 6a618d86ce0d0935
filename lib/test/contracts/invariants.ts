/** What a method claims to conserve it conserves to rounding over thousands of steps; what it does not claim it is seen to lose. */
import { expect } from "vitest";
import { keeps } from "../../src/analysis/certify.js";
import { claimsOn } from "../../src/core/method.js";
import { run } from "../../src/core/run.js";
import { kineticEnergy, type Problem } from "../../src/core/system.js";
import { extremes } from "../../src/observers/extremes.js";
import type { FixedCase } from "./cases.js";

const STEPS = 10_000;
/** Of systems with many unknowns: a step of theirs costs as much as a hundred of the others. */
const FEWER = 1000;

/** What an invariant that happens to be small is compared with: the energies that flow, and momenta of their size. */
function scaleOf({ system, q0, v0 }: Problem, name: string): number {
  const energy = kineticEnergy(system, v0, new Float64Array(system.dof)) + Math.abs(system.potential(q0));
  if (name === "energy") return energy;
  const mass = Math.max(...system.mass.matrix.values);
  const momentum = Math.sqrt(2 * energy * mass);
  return name.startsWith("linear") ? momentum : momentum * Math.max(1, ...q0.map(Math.abs));
}

export function invariants({ scheme: { method }, trial: { step, quartic }, problem }: FixedCase): void {
  const { system } = problem;
  const steps = system.dof > 6 ? FEWER : STEPS;
  // A random walk of rounding errors: ten ulps a step, of either sign.
  const walk = 10 * Number.EPSILON * Math.sqrt(steps);
  const { conserves, symplectic } = claimsOn(method, system);
  const kept = (name: string) =>
    keeps(method, problem, name) ||
    (name === "energy" && quartic === true && conserves.includes("energy-of-quartic-systems"));
  const observe = { extremes: extremes(system.invariants) };
  const { status, observed } = run(problem, method, { time: { step, steps }, observe });
  // Kepler's close passes may defeat a method that loses energy; what it kept until then is still told.
  if (symplectic !== null) expect(status).toBe("completed");
  for (const { name, initial, min, max } of observed.extremes) {
    const variation = (max - min) / Math.max(Math.abs(initial), scaleOf(problem, name));
    if (kept(name)) expect(variation, name).toBeLessThan(10 * walk);
    else if (!name.startsWith("linear-momentum")) {
      expect(variation, `${name} is not claimed, hence must be seen to change`).toBeGreaterThan(100 * walk);
    }
  }
}
