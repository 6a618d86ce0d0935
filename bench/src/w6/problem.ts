/** W6: ten thousand systems side by side. Oscillators under one artificial motion of the ground, 2000 points 0.02 s apart, periods 0.05 to 10 s, 5 % of
 *  critical damping; frames of three storeys with scattered stiffness under the same motion; both by average acceleration. And Duffing oscillators with α and β of
 *  their own, by Verlet and by the midpoint rule. */
import { congruence } from "noether";

export const RUNS = 10_000;
export const POINTS = 2000;
export const STEP = 0.02;
export const DAMPING = 0.05;
/** Of the Duffing oscillators. */
export const DUFFING_STEP = 0.05;

/** Filtered noise that swells and fades. */
export function groundMotion(): Float64Array {
  let level = 0;
  const random = congruence(1);
  return Float64Array.from({ length: POINTS }, (_, k) => {
    level = 0.9 * level + (random() - 0.5);
    const t = (k * STEP) / 4;
    return t * Math.exp(1 - t) * level;
  });
}

export const periods = (count: number) =>
  Float64Array.from({ length: count }, (_, i) => 0.05 * 200 ** (i / (count - 1)));

/** The stiffness of three storeys, from below, of every frame. */
export function storeys(): Float64Array {
  const random = congruence(7);
  return Float64Array.from({ length: 3 * RUNS }, () => 1000 * (0.5 + random()));
}

/** α, β and the start of every Duffing oscillator. */
export function duffings(): Float64Array {
  const random = congruence(3);
  return Float64Array.from({ length: 3 * RUNS }, (_, i) => (i % 3 === 1 ? 0.2 : 0.5) + random());
}
