/** How far to go, and in which steps. */
import type { Method } from "../core/method.js";
import type { Time } from "../core/run.js";
import type { Entry } from "./entry.js";

/** The time at which the motion starts. */
export function startTime(time: Entry): number {
  return time.has("start") ? time.at("start").number() : 0;
}

export function timeFor(method: Method, time: Entry): Time {
  if (time.value === undefined) throw time.error("is missing; accepted: { end, step } or { steps, step }");
  const start = startTime(time);
  const step = time.has("step") ? stepAt(time.at("step")) : undefined;
  const end = endOf(time, start, step);
  if (method.clock === "own") return { end, interval: step };
  if (step === undefined) {
    throw time.error(`step is missing, and ${method.id} takes fixed steps; accepted: { end, step } or { steps, step }`);
  }
  return { step, steps: time.has("steps") ? stepsAt(time) : wholeSteps(time, start, end, step) };
}

function endOf(time: Entry, start: number, step: number | undefined): number {
  if (time.has("end") && time.has("steps"))
    throw time.at("steps").error("end is given too; accepted: end or steps, not both");
  if (time.has("end")) {
    const end = time.at("end").number();
    if (end > start) return end;
    throw time.at("end").error(`the end ${end} is not after the start ${start}; accepted: a later time`);
  }
  if (!time.has("steps")) throw time.error("end is missing; accepted: { end, step } or { steps, step }");
  const steps = stepsAt(time);
  if (step === undefined) throw time.error("step is missing; accepted: { steps, step } or { end, step }");
  return start + steps * step;
}

export function stepAt(entry: Entry): number {
  const value = entry.number();
  if (value > 0) return value;
  throw entry.error(`the step is ${value}; accepted: a number > 0`);
}

const MOST_STEPS = Number.MAX_SAFE_INTEGER;

function stepsAt(time: Entry): number {
  const entry = time.at("steps");
  const steps = entry.number();
  if (Number.isInteger(steps) && steps >= 1 && steps <= MOST_STEPS) return steps;
  throw entry.error(`found ${steps}; accepted: a whole number ≥ 1`);
}

/** How many steps lead from the start to the end: a whole number but for the rounding of decimal fractions. */
function wholeSteps(time: Entry, start: number, end: number, step: number): number {
  const ratio = (end - start) / step;
  const steps = Math.round(ratio);
  // A billionth of a step; for very many steps the rounding of the quotient itself is more than that.
  const slack = Math.max(1e-9, 4 * Number.EPSILON * ratio);
  if (ratio > MOST_STEPS)
    throw time.at("step").error(`${ratio.toPrecision(3)} steps of ${step} are too many to count; give a larger step`);
  if (Math.abs(ratio - steps) <= slack && steps >= 1) return steps;
  const below = Math.max(1, Math.floor(ratio));
  const fits = [below, below + 1].map((n) => `step ${(end - start) / n} (${n} steps)`);
  const ends = [below, below + 1].map((n) => start + n * step);
  throw time
    .at("step")
    .error(
      `from ${start} to ${end} there are ${ratio.toPrecision(12)} steps of ${step}, which is not a whole number; ` +
        `accepted: ${fits.join(" or ")}, or end ${ends.join(" or ")}`,
    );
}
