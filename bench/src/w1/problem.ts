/** W1: two coordinates in V = r (r − 1)², r = |q|², unit mass. Everybody integrates from here with h = 0.01. */
import type { Line } from "../line.js";

export const START = { q: [0.5, 0.2], v: [0.3, 0.4] } as const;
export const STEP = 0.01;
/** The same potential as an expression. */
export const POTENTIAL = "(x^2 + y^2)*((x^2 + y^2) - 1)^2";
/** q at t = 10, by DOP853 with a tolerance of 3e-14. */
const AT_10 = [0.5830843912196754, 0.9994605023788328] as const;

export interface Outcome {
  readonly steps: number;
  readonly seconds: number;
  /** q after 1000 steps. */
  readonly atTen: readonly number[];
  /** max |H − H₀| over the run. */
  readonly energyError: number;
  readonly momentumError: number;
  readonly gradientsPerStep?: number;
}

/** A second-order method has come to within 1e-2 of the reference by t = 10 and stays within 1e-3 of its energy. */
export function lineOf(peer: string, outcome: Outcome): Line {
  const { steps, seconds, atTen, energyError, momentumError, gradientsPerStep } = outcome;
  const error = Math.hypot(atTen[0]! - AT_10[0], atTen[1]! - AT_10[1]);
  return {
    workload: "W1",
    peer,
    n: 2,
    steps,
    seconds,
    seconds_per_step: seconds / steps,
    measure: "max |H-H0|",
    error: energyError,
    ok: error < 1e-2 && energyError < 1e-3 && momentumError < 1e-9,
    error_t10: error,
    angular_momentum_drift: momentumError,
    ...(gradientsPerStep === undefined ? {} : { gradients_per_step: gradientsPerStep }),
  };
}

export const energy = (q: ArrayLike<number>, v: ArrayLike<number>) => {
  const r = q[0]! * q[0]! + q[1]! * q[1]!;
  return (v[0]! * v[0]! + v[1]! * v[1]!) / 2 + r * (r - 1) * (r - 1);
};
export const momentum = (q: ArrayLike<number>, v: ArrayLike<number>) => q[0]! * v[1]! - q[1]! * v[0]!;
