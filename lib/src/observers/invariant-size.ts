/** How large the terms are that an invariant adds up: a momentum that is zero but for rounding is a sum of terms that cancel, and its change is
 *  to be compared with them.
 *
 *    S = max over signs |Σᵢ ±xᵢ ∂I/∂xᵢ|,   x = (q, v),
 *
 *  by a central difference along x with some changes of sign. Of a sum of products of coordinates S is at most a small multiple of the largest of
 *  its terms, and misses it only where all of the signs that are tried cancel. */
import { congruence } from "../core/random.js";
import type { Invariant } from "../core/system.js";
import type { Vec } from "../core/vec.js";

const TRIALS = 8;
/** Relative; the difference is exact to about its square. */
const STEP = 1e-5;

export function invariantSize({ value }: Invariant, t: number, q: Vec, v: Vec): number {
  const [near, far] = [
    [q.slice(), v.slice()],
    [q.slice(), v.slice()],
  ];
  let size = Math.abs(value(t, q, v));
  for (let trial = 0; trial < TRIALS; trial++) {
    const random = congruence(trial * 0x9e3779b1 + 1);
    [q, v].forEach((x, part) => {
      for (let i = 0; i < x.length; i++) {
        // The first trial changes no sign.
        const step = random() >= 0.5 && trial > 0 ? -STEP : STEP;
        far[part][i] = x[i] * (1 + step);
        near[part][i] = x[i] * (1 - step);
      }
    });
    const slope = Math.abs(value(t, far[0], far[1]) - value(t, near[0], near[1])) / (2 * STEP);
    if (slope > size) size = slope;
  }
  return size;
}
