/** The order of convergence, with its uncertainty: errors at one time for finer and finer steps, and the slope of their logarithms.
 *
 *  The first step is found from the motion, not from the user: sixteen of them are compared with thirty-two of half the size, and it is doubled
 *  or halved until their difference is between 1e-4 and 1/20 of the motion. The exact motion is that of the reference, where there is one; else steps
 *  are compared with the next finer ones. Errors below what the reference is known to are left out. An order p is distinguished from p − 1 by where the
 *  slope lies, with two standard errors to spare: above p − ½ it holds, below it is violated. */
import { InputError } from "../../core/failure.js";
import { type FixedStepMethod, type Method, refusal } from "../../core/method.js";
import type { Problem } from "../../core/system.js";
import { maxOf, minOf, type Vec } from "../../core/vec.js";
import { type Trajectory, trajectory } from "../../observers/trajectory.js";
import { type Line, lineThrough } from "./line.js";
import { ULPS } from "./motion.js";
import { directions } from "./random.js";
import type { Scales } from "./scales.js";
import { runWithinBounds } from "./within-bounds.js";

export interface OrderFit {
  readonly steps: readonly number[];
  /** In the norm of the mass, relative to how far and how fast the motion goes. */
  readonly positionErrors: readonly number[];
  readonly velocityErrors: readonly number[];
  /** Null where fewer than three errors can be used. */
  readonly position: Line | null;
  readonly velocity: Line | null;
  /** Errors below this are not trusted. */
  readonly floor: number;
  readonly against: "reference" | "own finer steps";
}

/** The states of a run at the quarters of its time: the leading error may vanish at one of them, not at all. */
type Quarters = Trajectory;

const FIRST = 16;
const QUARTERS = 4;
/** Errors beyond this say nothing about an order. */
const LARGEST = 0.1;
const [FINE, COARSE] = [1e-4, 0.05];
/** So many errors make a slope; three, where there are no more. */
const WINDOW = 4;
/** Adaptive references are trusted to this part of the motion. */
const TRUST = 1e-12;

/** Null where no step gives errors to measure. */
export function orderFit(
  problem: Problem,
  method: FixedStepMethod,
  scales: Scales,
  { step, reference, expected }: { readonly step: number; readonly reference: Method; readonly expected: number },
): OrderFit | null {
  const distance = (a: Quarters, b: Quarters) => ({
    q: inMass(scales, a.q, b.q) / scales.span,
    v: inMass(scales, a.v, b.v) / scales.speed,
  });
  // High orders meet the floor soon: more steps, closer together.
  const ratio = expected >= 5 ? Math.SQRT2 : 2;
  const many = problem.system.dof > 12;
  const refinements = expected >= 5 ? (many ? 8 : 11) : many ? 5 : 7;

  const first = firstStep(problem, method, step, (a, b) => {
    const { q, v } = distance(a, b);
    return Math.max(q, v);
  });
  if (first === null) return null;
  const span = FIRST * first;
  const exact = exactEnd(problem, reference, span);
  const floor = exact === null ? 64 * ULPS : TRUST + 100 * maxOf(Object.values(distance(exact.end, exact.blurred)));

  const counts = Array.from(
    { length: refinements + 1 },
    (_, k) => QUARTERS * Math.round((FIRST / QUARTERS) * ratio ** k),
  );
  const steps: number[] = [];
  const [positionErrors, velocityErrors]: [number[], number[]] = [[], []];
  const ends = counts.map((count) => {
    // Once errors are below the floor, finer steps only round more.
    const last = positionErrors.length - 1;
    if (exact !== null && last >= 0 && Math.max(positionErrors[last], velocityErrors[last]) < floor) return null;
    const end = endOf(problem, method, span / count, count);
    if (exact !== null && end !== null) {
      const { q, v } = distance(end, exact.end);
      steps.push(span / count);
      positionErrors.push(q);
      velocityErrors.push(v);
    }
    return end;
  });
  if (exact === null) {
    for (let k = 0; k + 1 < ends.length; k++) {
      const [end, finer] = [ends[k], ends[k + 1]];
      if (end === null || finer === null) continue;
      const { q, v } = distance(end, finer);
      steps.push(span / counts[k]);
      positionErrors.push(q);
      velocityErrors.push(v);
    }
  }
  return {
    steps,
    positionErrors,
    velocityErrors,
    position: slopeOf(steps, positionErrors, floor),
    velocity: slopeOf(steps, velocityErrors, floor),
    floor,
    against: exact === null ? "own finer steps" : "reference",
  };
}

/** The slope through the four finest errors that can be used. The slopes between neighbours scatter, or are on their way to a limit: a quarter
 *  of their range is the least uncertainty. Null for fewer than three. */
function slopeOf(steps: readonly number[], errors: readonly number[], floor: number): Line | null {
  const usable = steps
    .map((h, k) => ({ x: Math.log(Math.abs(h)), y: Math.log(errors[k]), error: errors[k] }))
    .filter(({ error }) => error > floor && error < LARGEST)
    .slice(-WINDOW);
  if (usable.length < 3) return null;
  const { slope, standardError } = lineThrough(usable);
  const local = usable.slice(1).map(({ x, y }, k) => (y - usable[k].y) / (x - usable[k].x));
  return { slope, standardError: Math.max(standardError, (maxOf(local) - minOf(local)) / 4) };
}

function firstStep(
  problem: Problem,
  method: FixedStepMethod,
  step: number,
  apart: (a: Quarters, b: Quarters) => number,
): number | null {
  const error = (h: number) => {
    const [coarse, fine] = [endOf(problem, method, h, FIRST), endOf(problem, method, h / 2, 2 * FIRST)];
    return coarse === null || fine === null ? Number.POSITIVE_INFINITY : apart(coarse, fine);
  };
  let h = step;
  let found = error(h);
  for (let k = 0; k < 40 && found < FINE; k++) {
    const next = error(2 * h);
    if (!(next < COARSE)) break;
    h *= 2;
    found = next;
  }
  for (let k = 0; k < 14 && !(found < COARSE); k++) {
    h /= 2;
    found = error(h);
  }
  return found < COARSE ? h : null;
}

function endOf(problem: Problem, method: Method, step: number, steps: number): Quarters | null {
  try {
    const observe = { motion: trajectory(steps / QUARTERS) };
    const { status, observed } = runWithinBounds(
      problem,
      method,
      { time: { step, steps }, observe, growth: "report" },
      "run",
    );
    return status === "completed" && isSound(observed.motion) ? observed.motion : null;
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}

const isSound = ({ q, v }: Quarters) => [...q, ...v].every((x) => x.every(Number.isFinite));

/** Where the reference goes, and where it goes from a start that is off by ulps. */
function exactEnd(problem: Problem, reference: Method, span: number): { end: Quarters; blurred: Quarters } | null {
  if (refusal(reference, problem.system) !== null || reference.clock !== "own") return null;
  const { moved } = directions();
  const off = (x: Vec) =>
    moved(
      x,
      x.map((value) => ULPS * Math.abs(value)),
    );
  const time = { end: problem.t0 + span, interval: span / QUARTERS };
  const motionOf = (from: Problem) => {
    const observe = { motion: trajectory() };
    const { status, observed } = runWithinBounds(from, reference, { time, observe, growth: "report" }, "reference");
    return status === "completed" ? observed.motion : null;
  };
  const end = motionOf(problem);
  const blurred = end && motionOf({ ...problem, q0: off(problem.q0), v0: off(problem.v0) });
  return end && blurred && { end, blurred };
}

/** The root mean square over the quarters. */
function inMass({ mass }: Scales, a: readonly Vec[], b: readonly Vec[]): number {
  let sum = 0;
  for (let k = 1; k <= QUARTERS; k++) {
    for (let i = 0; i < mass.length; i++) sum += mass[i] * (a[k][i] - b[k][i]) ** 2;
  }
  return Math.sqrt(sum / QUARTERS);
}
