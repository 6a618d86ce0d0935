/** Errors along a motion: what quantities were at the times that a run and its reference solution have in common. */
import type { State } from "../core/state.js";
import { gaugeOf } from "./gauges.js";
import type { Norm } from "./shape.js";

/** Quantities at the times that were seen, one time after another. */
export interface Path {
  readonly quantities: number;
  readonly times: readonly number[];
  readonly values: readonly number[];
}

/** Times of runs with other steps agree to rounding. */
export const SAME_TIME = 1e-9;

export function recordedPath(
  quantities: readonly { value(s: Readonly<State>): number }[],
): Path & { observe(s: Readonly<State>): void } {
  const [times, values]: [number[], number[]] = [[], []];
  return {
    quantities: quantities.length,
    times,
    values,
    observe(s) {
      if (quantities.length === 0) return;
      times.push(s.t);
      for (const quantity of quantities) values.push(quantity.value(s));
    },
  };
}

/** The places of equal times in both, the start first. */
export function* commonTimes(a: Path, b: Path): Generator<readonly [number, number]> {
  for (let i = 0, k = 0; i < a.times.length && k < b.times.length; ) {
    const [t, other] = [a.times[i], b.times[k]];
    const near = SAME_TIME * Math.max(Math.abs(t - a.times[0]), Math.abs(other - a.times[0]));
    if (Math.abs(t - other) <= near) yield [i++, k++];
    else if (t < other) i++;
    else k++;
  }
}

/** Of the quantities from `first` to the one before `last`, the largest difference at every time; NaN where they have no time in common but the start. */
export function pathError(norm: Norm, own: Path, reference: Path | null, first: number, last: number): number {
  if (reference === null) return Number.NaN;
  const gauge = gaugeOf(norm);
  let seen = 0;
  for (const [i, k] of commonTimes(own, reference)) {
    let most = 0;
    for (let j = first; j < last; j++) {
      const difference = Math.abs(own.values[i * own.quantities + j] - reference.values[k * own.quantities + j]);
      if (!(difference <= most)) most = Number.isNaN(most) ? most : difference;
    }
    gauge.observe?.(own.times[i], most);
    seen++;
  }
  return seen < 2 ? Number.NaN : gauge.values(0, 0)[0];
}
