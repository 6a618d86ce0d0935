/** Σ w_j x_j over some of the stages of a method. */
import type { Vec } from "../../core/vec.js";

export interface Combination {
  readonly stages: Int32Array;
  readonly weights: Vec;
}

/** From pairs [j, w_j], as tables print them. */
export function combination(pairs: readonly (readonly [stage: number, weight: number])[]): Combination {
  return {
    stages: Int32Array.from(pairs, ([stage]) => stage),
    weights: Float64Array.from(pairs, ([, weight]) => weight),
  };
}

/** out = Σ w_j x_j, stage by stage: every entry sums its terms in the order of the table. */
export function combine({ stages, weights }: Combination, x: readonly Vec[], out: Vec): void {
  out.fill(0);
  for (let m = 0; m < weights.length; m++) addTimes(weights[m], x[stages[m]], out);
}

function addTimes(weight: number, x: Vec, out: Vec): void {
  for (let k = 0; k < out.length; k++) out[k] += weight * x[k];
}

/** The same for entry k alone. */
export function combined({ stages, weights }: Combination, x: readonly Vec[], k: number): number {
  let sum = 0;
  for (let m = 0; m < weights.length; m++) sum += weights[m] * x[stages[m]][k];
  return sum;
}
