/** The order of a method that chooses its own steps, in what its resolution is given by: the mean step that a tolerance leads to, the
 *  spacing of a grid, the height of a terrace. Its errors come and go with where the steps happen to fall: the mean over many times of a
 *  run against the reference counts. */
import { InputError } from "../../core/failure.js";
import { type Method, refusal } from "../../core/method.js";
import type { Problem } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { type Trajectory, trajectory } from "../../observers/trajectory.js";
import { lineThrough } from "./line.js";
import type { OrderFit } from "./order.js";
import { type Resolution, resolutions } from "./resolutions.js";
import type { Scales } from "./scales.js";
import type { Setting } from "./setting.js";
import { runWithinBounds } from "./within-bounds.js";

const FRAMES = 32;
const TRUST = 1e-12;
/** Errors beyond this part of the motion follow no power. */
const LARGEST = 0.1;
/** Eleven resolutions, over a factor of 32: errors that scatter need many of them. */
const [COUNT, RATIO] = [11, Math.SQRT2];
/** A chaotic motion loses all orders after a while: the time is divided by four, so many times, until enough errors are small. */
const SHORTER = 3;
const ENOUGH = 5;
/** A motion that meets fewer faces or terraces shows nothing of them. */
const FEWEST_STEPS = 16;

export function orderInResolution({ problem, method, scales, reference, step, steps }: Setting): OrderFit | string {
  if (refusal(reference, problem.system) !== null) return "no reference can follow this system";
  const tried = resolutions(method, COUNT, { ratio: RATIO });
  if (tried.length === 0) return "its steps are its own, and it has no parameter that refines them";
  const byTolerance = typeof method.parameters["tolerance"] === "number";
  let found: Found[] | string = [];
  let span = Math.min(step * steps, Math.max(8 * scales.crossing, 16 * step));
  for (let k = 0; k <= (byTolerance ? 0 : SHORTER); k++, span /= 4) {
    found = errorsOver(problem, tried, reference, scales, span, byTolerance);
    if (typeof found !== "string" && found.filter(({ q, v }) => Math.max(q, v) < LARGEST).length >= ENOUGH) break;
  }
  if (typeof found === "string") return found;
  const errors = found;
  const fit = (of: (e: Found) => number) => {
    const usable = errors.filter((each) => of(each) > TRUST && of(each) < LARGEST);
    if (usable.length < 3) return null;
    const line = lineThrough(usable.map((each) => ({ x: Math.log(each.size), y: Math.log(of(each)) })));
    return Number.isFinite(line.slope + line.standardError) ? line : null;
  };
  return {
    steps: errors.map(({ size }) => size),
    positionErrors: errors.map(({ q }) => q),
    velocityErrors: errors.map(({ v }) => v),
    position: fit(({ q }) => q),
    velocity: fit(({ v }) => v),
    floor: TRUST,
    against: "reference",
  };
}

interface Found {
  readonly size: number;
  readonly q: number;
  readonly v: number;
}

/** The errors at every resolution over a span of time, or why there are none. */
function errorsOver(
  problem: Problem,
  tried: readonly Resolution[],
  reference: Method,
  scales: Scales,
  span: number,
  byTolerance: boolean,
): Found[] | string {
  const time = { end: problem.t0 + span, interval: span / FRAMES };
  const motion = (each: Method, as: "comparison" | "reference") => {
    try {
      const observe = { motion: trajectory() };
      const { status, observed, steps } = runWithinBounds(problem, each, { time, observe, growth: "report" }, as);
      return status === "completed" && steps >= FEWEST_STEPS ? { motion: observed.motion, step: span / steps } : null;
    } catch (error) {
      if (error instanceof InputError) return null;
      throw error;
    }
  };
  const exact = motion(reference, "reference");
  if (exact === null) return "the reference run failed";
  return tried.flatMap(({ method: each, size }) => {
    const got = motion(each, "comparison");
    return got === null
      ? []
      : [{ size: byTolerance ? got.step : size, ...meanErrors(got.motion, exact.motion, scales) }];
  });
}

function meanErrors(a: Trajectory, b: Trajectory, { mass, span, speed }: Setting["scales"]) {
  const mean = (x: readonly Vec[], y: readonly Vec[], size: number) => {
    const frames = Math.min(x.length, y.length);
    let sum = 0;
    for (let k = 0; k < frames; k++) {
      sum += Math.sqrt(x[k].reduce((s, value, i) => s + mass[i] * (value - y[k][i]) ** 2, 0)) / size;
    }
    return sum / frames;
  };
  return { q: mean(a.q, b.q, span), v: mean(a.v, b.v, speed) };
}
