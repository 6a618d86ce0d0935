/** Response spectra of a ground motion: the largest responses of oscillators of many periods and dampings to it,
 *
 *      q̈ + 2 ζ ω q̇ + ω² q = −scale ü_g(t),      at rest at the first sample, up to the last,
 *
 *  exact for a record that is linear between its samples. Peaks are taken at the samples, as is the custom; where a period is
 *  short they may lie between two of them, and `pointsPerPeriod` divides the steps of the record for such periods. */
import { InputError } from "../core/failure.js";
import type { Vec } from "../core/vec.js";
import { averageAcceleration, exactRecurrence } from "./oscillator-recurrence.js";
import { COEFFICIENTS, LANES, PEAKS, quickestSweep, type Sweep } from "./oscillator-sweep.js";

export interface ResponseSpectrum {
  /** The damping ratio. */
  readonly damping: number;
  readonly periods: Vec;
  /** Sd: largest |q|. */
  readonly displacement: Vec;
  /** ω Sd and ω² Sd. */
  readonly pseudoVelocity: Vec;
  readonly pseudoAcceleration: Vec;
  /** Largest |q̇|, relative to the ground. */
  readonly velocity: Vec;
  /** Largest |q̈ + ü_g|, absolute. */
  readonly acceleration: Vec;
}

export interface SpectrumOptions {
  readonly periods: ArrayLike<number>;
  readonly dampings: ArrayLike<number>;
  /** From the record's units to those of acceleration in the result. */
  readonly scale?: number;
  /** Divide the record's steps until every period has as many. */
  readonly pointsPerPeriod?: number;
  readonly recurrence?: "exact" | "average-acceleration";
  readonly sweep?: Sweep;
}

export function responseSpectra(
  record: { readonly step: number; readonly values: Vec },
  { periods, dampings, scale = 1, pointsPerPeriod = 0, recurrence = "exact", sweep = quickestSweep() }: SpectrumOptions,
): ResponseSpectrum[] {
  const { step, values } = record;
  if (values.length < 2) throw new InputError(`a record of ${values.length} samples has no spectrum; two or more do`);
  const of = recurrence === "exact" ? exactRecurrence : averageAcceleration;
  const at = Float64Array.from(periods, (period) => accepted(period, "periods", period > 0, "numbers > 0"));
  const ratios = Float64Array.from(dampings, (zeta) =>
    accepted(zeta, "damping", zeta >= 0 && zeta < 1, "from 0 to below 1"),
  );
  const spectra = Array.from(ratios, (damping) => emptySpectrum(damping, at));
  // Oscillators that want the same division of the record go together.
  const divisions = Array.from(at, (period) => Math.max(1, Math.ceil((pointsPerPeriod * step) / period - 1e-9)));
  for (const parts of new Set(divisions)) {
    const members = divisions.flatMap((each, i) => (each === parts ? [i] : []));
    const load = dividedLoad(values, -scale, parts);
    const count = members.length * ratios.length;
    const groups = Math.ceil(count / LANES);
    const coefficients = new Float64Array(groups * COEFFICIENTS * LANES);
    const peaks = new Float64Array(groups * PEAKS * LANES);
    /** Where the first number of oscillator i stands; the others follow every LANES. */
    const place = (i: number, size: number) => Math.floor(i / LANES) * size * LANES + (i % LANES);
    for (let i = 0; i < count; i++) {
      const omega = (2 * Math.PI) / at[members[i % members.length]];
      const zeta = ratios[Math.floor(i / members.length)];
      const steps = of(omega, zeta, step / parts);
      const first = place(i, COEFFICIENTS);
      for (let k = 0; k < 8; k++) coefficients[first + k * LANES] = steps[k];
      coefficients[first + 8 * LANES] = omega * omega;
      coefficients[first + 9 * LANES] = 2 * zeta * omega;
    }
    sweep(coefficients, load, peaks);
    for (let i = 0; i < count; i++) {
      const spectrum = spectra[Math.floor(i / members.length)];
      const j = members[i % members.length];
      const omega = (2 * Math.PI) / at[j];
      const first = place(i, PEAKS);
      const largest = peaks[first];
      spectrum.displacement[j] = largest;
      spectrum.pseudoVelocity[j] = omega * largest;
      spectrum.pseudoAcceleration[j] = omega * omega * largest;
      spectrum.velocity[j] = peaks[first + LANES];
      spectrum.acceleration[j] = peaks[first + 2 * LANES];
    }
  }
  return spectra;
}

function emptySpectrum(damping: number, periods: Vec): ResponseSpectrum {
  const column = () => new Float64Array(periods.length);
  return {
    damping,
    periods,
    displacement: column(),
    pseudoVelocity: column(),
    pseudoAcceleration: column(),
    velocity: column(),
    acceleration: column(),
  };
}

/** The record times a factor, with so many equal parts to a step: the line between two samples stays the same line. */
function dividedLoad(values: Vec, factor: number, parts: number): Vec {
  const load = new Float64Array((values.length - 1) * parts + 1);
  for (let i = 0; i < load.length; i++) {
    const n = Math.floor(i / parts);
    const right = (i - n * parts) / parts;
    load[i] = factor * (right === 0 ? values[n] : (1 - right) * values[n] + right * values[n + 1]);
  }
  return load;
}

function accepted(value: number, key: string, fits: boolean, what: string): number {
  if (fits && Number.isFinite(value)) return value;
  throw new InputError(`found ${value}; accepted: ${what}`, { key });
}
