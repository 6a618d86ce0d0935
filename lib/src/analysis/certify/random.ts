/** Directions to measure in, the same at every run: the multiplicative generator of Park and Miller. */
import type { Vec } from "../../core/vec.js";

export interface Directions {
  /** Numbers between −1 and 1. */
  next(): number;
  /** A copy of z with every entry moved by its `reach`, one way or the other. */
  moved(z: Vec, reach: Vec): Vec;
}

export function directions(seed = 20_261_115): Directions {
  let state = seed;
  const next = () => {
    state = (48_271 * state) % 2_147_483_647;
    return (2 * state) / 2_147_483_647 - 1;
  };
  return { next, moved: (z, reach) => z.map((x, i) => (next() < 0 ? x - reach[i] : x + reach[i])) };
}
