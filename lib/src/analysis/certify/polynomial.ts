/** Is a potential a polynomial of low degree? Along straight lines through the motion its differences of the next order vanish, to within
 *  the rounding of the values that they are made of. Some methods conserve the energy of such potentials alone. */
import type { Problem } from "../../core/system.js";
import type { Instant } from "./motion.js";
import { directions } from "./random.js";
import type { Scales } from "./scales.js";

const LINES = 3;
/** A sum of terms rounds more than its value: so many ulps of the largest value. */
const ROUNDING = 64 * Number.EPSILON;

export function hasDegree(
  { system }: Problem,
  degree: number,
  states: readonly Instant[],
  { position, largest }: Scales,
): boolean {
  if (system.kind === "linear") return degree >= 2;
  const { next } = directions();
  const binomials = Array.from({ length: degree + 2 }, () => 1);
  for (let k = 1; k <= degree; k++) binomials[k] = (binomials[k - 1] * (degree + 2 - k)) / k;
  for (let line = 0; line < LINES; line++) {
    const { q } = states[Math.floor(((line + 1) * (states.length - 1)) / LINES)];
    const along = position.map((size, i) => next() * Math.max(size, largest[i]));
    const values = binomials.map((_, k) => system.potential(q.map((x, i) => x + (k / (degree + 1) - 0.5) * along[i])));
    const difference = values.reduce((sum, value, k) => sum + (k % 2 === 0 ? 1 : -1) * binomials[k] * value, 0);
    const size = values.reduce((sum, value, k) => sum + binomials[k] * Math.abs(value), 0);
    if (!(Math.abs(difference) <= ROUNDING * size)) return false;
  }
  return true;
}
