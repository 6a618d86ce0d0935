/** Functions of time with their derivatives: what multiplies a pattern of forces, or leads a support. */
import type { Vec } from "./vec.js";

export interface Signal {
  /** Times where it or one of its derivatives may jump, ascending; null: it is smooth. */
  readonly kinks: Vec | null;
  /** Those of the kinks at which the value itself may jump; absent: all of them may. */
  readonly jumps?: Vec;
  /** The time within which all kinks are listed; absent: always. */
  readonly listed?: Listed;
  /** The value at t, at a jump on the side to which the signal counts it; absent: that after it. */
  value?(t: number): number;
  /** dᵏ/dtᵏ at t, at a kink the limit from before (side −1) or after it (side 1); k = 0: the value itself. */
  derivative(k: number, t: number, side: -1 | 1): number;
}

/** Of conditions that change sides again and again some times are listed, of others none, which is a time without length. */
export interface Listed {
  readonly from: number;
  readonly to: number;
}

/** The time that all of them have in common; absent: all have all. */
export function listedBy(all: readonly { readonly listed?: Listed }[]): { readonly listed?: Listed } {
  const limited = all.flatMap(({ listed }) => (listed === undefined ? [] : [listed]));
  if (limited.length === 0) return {};
  return {
    listed: {
      from: limited.reduce((most, { from }) => Math.max(most, from), Number.NEGATIVE_INFINITY),
      to: limited.reduce((least, { to }) => Math.min(least, to), Number.POSITIVE_INFINITY),
    },
  };
}

export function constantSignal(value: number): Signal {
  return { kinks: null, derivative: (k) => (k === 0 ? value : 0) };
}
