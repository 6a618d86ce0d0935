/** The mean force from the system's own discrete gradient: differences of the invariants that V is made of (distances,
 *  strains) divided by one another, so that energy, linear and angular momentum are kept together.
 *  [labudde1974], [simo1992], [gonzalez1996]
 *
 *  Krenk's force keeps the first two only: the torque q̄ × g* of the mean of two central forces is not zero. */
import { InputError } from "../core/failure.js";
import type { Ledger } from "../core/ledger.js";
import { noWork, type Stepper, type Work } from "../core/method.js";
import type { DiscreteGradient, Problem } from "../core/system.js";
import { copy } from "../linalg/vec.js";
import { energyHold } from "./energy-momentum-hold.js";
import { isPlanarDifference, planarDifferenceStepper } from "./energy-momentum-planar.js";
import { energyMomentumStepper } from "./energy-momentum-step.js";
import type { MeanForce } from "./mean-force.js";

export function invariantStepper(problem: Problem, h: number, tolerance: number, ledger: Ledger | null): Stepper {
  const { system } = problem;
  const { discreteGradient } = system;
  if (discreteGradient === null) throw new InputError("the system has no discrete gradient");
  const work = noWork();
  const force = invariantForce(discreteGradient, system.dof, work);
  const hold = tolerance === 0 ? energyHold(problem) : null;
  const general = energyMomentumStepper(problem, h, { damping: 0, tolerance }, force, hold, work, ledger);
  return hold !== null && isPlanarDifference(system)
    ? planarDifferenceStepper(problem, h, discreteGradient, general, hold, work, ledger)
    : general;
}

function invariantForce({ between, tangent }: DiscreteGradient, dof: number, work: Work): MeanForce {
  const from = new Float64Array(dof);
  const to = new Float64Array(dof);
  return {
    pattern: tangent.pattern,
    rest: null,
    open() {},
    at(q0, q1, _du, out) {
      copy(q0, from);
      copy(q1, to);
      between(from, to, out);
      work.gradients++;
    },
    stiffness(out) {
      tangent.values(from, to, out);
      work.tangents++;
      for (let j = 0; j < out.length; j++) out[j] *= 2;
    },
    noise: () => 0,
    surplus: () => 0,
  };
}
