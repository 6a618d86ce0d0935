/** The work that a run reports is the work that was done: as many gradients and tangents as the system was asked for and as many matrices
 *  as were factored, from the start of the run to its end, with a ledger and without. */
import { expect } from "vitest";
import type { Work } from "../../src/core/method.js";
import { begin } from "../../src/core/run.js";
import { type Case, stepsOf, timeOf } from "./cases.js";
import { counting } from "./counting.js";
import { factored } from "./factored.js";

const STEPS = 20;

/** Forces that do not come from the system, and only the method can count. */
function expectOwn({ scheme, trial, problem }: Case, own: Pick<Work, "gradients" | "tangents">, steps: number): void {
  if (scheme.method.needs.includes("linear")) {
    // A product with the stiffness a step and one at the start, of the system's own or of one that the method makes of its matrices.
    expect([0, STEPS + 1]).toContain(own.gradients);
    expect(own.tangents).toBeLessThanOrEqual(1);
  } else if (scheme.method.id === "force-stepping") {
    // A slope for every simplex that is entered, but for the last of a run, in which nothing was crossed yet; none where the two
    // coordinates that pass each other share no term of a sparse potential.
    expect(own.gradients, trial.name).toBeGreaterThanOrEqual(problem.system.dof <= 12 ? steps - 1 : 1);
    expect(own.tangents).toBe(0);
  } else expect(own).toEqual({ gradients: 0, tangents: 0 });
}

function expectFactors(
  { form, scheme: { method }, problem: { system } }: Case,
  { factorizations, tangents }: Work,
): void {
  // Generated code eliminates the matrices of few unknowns itself, where nobody can see it, and leaves some steps to the general solver.
  const byCode = (form === "always" || (form === "where-it-pays" && system.dof === 2)) && system.dof <= 8;
  if (byCode && tangents > 0 && factored.count < factorizations) {
    expect(factorizations).toBeGreaterThanOrEqual(STEPS);
    expect(factorizations).toBeLessThanOrEqual(tangents);
  } else {
    // Compensation makes matrices of its own and checks them, once and before the run: the steps have one factor.
    const { compensate = "none" } = method.parameters;
    expect(factorizations).toBe(compensate === "none" ? factored.count : 1);
    expect(factorizations).toBeLessThanOrEqual(factored.count);
  }
}

export function work(measured: Case): void {
  const { scheme, trial, problem: plain } = measured;
  for (const ledger of [false, true]) {
    const { problem, counts } = counting(plain);
    factored.count = 0;
    const time = timeOf(scheme, problem, trial.step / 4, stepsOf(measured, STEPS));
    const runner = begin(problem, scheme.method, { time, ledger });
    while (runner.advance(7));
    const { work: done, steps } = runner.result();
    const own = { gradients: done.gradients - counts.gradients, tangents: done.tangents - counts.tangents };
    expectOwn(measured, own, steps);
    expectFactors(measured, done);
  }
}
