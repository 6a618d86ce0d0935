/** W6: ten thousand oscillators under one artificial motion of the ground, 2000 points 0.02 s apart, periods 0.05 to 10 s, 5 % of
 *  critical damping, average acceleration; and the spectra of a thousand periods at five dampings, exact. */
export const RUNS = 10_000;
export const POINTS = 2000;
export const STEP = 0.02;
export const DAMPING = 0.05;
/** The sum of the largest displacements, as an independent program finds it. */
export const SUM_OF_PEAKS = 2217.19583908;

/** Filtered noise that swells and fades. */
export function groundMotion(): Float64Array {
  let state = 1;
  let level = 0;
  return Float64Array.from({ length: POINTS }, (_, k) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    level = 0.9 * level + (state / 2 ** 32 - 0.5);
    const t = (k * STEP) / 4;
    return t * Math.exp(1 - t) * level;
  });
}

export const periods = (count: number) =>
  Float64Array.from({ length: count }, (_, i) => 0.05 * 200 ** (i / (count - 1)));
