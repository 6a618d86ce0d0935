/** What is kept of a quantity along a run: its last value, its extremes, its mean. Means are over time, by the trapezoidal rule between frames. */
import type { Reduction } from "./shape.js";

export interface Gauge {
  /** Sees the value of every frame; absent where the first and the last state are enough. */
  observe?(t: number, x: number): void;
  /** One number for each of its columns. */
  values(first: number, last: number): readonly number[];
}

/** The ends of the names of a reduction's columns. */
export const COLUMNS_OF: Readonly<Record<Reduction, readonly string[]>> = {
  final: [""],
  initial: [""],
  peak: [""],
  max: [""],
  min: [""],
  envelope: [".min", ".max"],
  mean: [""],
  rms: [""],
  drift: [""],
  error: [""],
};

/** `error` is the last value: the difference from the reference is taken elsewhere. */
export function gaugeOf(reduction: Reduction): Gauge {
  switch (reduction) {
    case "final":
    case "error":
      return { values: (_, last) => [last] };
    case "initial":
      return { values: (first) => [first] };
    case "peak":
      return largest((x) => Math.abs(x));
    case "max":
      return largest((x) => x);
    case "min":
      return largest((x) => -x, -1);
    case "envelope":
      return extremes();
    case "drift":
      return drift();
    case "mean":
      return mean((x) => x);
    case "rms":
      return mean((x) => x * x, Math.sqrt);
  }
}

/** A NaN stays: a maximum that has passed over one is none. */
function largest(size: (x: number) => number, sign = 1): Gauge {
  let most = Number.NEGATIVE_INFINITY;
  return {
    observe(_, x) {
      const own = size(x);
      if (!(own <= most)) most = Number.isNaN(most) ? most : own;
    },
    values: () => [sign * most],
  };
}

function extremes(): Gauge {
  const [low, high] = [largest((x) => -x, -1), largest((x) => x)];
  return {
    observe(t, x) {
      low.observe?.(t, x);
      high.observe?.(t, x);
    },
    values: (first, last) => [...low.values(first, last), ...high.values(first, last)],
  };
}

/** The largest distance from the first value. */
function drift(): Gauge {
  let begun = false;
  let first = 0;
  const most = largest((x) => Math.abs(x - first));
  return {
    observe(t, x) {
      if (!begun) [begun, first] = [true, x];
      most.observe?.(t, x);
    },
    values: (...ends) => most.values(...ends),
  };
}

function mean(of: (x: number) => number, then: (x: number) => number = (x) => x): Gauge {
  let [begun, start, before, value, sum] = [false, 0, 0, 0, 0];
  return {
    observe(t, x) {
      const next = of(x);
      if (begun) sum += ((t - before) * (value + next)) / 2;
      else [begun, start] = [true, t];
      [before, value] = [t, next];
    },
    values: () => [then(before > start ? sum / (before - start) : value)],
  };
}
