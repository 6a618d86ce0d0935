/** Rules of integration on the reference elements. All weights are positive, all points inside. */
import { once } from "../../core/once.js";

export interface QuadratureRule {
  readonly points: readonly (readonly number[])[];
  readonly weights: readonly number[];
}

/** Gauss's rules on [−1, 1], exact to degree 2n − 1. */
const GAUSS: Readonly<Record<1 | 2 | 3 | 4, QuadratureRule>> = {
  1: { points: [[0]], weights: [2] },
  2: { points: [[-1 / Math.sqrt(3)], [1 / Math.sqrt(3)]], weights: [1, 1] },
  3: { points: [[-Math.sqrt(3 / 5)], [0], [Math.sqrt(3 / 5)]], weights: [5 / 9, 8 / 9, 5 / 9] },
  4: {
    points: [[-0.8611363115940526], [-0.3399810435848563], [0.3399810435848563], [0.8611363115940526]],
    weights: [0.34785484513745385, 0.6521451548625461, 0.6521451548625461, 0.34785484513745385],
  },
};

/** Gauss's rule with n points in each of d directions. */
export function gaussOnCube(d: 1 | 2 | 3, n: 1 | 2 | 3 | 4): QuadratureRule {
  const line = GAUSS[n];
  return d === 1 ? line : product(gaussOnCube(d === 3 ? 2 : 1, n), line);
}

export function product(a: QuadratureRule, b: QuadratureRule): QuadratureRule {
  return {
    points: b.points.flatMap((q) => a.points.map((p) => [...p, ...q])),
    weights: b.weights.flatMap((v) => a.weights.map((w) => w * v)),
  };
}

export const triangle1 = once((): QuadratureRule => ({ points: [[1 / 3, 1 / 3]], weights: [1 / 2] }));

/** Degree 2. */
export const triangle3 = once((): QuadratureRule => orbits(3, 1 / 2, [[1 / 3, 1 / 6]]));

/** Degree 5, Radon's. */
export const triangle7 = once(
  (): QuadratureRule =>
    orbits(3, 1 / 2, [
      [9 / 40, 1 / 3],
      [(155 - Math.sqrt(15)) / 1200, (6 - Math.sqrt(15)) / 21],
      [(155 + Math.sqrt(15)) / 1200, (6 + Math.sqrt(15)) / 21],
    ]),
);

export const tetrahedron1 = once((): QuadratureRule => ({ points: [[1 / 4, 1 / 4, 1 / 4]], weights: [1 / 6] }));

/** Degree 2. */
export const tetrahedron4 = once((): QuadratureRule => orbits(4, 1 / 6, [[1 / 4, (5 - Math.sqrt(5)) / 20]]));

/** Degree 5, Keast's with 15 points: the centre, two orbits of the corners, one of the edges. */
export const tetrahedron15 = once(
  (): QuadratureRule =>
    withEdges(
      orbits(4, 1 / 6, [
        [16 / 135, 1 / 4],
        [(2665 + 14 * Math.sqrt(15)) / 37800, (7 - Math.sqrt(15)) / 34],
        [(2665 - 14 * Math.sqrt(15)) / 37800, (7 + Math.sqrt(15)) / 34],
      ]),
      10 / 189,
      (5 - Math.sqrt(15)) / 20,
    ),
);

/** Points of a simplex with all barycentric coordinates but one equal to a, for every [weight, a]; weights are parts of its size. */
function orbits(corners: number, size: number, table: readonly (readonly [number, number])[]): QuadratureRule {
  const points: number[][] = [];
  const weights: number[] = [];
  for (const [weight, a] of table) {
    const rest = 1 - (corners - 1) * a;
    const copies = Math.abs(rest - a) < 1e-12 ? 1 : corners;
    for (let k = 0; k < copies; k++) {
      points.push(Array.from({ length: corners - 1 }, (_, i) => (i + 1 === k ? rest : a)));
      weights.push(weight * size);
    }
  }
  return { points, weights };
}

/** Six more points, with two barycentric coordinates a and the others ½ − a. */
function withEdges({ points, weights }: QuadratureRule, weight: number, a: number): QuadratureRule {
  const pairs = [0, 1, 2, 3].flatMap((i) => [0, 1, 2, 3].filter((j) => j > i).map((j) => [i, j]));
  const added = pairs.map((pair) => [1, 2, 3].map((k) => (pair.includes(k) ? a : 1 / 2 - a)));
  return { points: [...points, ...added], weights: [...weights, ...added.map(() => weight / 6)] };
}
