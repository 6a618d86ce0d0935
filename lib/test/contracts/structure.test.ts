import { expect, test } from "vitest";
import { symplecticDefect } from "../../src/analysis/structure.js";
import { canonicalForm } from "../../src/stepping/symplectic-forms.js";
import { problemOf, sample } from "./cases.js";
import { trials } from "./problems.js";
import { fixedSchemes } from "./schemes.js";
import { SEEN, structure } from "./structure.js";

sample("structure", structure);

test.each(["central sextic", "five unknowns, full mass"])(
  "Newmark is not canonically symplectic on %s, and its own form shows why the test can fail",
  (name) => {
    const trial = trials.find((each) => each.name === name);
    if (trial === undefined) throw new Error(`no problem ${name}`);
    for (const { method } of fixedSchemes) {
      const form = method.claims.symplectic;
      if (form?.name !== "newmark") continue;
      expect(symplecticDefect(problemOf(trial), method, trial.step, canonicalForm)).toBeGreaterThan(1e-5);
      expect(symplecticDefect(problemOf(trial), method, trial.step, form)).toBeLessThan(SEEN);
    }
  },
);
