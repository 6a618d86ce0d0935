/** How far a run goes, and in which steps. */
import { InputError } from "./failure.js";

/** `steps` steps of `step`: what a method with fixed steps is run by. */
export interface StepCount {
  readonly step: number;
  readonly steps: number;
}

/** To `end`: what a method with its own clock is run by. Frames are recorded every `interval`, or at its own steps when none is given. */
export interface Span {
  readonly end: number;
  readonly interval?: number | undefined;
}

/** Either, or `step` and `end`, which every method takes: the step is the interval of recording where the method chooses its own steps. */
export type Time = StepCount | Span | { readonly step: number; readonly end: number };

export function stepCountOf(time: Time, start: number, id: string): StepCount {
  if (!("step" in time)) throw new InputError(`${id} takes fixed steps: give step, and steps or end`, { key: "time" });
  const { step } = time;
  if (!Number.isFinite(step) || step === 0)
    throw new InputError(`the step is ${step}; accepted: a finite number, not 0`);
  const steps = "steps" in time ? time.steps : wholeSteps(start, time.end, step);
  if (!Number.isSafeInteger(steps) || steps < 0) throw new InputError(`steps is ${steps}; accepted: 0, 1, 2, …`);
  return { step, steps };
}

export function spanOf(time: Time, start: number, id: string): Span {
  if (!("end" in time)) throw new InputError(`${id} chooses its own steps: give end`, { key: "time" });
  const { end } = time;
  const interval = "step" in time ? time.step : time.interval;
  if (!Number.isFinite(end) || end < start) throw new InputError(`end is ${end}; accepted: a number from ${start} on`);
  if (interval !== undefined && !(interval > 0)) throw new InputError(`interval is ${interval}; accepted: more than 0`);
  return { end, interval };
}

/** How many steps lead from the start to the end: a whole number but for the rounding of decimal fractions. */
export function wholeSteps(start: number, end: number, step: number): number {
  const ratio = (end - start) / step;
  const steps = Math.round(ratio);
  // A billionth of a step; for very many steps the rounding of the quotient itself is more than that.
  const slack = Math.max(1e-9, 4 * Number.EPSILON * ratio);
  if (ratio > Number.MAX_SAFE_INTEGER) {
    throw new InputError(`${ratio.toPrecision(3)} steps of ${step} are too many to count; give a larger step`);
  }
  if (Math.abs(ratio - steps) <= slack && steps >= 1) return steps;
  const below = Math.max(1, Math.floor(ratio));
  const fits = [below, below + 1].map((n) => `step ${(end - start) / n} (${n} steps)`);
  const ends = [below, below + 1].map((n) => start + n * step);
  throw new InputError(
    `from ${start} to ${end} there are ${ratio.toPrecision(12)} steps of ${step}, which is not a whole number; ` +
      `accepted: ${fits.join(" or ")}, or end ${ends.join(" or ")}`,
  );
}
