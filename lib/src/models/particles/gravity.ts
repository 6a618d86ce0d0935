/** U(r) = −G m_i m_j / r. Singular where two particles meet; nothing is softened. */
import { InputError } from "../../core/failure.js";
import { type PairPotential, pairPotential } from "./pair-potential.js";

export interface Gravity {
  /** The gravitational constant in the units of the model. */
  readonly G?: number;
}

export function gravity({ G = 1 }: Gravity, masses: ArrayLike<number>): PairPotential {
  if (!Number.isFinite(G)) throw new InputError(`G is ${G}; accepted: a number`, { key: "G" });
  return pairPotential(
    { ofParticles: [Float64Array.from(masses)] },
    ({ constant, multiply }, { perDistance, given: [first, second] }) =>
      multiply(constant(-G), multiply(multiply(first, second), perDistance)),
  );
}
