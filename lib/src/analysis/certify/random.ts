/** Directions to measure in, the same at every run. */
import { uniform } from "../../core/random.js";
import type { Vec } from "../../core/vec.js";

export interface Directions {
  /** Numbers between −1 and 1. */
  next(): number;
  /** A copy of z with every entry moved by its `reach`, one way or the other. */
  moved(z: Vec, reach: Vec): Vec;
}

export function directions(): Directions {
  const source = uniform(20_261_115);
  const next = () => 2 * source() - 1;
  return { next, moved: (z, reach) => z.map((x, i) => (next() < 0 ? x - reach[i] : x + reach[i])) };
}
