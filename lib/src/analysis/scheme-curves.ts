/** A scheme at a glance: spectral radius, damping and period error over the step, in periods of the mode. */
import type { FixedStepMethod } from "../core/method.js";
import { schemeOfMode } from "./scheme-of-mode.js";

export interface SchemeCurves {
  /** h/T, ascending. */
  readonly steps: readonly number[];
  readonly spectralRadius: readonly number[];
  /** ξ̄ and T̄/T − 1; NaN beyond the step at which the scheme still shows the mode. */
  readonly damping: readonly number[];
  readonly periodError: readonly number[];
}

export interface CurveOptions {
  /** The damping ratio of the mode. */
  readonly damping?: number;
  readonly from?: number;
  readonly to?: number;
  readonly points?: number;
}

export function schemeCurves(
  method: FixedStepMethod,
  { damping = 0, from = 0.01, to = 10, points = 181 }: CurveOptions = {},
): SchemeCurves {
  const steps = Array.from({ length: points }, (_, k) => from * (to / from) ** (k / (points - 1)));
  const seen = steps.map((step) => schemeOfMode(method, 2 * Math.PI, damping, step));
  // After half a turn a step the sampled motion says nothing about the period.
  const readable = (value: number | null, k: number) => (value === null || steps[k] > 0.5 ? Number.NaN : value);
  return {
    steps,
    spectralRadius: seen.map(({ spectralRadius }) => spectralRadius),
    damping: seen.map((each) => each.damping ?? Number.NaN),
    periodError: seen.map(({ periodError }, k) => readable(periodError, k)),
  };
}
