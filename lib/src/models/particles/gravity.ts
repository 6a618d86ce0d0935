/** U(r) = −G m_i m_j / r. Singular where two particles meet; nothing is softened. */
import { InputError } from "../../core/failure.js";
import type { Vec } from "../../core/vec.js";
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
    sweeps: { 3: (pairs, q, out) => gravityInSpace(pairs, q, out, strength) },
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

/** The gradient in one loop: the one that celestial mechanics spends its time in. */
function gravityInSpace({ rowStart, partner }: PairList, q: Vec, out: Vec, strength: Vec): void {
  const rows = rowStart.length - 1;
  for (let i = 0; i < rows; i++) {
    const xi = q[3 * i];
    const yi = q[3 * i + 1];
    const zi = q[3 * i + 2];
    const last = rowStart[i + 1];
    let sumX = 0;
    let sumY = 0;
    let sumZ = 0;
    for (let k = rowStart[i]; k < last; k++) {
      const j = 3 * partner[k];
      const x = xi - q[j];
      const y = yi - q[j + 1];
      const z = zi - q[j + 2];
      const r2 = x * x + y * y + z * z;
      const slope = strength[k] / (r2 * Math.sqrt(r2));
      const gx = slope * x;
      const gy = slope * y;
      const gz = slope * z;
      sumX += gx;
      sumY += gy;
      sumZ += gz;
      out[j] -= gx;
      out[j + 1] -= gy;
      out[j + 2] -= gz;
    }
    out[3 * i] += sumX;
    out[3 * i + 1] += sumY;
    out[3 * i + 2] += sumZ;
  }
}
