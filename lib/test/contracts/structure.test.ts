/** Symplecticity and symmetry of every method, as claimed, and their absence where they are not. */
import { describe, expect, test } from "vitest";
import { reversalDefect, symplecticDefect } from "../../src/analysis/structure.js";
import { canonicalForm } from "../../src/methods/symplectic-forms.js";
import { forced, linear, smoothConservative } from "./problems.js";
import { fixedSchemes, refuses } from "./schemes.js";

const trials = [...smoothConservative, forced, linear];
/** Differences of order 8 of a step map leave 1e-12; the linear system's map is differenced exactly, to rounding. */
const SEEN = 2e-12;
const ROUNDING = 1e-14;

describe.each(trials)("$name", (trial) => {
  test.each(fixedSchemes)("$name", ({ method }) => {
    const { problem, step } = trial;
    if (refuses(method, problem.system)) return;
    const { symplectic, symmetric } = method.claims;
    const defect = symplecticDefect(problem, method, step, symplectic ?? canonicalForm);
    if (symplectic !== null) expect(defect).toBeLessThan(trial === linear ? 20 * ROUNDING : SEEN);
    // A symmetric step that keeps the energy of a linear system turns its modes, and is symplectic there without saying so.
    // One degree of freedom, one number: a step may be nearly area-preserving, but not to ten digits.
    else if (!(trial === linear && symmetric))
      expect(defect, "a method that does not claim it must be seen to fail").toBeGreaterThan(1e-10);

    const reversal = reversalDefect(problem, method, step);
    // Implicit steps are solved to the rounding of the state, some ulps of it.
    if (symmetric) expect(reversal).toBeLessThan(1e-13);
    else expect(reversal, "not claimed, hence to be seen").toBeGreaterThan(1e-10);
  });
});

test("Newmark is not canonically symplectic, and its own form shows why the test can fail", () => {
  const [, , { problem, step }] = smoothConservative;
  for (const { method } of fixedSchemes) {
    const form = method.claims.symplectic;
    if (form?.name !== "newmark") continue;
    expect(symplecticDefect(problem, method, step, canonicalForm)).toBeGreaterThan(1e-5);
    expect(symplecticDefect(problem, method, step, form)).toBeLessThan(SEEN);
  }
});
