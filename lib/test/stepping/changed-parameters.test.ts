/** Where parameters of a system have changed between two steps, a scheme begins anew from position and velocity: nothing that it has kept may know the forces
 *  from before. */
import { describe, expect, test } from "vitest";
import { openLedger } from "../../src/core/ledger.js";
import { type FixedStepMethod, refusal, type Stepper } from "../../src/core/method.js";
import { specialised } from "../../src/core/specialise.js";
import type { State } from "../../src/core/state.js";
import type { System } from "../../src/core/system.js";
import { scalarMass } from "../../src/linalg/mass.js";
import { startingFrom } from "../../src/models/model.js";
import { adjustable, potentialOf } from "../../src/symbolic/index.js";
import { potentialSystem } from "../../src/systems/potential.js";
import { fixedSchemes } from "../contracts/schemes.js";

const STEP = 0.1;
const CHANGES = 8;
const coordinates = ["x", "y"];

/** A potential as an expression, or known by its values and derivatives alone. */
function changingSystem(known: string) {
  const parameters = adjustable({ k: 1 });
  const made = potentialOf({ coordinates, parameters, potential: "k*(x^2 + y^2)/2 + k*cos(x*y) + (x - y)^4/4" });
  const { potential, gradient, tangent } = made;
  const parts = known === "expression" ? made : { potential, gradient, tangent };
  return { parameters, system: potentialSystem({ labels: coordinates, mass: scalarMass(2, 1.3), ...parts }) };
}

function begun(method: FixedStepMethod, system: System, q: Iterable<number>, v: Iterable<number>, t = 0) {
  const problem = { ...startingFrom(system, [...q], [...v]), t0: t };
  const ledger = openLedger(problem, true);
  const stepper = method.prepare(problem, STEP, ledger);
  const s: State = { n: 0, t, q: Float64Array.from(q), v: Float64Array.from(v), memory: stepper.memory };
  return { stepper, s, booked: ledger.memory };
}

/** One step, as code where it can be. */
function step(stepper: Stepper, s: State): void {
  if (stepper.leap?.(s, 1) !== 1) expect(stepper.step(s)).toBeNull();
  s.n++;
  s.t = s.n * STEP;
}

const restartingOn = (known: string) =>
  fixedSchemes.filter(({ method }) => {
    const { system } = changingSystem(known);
    return refusal(method, system) === null && begun(method, system, [1, 0], [0, 1]).stepper.restart !== undefined;
  });

describe.each(["never", "always"] as const)("specialised %s", (form) => {
  describe.each(["expression", "functions"])("%s", (known) => {
    test.each(restartingOn(known))("$name", ({ method }) => {
      specialised(form, () => {
        const { system, parameters } = changingSystem(known);
        const { stepper, s, booked } = begun(method, system, [0.9, -0.2], [0.3, 0.5]);
        for (let change = 0; change < CHANGES; change++) {
          step(stepper, s);
          // What `restart` finds, as core/jumps.ts leaves it.
          for (const vector of s.memory) vector.fill(0);
          parameters.set({ k: 1 + (change % 3) });
          stepper.restart?.(s.t, s.q, s.v);
          const fresh = begun(method, system, s.q, s.v, s.t);
          expect(s.memory, `change ${change}`).toEqual(fresh.s.memory);
          booked.set(fresh.booked);
          step(fresh.stepper, fresh.s);
          step(stepper, s);
          expect([s.q, s.v, booked], `change ${change}`).toEqual([fresh.s.q, fresh.s.v, fresh.booked]);
        }
      });
    });
  });
});
