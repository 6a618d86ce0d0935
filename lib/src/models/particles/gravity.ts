/** U(r) = −G m_i m_j / r. Singular where two particles meet; nothing is softened. */
import { InputError } from "../../core/failure.js";
import type { PairList } from "./pair-list.js";
import type { PairPotential } from "./pair-potential.js";

export interface Gravity {
  /** The gravitational constant in the units of the model. */
  readonly G?: number;
}

export function gravity({ G = 1 }: Gravity, masses: ArrayLike<number>, { rowStart, partner }: PairList): PairPotential {
  if (!Number.isFinite(G)) throw new InputError(`G is ${G}; accepted: a number`, { key: "G" });
  const strength = new Float64Array(partner.length);
  for (let i = 0; i < masses.length; i++) {
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) strength[k] = G * masses[i] * masses[partner[k]];
  }
  return {
    cutoff: Infinity,
    energy(squares, count, first, sum) {
      for (let k = 0; k < count; k++) sum -= strength[first + k] / Math.sqrt(squares[k]);
      return sum;
    },
    slopes(squares, count, first) {
      for (let k = 0; k < count; k++) squares[k] = strength[first + k] / (squares[k] * Math.sqrt(squares[k]));
    },
    curvatures(squares, count, first, out) {
      for (let k = 0; k < count; k++) {
        const r2 = squares[k];
        out[k] = (-3 * strength[first + k]) / (r2 * r2 * Math.sqrt(r2));
      }
    },
  };
}
