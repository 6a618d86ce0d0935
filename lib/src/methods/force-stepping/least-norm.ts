/** The point of least norm of a polytope that is known by its corners in given directions.                       [wolfe1976]
 *
 *  A set of corners whose affine hull has its least point x inside; where a corner lies beyond the plane through x, it joins the set, and
 *  corners that the new least point does not need leave it. Finite, and few corners are ever looked at. */
import type { Vec } from "../../core/vec.js";
import { dot } from "../../linalg/vec.js";

/** The corner with the least product with x; a new vector. */
export type Corner = (x: Vec) => Vec;

/** What is gained is not more than the rounding of the products: this many digits are kept. */
const GAIN = 1e-13;

export function leastNorm(first: Vec, corner: Corner): Vec {
  let corners = [first];
  let weights = [1];
  let x = first.slice();
  let largest = dot(first, first);
  // Each pass ends with a shorter x; this many would be a sign of rounding errors alone.
  for (let pass = 0; pass < 20 * (first.length + 1); pass++) {
    const next = corner(x);
    largest = Math.max(largest, dot(next, next));
    let gain = 0;
    for (let j = 0; j < x.length; j++) gain += x[j] * (x[j] - next[j]);
    if (!(gain > GAIN * largest) || corners.some((c) => c.every((value, j) => value === next[j]))) break;
    corners.push(next);
    weights.push(0);
    while (true) {
      const affine = affineWeights(corners);
      if (affine === null) return x;
      if (affine.every((weight) => weight > 0)) {
        weights = affine;
        break;
      }
      // As far towards it as all weights stay positive; the corner that stops it is not needed.
      let share = 1;
      affine.forEach((weight, i) => {
        if (weight <= 0) share = Math.min(share, weights[i] / (weights[i] - weight));
      });
      weights = weights.map((weight, i) => weight + share * (affine[i] - weight));
      const least = weights.reduce((low, weight) => Math.min(low, weight), 1);
      const kept = corners.map((_, i) => weights[i] > Math.max(0, least));
      corners = corners.filter((_, i) => kept[i]);
      weights = weights.filter((_, i) => kept[i]);
      if (corners.length <= 1) {
        weights = [1];
        break;
      }
    }
    x = new Float64Array(first.length);
    corners.forEach((c, i) => {
      for (let j = 0; j < x.length; j++) x[j] += weights[i] * c[j];
    });
  }
  return x;
}

/** The weights, of sum 1, of the least point of the affine hull: (C Cᵀ + 1 1ᵀ) u = 1, u scaled. Null where corners depend on
 *  one another. */
function affineWeights(corners: readonly Vec[]): number[] | null {
  const n = corners.length;
  const scale = corners.reduce((most, c) => Math.max(most, dot(c, c)), Number.MIN_VALUE);
  const A = corners.map((c) => Float64Array.from(corners, (other) => dot(c, other) / scale + 1));
  const u = new Float64Array(n).fill(1);
  for (let k = 0; k < n; k++) {
    const pivot = A[k][k];
    if (!(pivot > 1e-14)) return null;
    for (let i = k + 1; i < n; i++) {
      const factor = A[i][k] / pivot;
      for (let j = k; j < n; j++) A[i][j] -= factor * A[k][j];
      u[i] -= factor * u[k];
    }
  }
  for (let k = n - 1; k >= 0; k--) {
    for (let j = k + 1; j < n; j++) u[k] -= A[k][j] * u[j];
    u[k] /= A[k][k];
  }
  const sum = u.reduce((total, value) => total + value, 0);
  return sum > 0 ? Array.from(u, (value) => value / sum) : null;
}
