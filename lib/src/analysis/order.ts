/** The order of convergence of a method, measured: errors at one time for finer and finer steps, and the slope of their
 *  logarithms. Errors on the plateau of rounding, and those of steps too coarse to be asymptotic, are left out. */
import type { Method } from "../core/method.js";
import { run } from "../core/run.js";
import type { Problem } from "../core/system.js";
import type { Vec } from "../core/vec.js";

export interface Convergence {
  readonly steps: readonly number[];
  /** Largest error of the positions, relative to the size of the motion; NaN where the run failed. */
  readonly positionErrors: readonly number[];
  readonly velocityErrors: readonly number[];
  /** ∇V and discrete gradients that each run has evaluated. */
  readonly gradients: readonly number[];
  /** Measured orders; NaN where fewer than three errors can be used. */
  readonly positionOrder: number;
  readonly velocityOrder: number;
}

export interface Reference {
  readonly q: Vec;
  readonly v: Vec;
}

/** Runs to the time `end` with the step divided `refinements` times by `ratio` (2, unless errors fall so fast that rounding
 *  would leave too few of them). The reference is trusted to `floor`. */
export function convergence(
  problem: Problem,
  method: Method,
  {
    end,
    step,
    refinements,
    ratio = 2,
    reference,
    floor,
  }: {
    readonly end: number;
    readonly step: number;
    readonly refinements: number;
    readonly ratio?: number;
    readonly reference: Reference;
    readonly floor: number;
  },
): Convergence {
  const first = Math.max(1, Math.round((end - problem.t0) / step));
  const counts = Array.from({ length: refinements + 1 }, (_, k) => Math.round(first * ratio ** k));
  const steps = counts.map((count) => (end - problem.t0) / count);
  const ends = counts.map((count, k) =>
    run(problem, method, { time: { step: steps[k], steps: count }, growth: "report" }),
  );
  const errors = (part: "q" | "v") =>
    ends.map(({ status, last }) => (status === "completed" ? relativeError(last[part], reference[part]) : Number.NaN));
  const positionErrors = errors("q");
  const velocityErrors = errors("v");
  return {
    steps,
    positionErrors,
    velocityErrors,
    gradients: ends.map(({ work }) => work.gradients),
    positionOrder: observedOrder(steps, positionErrors, floor),
    velocityOrder: observedOrder(steps, velocityErrors, floor),
  };
}

/** The slope of log error over log step: of the three finest errors above the floor, by least squares. Errors above a
 *  tenth of the motion say nothing about an order. */
export function observedOrder(steps: readonly number[], errors: readonly number[], floor: number): number {
  const usable = steps
    .map((h, k) => ({ x: Math.log(Math.abs(h)), y: Math.log(errors[k]), error: errors[k] }))
    .filter(({ error }) => error > floor && error < 0.1)
    .slice(-3);
  if (usable.length < 3) return Number.NaN;
  return slopeOf(usable);
}

/** The slope of the straight line through points that is nearest to them. */
export function slopeOf(points: readonly { readonly x: number; readonly y: number }[]): number {
  const mean = (of: (p: { x: number; y: number }) => number) => points.reduce((s, p) => s + of(p), 0) / points.length;
  const mx = mean((p) => p.x);
  const my = mean((p) => p.y);
  return mean((p) => (p.x - mx) * (p.y - my)) / mean((p) => (p.x - mx) * (p.x - mx));
}

function relativeError(x: Vec, reference: Vec): number {
  let error = 0;
  let size = 0;
  for (let i = 0; i < x.length; i++) {
    error = Math.max(error, Math.abs(x[i] - reference[i]));
    size = Math.max(size, Math.abs(reference[i]));
  }
  return size === 0 ? error : error / size;
}
