/** An artificial ground motion, the same on every machine for the same seed: sines of many frequencies with random phases,
 *  weighted like the shaking of firm soil [tajimi1960], under an envelope that rises, falls and ends at zero:
 *
 *      ü_g(t) = env(t) Σ_k A(f_k) sin(2π f_k t + φ_k),   env = (τ e^{1−τ})² (1 − t/T),   τ = t/t_peak. */

import { exp, pow, sin } from "../../core/elementary.js";
import { congruence } from "../../core/random.js";
import type { Vec } from "../../core/vec.js";

export interface SyntheticRecord {
  readonly seed?: number;
  /** The largest acceleration, m/s². */
  readonly peak?: number;
  readonly duration?: number;
  readonly step?: number;
}

const SINES = 60;
const LOWEST = 0.3; // Hz
const HIGHEST = 12; // Hz
/** Frequency and damping ratio of the soil. */
const SOIL = { frequency: 2.5, damping: 0.6 } as const;
const PEAK_TIME = 4; // s

export function syntheticRecord({ seed = 1, peak = 3, duration = 20, step = 0.02 }: SyntheticRecord = {}): {
  times: Vec;
  values: Vec;
} {
  const random = uniforms(seed);
  const sines = Array.from({ length: SINES }, (_, k) => {
    const frequency = LOWEST * pow(HIGHEST / LOWEST, (k + 0.5) / SINES);
    return { amplitude: soilAmplitude(frequency), rate: 2 * Math.PI * frequency, phase: 2 * Math.PI * random() };
  });
  const count = Math.round(duration / step) + 1;
  const times = Float64Array.from({ length: count }, (_, n) => n * step);
  const values = times.map((t) => {
    const tau = t / PEAK_TIME;
    const envelope = (tau * exp(1 - tau)) ** 2 * (1 - t / duration);
    return envelope * sines.reduce((sum, { amplitude, rate, phase }) => sum + amplitude * sin(rate * t + phase), 0);
  });
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return { times, values: values.map((value) => (peak * value) / largest) };
}

/** The square root of the soil's spectrum; of its width too, because the frequencies grow in equal ratios. */
function soilAmplitude(frequency: number): number {
  const x = frequency / SOIL.frequency;
  const damping = (2 * SOIL.damping * x) ** 2;
  return Math.sqrt((frequency * (1 + damping)) / ((1 - x * x) ** 2 + damping));
}

/** Numbers in [0, 1), of which the first are thrown away. */
function uniforms(seed: number): () => number {
  const next = congruence(seed);
  for (let k = 0; k < 8; k++) next();
  return next;
}
