/** Mean, least and greatest step of a run; what a method with its own clock chose. */
import type { Observer } from "../core/observer.js";

export interface StepSizes {
  readonly mean: number;
  readonly min: number;
  readonly max: number;
}

export function stepSizes(): Observer<StepSizes | null> {
  // First time, last time, least and greatest step, number of steps; NaN before the first state.
  const memory = Float64Array.of(Number.NaN, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0);
  return {
    on: "times",
    memory,
    observe({ t }) {
      if (Number.isNaN(memory[0])) memory[0] = t;
      else {
        const step = t - memory[1];
        memory[2] = Math.min(memory[2], step);
        memory[3] = Math.max(memory[3], step);
        memory[4]++;
      }
      memory[1] = t;
    },
    finish: () =>
      memory[4] === 0 ? null : { mean: (memory[1] - memory[0]) / memory[4], min: memory[2], max: memory[3] },
  };
}
