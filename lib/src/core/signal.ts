/** Functions of time with their derivatives: what multiplies a pattern of forces, or leads a support. */
import type { TimesOfKinks } from "./kinks.js";
import type { Vec } from "./vec.js";

export interface Signal extends TimesOfKinks {
  readonly kinks: Vec | null;
  /** The value at t, at a jump on the side to which the signal counts it; absent: that after it. */
  value?(t: number): number;
  /** dᵏ/dtᵏ at t, at a kink the limit from before (side −1) or after it (side 1); k = 0: the value itself. */
  derivative(k: number, t: number, side: -1 | 1): number;
}

export function constantSignal(value: number): Signal {
  return { kinks: null, derivative: (k) => (k === 0 ? value : 0) };
}
