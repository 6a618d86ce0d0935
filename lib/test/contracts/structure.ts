/** Symplecticity and symmetry of every method, as claimed, and their absence where they are not. */
import { expect } from "vitest";
import { reversalDefect, symplecticDefect } from "../../src/analysis/structure.js";
import { claimsOn } from "../../src/core/method.js";
import { canonicalForm } from "../../src/stepping/symplectic-forms.js";
import type { FixedCase } from "./cases.js";

/** Differences of order 8 of a step map leave 1e-12; a linear system's map is differenced exactly, to rounding. */
export const SEEN = 2e-12;
const ROUNDING = 1e-14;

export function structure({ scheme: { method }, trial: { step }, problem }: FixedCase): void {
  const linear = problem.system.kind === "linear";
  const { symplectic, symmetric } = claimsOn(method, problem.system);
  const defect = symplecticDefect(problem, method, step, symplectic ?? canonicalForm);
  if (symplectic !== null) expect(defect).toBeLessThan(linear ? 20 * ROUNDING : SEEN);
  // A symmetric step that keeps the energy of a linear system turns its modes, and is symplectic there without saying so.
  // One degree of freedom, one number: a step may be nearly area-preserving, but not to ten digits.
  else if (!(linear && symmetric))
    expect(defect, "a method that does not claim it must be seen to fail").toBeGreaterThan(1e-10);

  const reversal = reversalDefect(problem, method, step);
  // Implicit steps are solved to the rounding of the state, some ulps of it.
  if (symmetric) expect(reversal).toBeLessThan(1e-13);
  else expect(reversal, "not claimed, hence to be seen").toBeGreaterThan(1e-10);
}
