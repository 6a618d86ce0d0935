/** Response spectra of a ground motion: the largest responses of oscillators of many periods and dampings to it,
 *
 *      q̈ + 2 ζ ω q̇ + ω² q = −scale ü_g(t),      at rest at the first sample,
 *
 *  exact for a record that is linear between its samples. Peaks are taken at the samples, as is the custom; where a period is
 *  short they may lie between two of them, and `pointsPerPeriod` divides the steps of the record for such periods. After the last sample the
 *  ground is at rest, and the oscillator vibrates freely from (q_N, v_N): slow ones reach their peak then. Its displacement, velocity
 *  and absolute acceleration are all of the form x = e^{−ζωt}(A cos ω_d t + B sin ω_d t), whose first extremum is its largest. */
import { InputError } from "../core/failure.js";
import type { Vec } from "../core/vec.js";
import { averageAcceleration, exactRecurrence } from "./oscillator-recurrence.js";
import { COEFFICIENTS, LANES, quickestSweep, RESULTS, type Sweep } from "./oscillator-sweep.js";

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
  /** Count the free vibration after the last sample, when the ground is at rest (default true). */
  readonly freeVibration?: boolean;
  readonly recurrence?: "exact" | "average-acceleration";
  readonly sweep?: Sweep;
}

export function responseSpectra(
  record: { readonly step: number; readonly values: Vec },
  {
    periods,
    dampings,
    scale = 1,
    pointsPerPeriod = 0,
    freeVibration = true,
    recurrence = "exact",
    sweep = quickestSweep(),
  }: SpectrumOptions,
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
    const results = new Float64Array(groups * RESULTS * LANES);
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
    sweep(coefficients, load, results);
    for (let i = 0; i < count; i++) {
      const spectrum = spectra[Math.floor(i / members.length)];
      const j = members[i % members.length];
      const omega = (2 * Math.PI) / at[j];
      const first = place(i, RESULTS);
      const [q, v] = [results[first + 3 * LANES], results[first + 4 * LANES]];
      const later = freeVibration ? laterPeaks(omega, spectrum.damping, q, v) : NONE;
      const largest = Math.max(results[first], later[0]);
      spectrum.displacement[j] = largest;
      spectrum.pseudoVelocity[j] = omega * largest;
      spectrum.pseudoAcceleration[j] = omega * omega * largest;
      spectrum.velocity[j] = Math.max(results[first + LANES], later[1]);
      spectrum.acceleration[j] = Math.max(results[first + 2 * LANES], later[2]);
    }
  }
  return spectra;
}

const NONE = [0, 0, 0] as const;

/** The largest |q|, |q̇| and |q̈| of the free vibration from a state: each and its derivative follow from the equation of motion. */
function laterPeaks(omega: number, zeta: number, q: number, v: number): readonly [number, number, number] {
  const [k, c] = [omega * omega, 2 * zeta * omega];
  const a = -k * q - c * v;
  const jerk = -k * v - c * a;
  return [laterPeak(omega, zeta, q, v), laterPeak(omega, zeta, v, a), laterPeak(omega, zeta, a, jerk)];
}

/** The first extremum of e^{−ζωt}(x cos ω_d t + B sin ω_d t), whose derivative at 0 is `slope`, or its start if that is larger. */
function laterPeak(omega: number, zeta: number, x: number, slope: number): number {
  const damped = omega * Math.sqrt(1 - zeta * zeta);
  const decay = zeta * omega;
  const B = (slope + decay * x) / damped;
  // 0 = derivative = e^{−ζωt} ((ω_d B − ζω x) cos − (ω_d x + ζω B) sin).
  const angle = Math.atan2(slope, damped * x + decay * B);
  const turn = angle > 0 ? angle : angle + Math.PI;
  const reached = Math.exp((-decay * turn) / damped) * (x * Math.cos(turn) + B * Math.sin(turn));
  return Math.max(Math.abs(x), Math.abs(reached));
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
