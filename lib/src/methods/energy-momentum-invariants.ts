/** The mean force from the system's own discrete gradient: differences of the invariants that V is made of (distances,
 *  strains) divided by one another, so that energy, linear and angular momentum are kept together.
 *  [labudde1974], [simo1992], [gonzalez1996]
 *
 *  Krenk's force keeps the first two only: the torque q̄ × g* of the mean of two central forces is not zero.
 *
 *  His algorithmic damping has two halves: ½ α Δg in the force and ½ α Δv in the velocity. Both turn the motion. The first has a
 *  counterpart that does not, the change ΔU′ of the force in every invariant x, acting where the discrete gradient does; the
 *  second has none that is linear in Δv, since Δu has to be parallel to v̄ at every point. So the first is taken twice:
 *
 *      M Δv = −h Σ (ΔU/Δx + α ΔU′) ∂x,    Δu = h v̄,    algorithmic = α Σ Δx ΔU′
 *
 *  At low frequencies this damps as much as Krenk's, ½ α ω h of critical (analysis/algorithmic-damping.ts). What has no
 *  stiffness in an invariant is not damped: rigid rotation above all, which Krenk's α brings to rest. */
import { InputError } from "../core/failure.js";
import type { Ledger } from "../core/ledger.js";
import { noWork, type Stepper, type Work } from "../core/method.js";
import type { DiscreteGradient, Problem } from "../core/system.js";
import { copy } from "../linalg/vec.js";
import { energyHold } from "./energy-momentum-hold.js";
import { isPlanarDifference, planarDifferenceStepper } from "./energy-momentum-planar.js";
import { energyMomentumStepper, type StepOptions } from "./energy-momentum-step.js";
import type { MeanForce } from "./mean-force.js";

export function invariantStepper(
  problem: Problem,
  h: number,
  { damping: alpha, tolerance }: StepOptions,
  ledger: Ledger | null,
): Stepper {
  const { system } = problem;
  const { discreteGradient } = system;
  if (discreteGradient === null) throw new InputError("the system has no discrete gradient");
  const work = noWork();
  const force = invariantForce(discreteGradient, alpha, system.dof, work);
  const hold = alpha === 0 && tolerance === 0 ? energyHold(problem) : null;
  const general = energyMomentumStepper(problem, h, { damping: 0, tolerance }, force, hold, work, ledger);
  return hold !== null && isPlanarDifference(system)
    ? planarDifferenceStepper(problem, h, discreteGradient, general, hold, work, ledger)
    : general;
}

/** The discrete gradient, with algorithmic damping; what it does beyond ΔV is what the scheme takes. */
function invariantForce(plain: DiscreteGradient, alpha: number, dof: number, work: Work): MeanForce {
  const acting = alpha === 0 ? plain : resisting(plain, alpha);
  const from = new Float64Array(dof);
  const to = new Float64Array(dof);
  const force = new Float64Array(dof);
  const without = new Float64Array(dof);
  return {
    pattern: acting.tangent.pattern,
    rest: null,
    open() {},
    at(q0, q1, _du, out) {
      copy(q0, from);
      copy(q1, to);
      acting.between(from, to, out);
      work.gradients++;
    },
    stiffness(out) {
      acting.tangent.values(from, to, out);
      work.tangents++;
      for (let j = 0; j < out.length; j++) out[j] *= 2;
    },
    noise: () => 0,
    surplus(du) {
      if (alpha === 0) return 0;
      acting.between(from, to, force);
      plain.between(from, to, without);
      let taken = 0;
      for (let i = 0; i < dof; i++) taken += du[i] * (force[i] - without[i]);
      return taken;
    },
  };
}

function resisting(plain: DiscreteGradient, alpha: number): DiscreteGradient {
  if (plain.resisting !== undefined) return plain.resisting(alpha);
  throw new InputError(
    `damping is ${alpha} with momentum: angular, and the discrete gradient of this system has no resistance; ` +
      "accepted: damping 0, or momentum: linear",
    { key: "damping" },
  );
}
