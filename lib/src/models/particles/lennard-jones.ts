/** U(r) = 4 ε ((σ/r)¹² − (σ/r)⁶), with its minimum −ε at r = 2^(1/6) σ.            [lennardjones1931]
 *  With a cutoff U is zero from there on; it jumps at the cutoff, unless it is shifted by its value there. The force jumps
 *  in either case, so that the energy of a run with a cutoff is only conserved as well as the jump is small. */
import { InputError } from "../../core/failure.js";
import { type PairPotential, pairPotential } from "./pair-potential.js";

export interface LennardJones {
  /** The depth of the minimum. */
  readonly epsilon?: number;
  /** The distance at which U passes through zero. */
  readonly sigma?: number;
  readonly cutoff?: number;
  readonly shift?: boolean;
}

export function lennardJones({
  epsilon = 1,
  sigma = 1,
  cutoff = Infinity,
  shift = false,
}: LennardJones = {}): PairPotential {
  if (!(sigma > 0 && sigma < Infinity))
    throw new InputError(`sigma is ${sigma}; accepted: a number > 0`, { key: "sigma" });
  if (!Number.isFinite(epsilon)) throw new InputError(`epsilon is ${epsilon}; accepted: a number`, { key: "epsilon" });
  if (!(cutoff > 0)) throw new InputError(`the cutoff is ${cutoff}; accepted: a number > 0`, { key: "cutoff" });
  const squareAtCutoff = (sigma * sigma) / (cutoff * cutoff);
  const sixthAtCutoff = squareAtCutoff * squareAtCutoff * squareAtCutoff;
  const atCutoff = shift ? 4 * epsilon * sixthAtCutoff * (sixthAtCutoff - 1) : 0;
  return pairPotential({ cutoff }, ({ constant, multiply, subtract, power }, { perSquare }) => {
    const sixth = power(multiply(constant(sigma * sigma), perSquare), 3);
    return subtract(multiply(constant(4 * epsilon), multiply(sixth, subtract(sixth, constant(1)))), constant(atCutoff));
  });
}
