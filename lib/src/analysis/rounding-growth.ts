/** How rounding errors grow with the number of steps n.                                        [brouwer1937]
 *
 *  If the errors of single steps are as good as random, what a method conserves in exact arithmetic walks away like √n
 *  (Brouwer's law); errors with a preferred sign make it drift like n. One run tells little about a walk: here are the root
 *  mean squares over many starts, and the exponent of their growth.
 *
 *  What is followed has to change by rounding alone. Momenta do, where a method keeps them. The energy of a symplectic method
 *  oscillates, by many orders more than it is rounded; but along a motion with few frequencies its mean over a long window is
 *  constant up to what the window lets through of the oscillation. A Gaussian window that is cut off where it has fallen to
 *  rounding lets through exp(−(ω W)²/576) of frequency ω, W the length of the window: 1e-16 if the slowest oscillation fits
 *  in 23 times. The same window is laid over the momenta, where it takes away the rounding of a single state. */

import type { Method } from "../core/method.js";
import { uniform } from "../core/random.js";
import { begin } from "../core/run.js";
import type { Invariant, Problem } from "../core/system.js";
import type { Time } from "../core/time.js";
import { slopeOf } from "./order.js";

export interface RoundingOptions {
  /** For methods that take the steps they are given. */
  readonly step: number;
  readonly steps: number;
  /** How many steps a mean is taken over; 1 for single states. */
  readonly window: number;
  readonly perDecade?: number;
}

/** The errors of one run, at numbers of steps in geometric progression, relative to the size of each quantity at the start. */
export interface RoundingErrors {
  readonly steps: readonly number[];
  /** By name: energy, linear-momentum, angular-momentum; the components of a momentum count as one. */
  readonly errors: Readonly<Record<string, readonly number[]>>;
}

/** Of the first `count` starts from which the method gets to the end: energy-stepping can be caught on a terrace. */
export function roundingRuns(
  starts: Iterable<Problem>,
  method: Method,
  options: RoundingOptions,
  count: number,
): RoundingErrors[] {
  const runs: RoundingErrors[] = [];
  for (const start of starts) {
    if (runs.length === count) break;
    const errors = roundingErrors(start, method, options);
    if (errors !== null) runs.push(errors);
  }
  return runs;
}

/** Null if the run fails. */
export function roundingErrors(
  problem: Problem,
  method: Method,
  { step, steps, window, perDecade = 4 }: RoundingOptions,
): RoundingErrors | null {
  const time: Time =
    method.clock === "fixed" ? { step, steps: steps + window } : { end: problem.t0 + 1000 * step * (steps + window) };
  const runner = begin(problem, method, { time });
  const { q0, v0, t0 } = problem;
  const quantities = quantitiesOf(runner.invariants, problem);
  const initial = runner.invariants.map(({ value }) => value(t0, q0, v0));
  const weights = Float64Array.from({ length: window }, (_, k) => Math.exp(-36 * ((2 * k + 1) / window - 1) ** 2));
  const total = weights.reduce((sum, weight) => sum + weight, 0);

  /** Changes of the invariants since the start, in the mean over the next states, the present one among them. */
  const means = (): number[] => {
    const sums = initial.map(() => 0);
    weights.forEach((weight, k) => {
      if (k > 0) runner.advance(1);
      const { t, q, v } = runner.state;
      runner.invariants.forEach(({ value }, i) => {
        sums[i] += weight * (value(t, q, v) - initial[i]);
      });
    });
    return sums.map((sum) => sum / total);
  };

  const places = samples(steps, window, perDecade);
  const reference = means();
  let done = window - 1;
  const errors = quantities.map((): number[] => []);
  for (const place of places) {
    if (place > done) runner.advance(place - done);
    const now = means();
    if (runner.status === "failed") return null;
    done = place + window - 1;
    quantities.forEach(({ parts, scale }, k) => {
      errors[k].push(Math.hypot(...parts.map((i) => now[i] - reference[i])) / scale);
    });
  }
  return { steps: places, errors: Object.fromEntries(quantities.map(({ name }, k) => [name, errors[k]])) };
}

/** From one window on, so that windows do not overlap. */
function samples(steps: number, window: number, perDecade: number): number[] {
  const places: number[] = [steps];
  for (let k = 1; ; k++) {
    const place = Math.round(steps * 10 ** (-k / perDecade));
    // Small numbers of steps are rounded to the same place, and windows must not overlap.
    if (place < Math.max(10, window) || places[0] - place < window) return places;
    places.unshift(place);
  }
}

interface Quantity {
  readonly name: string;
  /** Which invariants are its components. */
  readonly parts: readonly number[];
  readonly scale: number;
}

const KINDS = ["energy", "linear-momentum", "angular-momentum"];

function quantitiesOf(invariants: readonly Invariant[], problem: Problem): Quantity[] {
  return KINDS.flatMap((name) => {
    const parts = invariants.flatMap((invariant, i) => (invariant.name.replace(/-[xyz]$/, "") === name ? [i] : []));
    if (parts.length === 0) return [];
    return [{ name, parts, scale: Math.hypot(...parts.map((i) => sizeOf(invariants[i], problem))) }];
  });
}

/** The energy's value; of a momentum, which may be zero, what the coordinates contribute to it without their signs. */
function sizeOf({ name, value }: Invariant, { t0, q0, v0 }: Problem): number {
  if (name === "energy") return Math.abs(value(t0, q0, v0));
  const alone = new Float64Array(v0.length);
  let size = 0;
  for (let i = 0; i < v0.length; i++) {
    alone[i] = v0[i];
    size += Math.abs(value(t0, q0, alone));
    alone[i] = 0;
  }
  return size;
}

export interface Growth {
  readonly exponent: number;
  /** Of the exponent, from resampled starts. */
  readonly standardError: number;
  readonly steps: readonly number[];
  /** Root mean squares over the starts. */
  readonly rms: readonly number[];
}

/** The exponent p in rms ∝ n^p, by least squares over the last decades of a number of runs that were sampled alike. */
export function growthOf(runs: readonly RoundingErrors[], name: string, decades = 3): Growth {
  const { steps } = runs[0];
  const last = steps[steps.length - 1];
  const used = steps.flatMap((n, k) => (n > last * 10 ** (-decades - 0.01) ? [k] : []));
  const errors = runs.map((run) => run.errors[name]);
  const slope = (rms: readonly number[]) =>
    slopeOf(used.filter((k) => rms[k] > 0).map((k) => ({ x: Math.log(steps[k]), y: Math.log(rms[k]) })));
  const rms = rmsOf(errors, steps.length);
  const random = uniform(1);
  const resampled = Array.from({ length: RESAMPLED }, () =>
    slope(
      rmsOf(
        Array.from(errors, () => errors[Math.floor(random() * errors.length)]),
        steps.length,
      ),
    ),
  );
  const mean = resampled.reduce((sum, p) => sum + p, 0) / RESAMPLED;
  const variance = resampled.reduce((sum, p) => sum + (p - mean) ** 2, 0) / (RESAMPLED - 1);
  return { exponent: slope(rms), standardError: Math.sqrt(variance), steps, rms };
}

const RESAMPLED = 400;

function rmsOf(errors: readonly (readonly number[])[], length: number): number[] {
  return Array.from({ length }, (_, k) => Math.sqrt(errors.reduce((sum, e) => sum + e[k] * e[k], 0) / errors.length));
}
