/** Springs among points that are known by their names alone: found in ∇²V, because the energy of a spring depends on a distance.
 *
 *  Two points are joined by U(|a − b|) where the block of ∇²V between them has their direction as an eigenvector,
 *
 *      −∂²V/∂a∂b = U″ e eᵀ + (U′/r)(1 − e eᵀ),   e = (a − b)/r,
 *
 *  and by a spring where U″ > 0, which gravity does not have. A point hangs on a spring from a fixed place in the plane where what is left of its own
 *  block belongs to such a U around one centre, and a weight acts besides: without one it is any central force. */
import type { Problem } from "../core/system.js";
import type { LabelledPoints } from "./from-labels.js";
import { meeting } from "./rods.js";
import { weightOf } from "./weight.js";

export interface Spring {
  readonly from: number;
  /** Another point, or a place. */
  readonly to: number | readonly [number, number, number];
}

/** Relative to the largest entry of ∇²V: what rounding leaves of a difference. */
const CLOSE = 1e-7;
/** More points than this are not looked at: every pair is. */
const MOST_POINTS = 24;

export function springsOf(problem: Problem, points: LabelledPoints): Spring[] {
  const { system, q0 } = problem;
  const { coordinates, dimension } = points;
  const count = coordinates.length / 3;
  const { tangent } = system;
  if (tangent === null || count > MOST_POINTS) return [];
  const { pattern } = tangent;
  const values = new Float64Array(pattern.column.length);
  const looked = [0, 1, 2].map((k) => {
    const q = q0.map((x, i) => (k === 0 ? x : x + 0.07 * (1 + Math.abs(x)) * Math.sin(k * (1 + 2 * i))));
    const full = new Float64Array(system.dof * system.dof);
    tangent.values(q, values);
    for (let i = 0; i < system.dof; i++) {
      for (let j = pattern.rowStart[i]; j < pattern.rowStart[i + 1]; j++)
        full[i * system.dof + pattern.column[j]] = values[j];
    }
    return { q, full, size: full.reduce((most, x) => Math.max(most, Math.abs(x)), 0) };
  });
  const at = (q: Float64Array, point: number) =>
    Array.from({ length: dimension }, (_, c) => q[coordinates[3 * point + c]]);
  const block = (full: Float64Array, a: number, b: number) =>
    Array.from({ length: dimension }, (_, r) =>
      Array.from({ length: dimension }, (_, c) => full[coordinates[3 * a + r] * system.dof + coordinates[3 * b + c]]),
    );

  const pairs: Spring[] = [];
  for (let a = 0; a < count; a++) {
    for (let b = 0; b < a; b++) {
      const isSpring = looked.every(({ q, full, size }) => {
        const apart = at(q, a).map((x, c) => x - at(q, b)[c]);
        const length = Math.hypot(...apart);
        const e = apart.map((x) => x / length);
        const K = block(full, a, b).map((row) => row.map((x) => -x));
        const Ke = K.map((row) => row.reduce((sum, x, c) => sum + x * e[c], 0));
        const along = Ke.reduce((sum, x, c) => sum + x * e[c], 0);
        return along > CLOSE * size && Ke.every((x, c) => Math.abs(x - along * e[c]) <= CLOSE * size);
      });
      if (isSpring) pairs.push({ from: a, to: b });
    }
  }
  if (dimension !== 2) return pairs;

  const hung = Array.from({ length: count }, (_, a) => a).flatMap((a): Spring[] => {
    const own = looked.map(({ q, full, size }) => {
      const K = block(full, a, a);
      // What the springs to other points add to the block is the opposite of what they have between the two.
      for (let b = 0; b < count; b++) {
        if (b === a) continue;
        block(full, a, b).forEach((row, r) => {
          row.forEach((x, c) => {
            K[r][c] += x;
          });
        });
      }
      return { place: at(q, a), K, size };
    });
    if (own.some(({ K, size }) => K.flat().every((x) => Math.abs(x) <= CLOSE * size))) return [];
    const lines = own.map(({ place, K }) => ({ place: [...place, 0], slope: [...stiffest(K), 0] }));
    const centre = meeting(lines[0], lines[1]);
    if (centre === null) return [];
    const isCentral = own.every(({ place, K, size }) => {
      const [x, y] = place.map((each, c) => each - centre[c]);
      const [Kx, Ky] = [K[0][0] * x + K[0][1] * y, K[1][0] * x + K[1][1] * y];
      return x * Kx + y * Ky > 0 && Math.abs(x * Ky - y * Kx) <= CLOSE * size * (x * x + y * y);
    });
    return isCentral ? [{ from: a, to: centre }] : [];
  });
  const springs = [...hung, ...pairs];
  // One point alone: a spring only where a weight pulls at it as well.
  return count > 1 || weightOf(problem, points, springs) !== null ? springs : [];
}

/** The eigenvector of a symmetric 2 × 2 matrix with the larger eigenvalue. */
function stiffest([[a, b], [, d]]: readonly (readonly number[])[]): [number, number] {
  const half = (a - d) / 2;
  const root = Math.hypot(half, b);
  if (root === 0) return [1, 0];
  return half >= 0 ? [half + root, b] : [b, root - half];
}
