/** How far to go, and in which steps. */
import { InputError } from "../core/failure.js";
import type { Method } from "../core/method.js";
import { type Span, type StepCount, wholeSteps } from "../core/time.js";
import type { Entry } from "./entry.js";

/** The time at which the motion starts. */
export function startTime(time: Entry): number {
  return time.at("start").number(0);
}

/** What the end is to be where it can be told without a method; infinite where it cannot. */
export function endTime(time: Entry): number {
  if (time.has("end")) return time.at("end").number();
  if (!time.has("steps") || !time.has("step")) return Number.POSITIVE_INFINITY;
  return startTime(time) + time.at("steps").number() * time.at("step").number();
}

export function timeFor(method: Method, time: Entry): StepCount | Span {
  if (time.value === undefined) throw time.error("is missing; accepted: { end, step } or { steps, step }");
  const start = startTime(time);
  const step = time.has("step") ? stepAt(time.at("step")) : undefined;
  const end = endOf(time, start, step);
  if (method.clock === "own") return { end, interval: step };
  if (step === undefined) {
    throw time.error(`step is missing, and ${method.id} takes fixed steps; accepted: { end, step } or { steps, step }`);
  }
  return { step, steps: time.has("steps") ? stepsAt(time) : stepsTo(time.at("step"), start, end, step) };
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
  throw entry.error(`found ${steps}; accepted: a whole number ≥ 1${steps > MOST_STEPS ? ` and ≤ ${MOST_STEPS}` : ""}`);
}

function stepsTo(entry: Entry, start: number, end: number, step: number): number {
  try {
    return wholeSteps(start, end, step);
  } catch (error) {
    throw error instanceof InputError ? entry.error(error.reason) : error;
  }
}
