/** U(r) = 4 ε ((σ/r)¹² − (σ/r)⁶), with its minimum −ε at r = 2^(1/6) σ.            [lennardjones1931]
 *  With a cutoff U is zero from there on; it jumps at the cutoff, unless it is shifted by its value there. The force jumps
 *  in either case, so that the energy of a run with a cutoff is only conserved as well as the jump is small. */
import { InputError } from "../../core/failure.js";
import { lennardJonesInPlane, lennardJonesInSpace } from "./lennard-jones-sweep.js";
import type { PairPotential } from "./pair-potential.js";

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
  const square = sigma * sigma;
  const limit = cutoff * cutoff;
  const sixthAtCutoff = (square / limit) * (square / limit) * (square / limit);
  const atCutoff = shift ? 4 * epsilon * sixthAtCutoff * (sixthAtCutoff - 1) : 0;
  return {
    cutoff,
    sweeps: {
      2: (pairs, q, out) => lennardJonesInPlane(pairs, q, out, epsilon, square, limit),
      3: (pairs, q, out) => lennardJonesInSpace(pairs, q, out, epsilon, square, limit),
    },
    energy(squares, count, _first, sum) {
      for (let k = 0; k < count; k++) {
        if (squares[k] >= limit) continue;
        const a = square / squares[k];
        const sixth = a * a * a;
        sum += 4 * epsilon * sixth * (sixth - 1) - atCutoff;
      }
      return sum;
    },
    slopes(squares, count) {
      const factor = 24 * epsilon;
      for (let k = 0; k < count; k++) {
        const inverse = 1 / squares[k];
        const a = square * inverse;
        const sixth = a * a * a;
        squares[k] = squares[k] < limit ? factor * sixth * (1 - 2 * sixth) * inverse : 0;
      }
    },
    curvatures(squares, count, _first, out) {
      const factor = 96 * epsilon;
      for (let k = 0; k < count; k++) {
        const inverse = 1 / squares[k];
        const a = square * inverse;
        const sixth = a * a * a;
        out[k] = squares[k] < limit ? factor * sixth * (7 * sixth - 2) * inverse * inverse : 0;
      }
    },
  };
}
