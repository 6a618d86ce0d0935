/** The gradient of Lennard-Jones pairs in free space in one loop: the one that the dynamics of a cluster spends its time in.
 *  `square` is σ², `limit` the squared cutoff. */
import type { Vec } from "../../core/vec.js";
import type { PairList } from "./pair-list.js";

export function lennardJonesInPlane(
  { rowStart, partner }: PairList,
  q: Vec,
  out: Vec,
  epsilon: number,
  square: number,
  limit: number,
): void {
  const factor = 24 * epsilon;
  const rows = rowStart.length - 1;
  for (let i = 0; i < rows; i++) {
    const xi = q[2 * i];
    const yi = q[2 * i + 1];
    const last = rowStart[i + 1];
    let sumX = 0;
    let sumY = 0;
    for (let k = rowStart[i]; k < last; k++) {
      const j = 2 * partner[k];
      const x = xi - q[j];
      const y = yi - q[j + 1];
      const r2 = x * x + y * y;
      if (r2 >= limit) continue;
      const perSquare = 1 / r2;
      const a = square * perSquare;
      const sixth = a * a * a;
      const slope = factor * sixth * (1 - 2 * sixth) * perSquare;
      const gx = slope * x;
      const gy = slope * y;
      sumX += gx;
      sumY += gy;
      out[j] -= gx;
      out[j + 1] -= gy;
    }
    out[2 * i] += sumX;
    out[2 * i + 1] += sumY;
  }
}

export function lennardJonesInSpace(
  { rowStart, partner }: PairList,
  q: Vec,
  out: Vec,
  epsilon: number,
  square: number,
  limit: number,
): void {
  const factor = 24 * epsilon;
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
      if (r2 >= limit) continue;
      const perSquare = 1 / r2;
      const a = square * perSquare;
      const sixth = a * a * a;
      const slope = factor * sixth * (1 - 2 * sixth) * perSquare;
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
