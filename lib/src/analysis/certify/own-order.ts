/** The order of a method that chooses its own steps, in what its resolution is given by: the mean step that a tolerance leads to, the
 *  spacing of a grid, the height of a terrace. Its errors come and go with where the steps happen to fall: the mean over many times of a
 *  run against the reference counts. */
import { InputError } from "../../core/failure.js";
import { type Method, refusal } from "../../core/method.js";
import type { Vec } from "../../core/vec.js";
import { type Trajectory, trajectory } from "../../observers/trajectory.js";
import { lineThrough } from "./line.js";
import type { OrderFit } from "./order.js";
import { resolutions } from "./resolutions.js";
import type { Setting } from "./setting.js";
import { runWithinBounds } from "./within-bounds.js";

const FRAMES = 32;
const TRUST = 1e-12;

export function orderInResolution({ problem, method, scales, reference, step, steps }: Setting): OrderFit | string {
  if (refusal(reference, problem.system) !== null) return "no reference can follow this system";
  const span = Math.min(step * steps, Math.max(8 * scales.crossing, 16 * step));
  const time = { end: problem.t0 + span, interval: span / FRAMES };
  const motion = (each: Method, as: "run" | "reference") => {
    try {
      const {
        status,
        observed,
        steps: taken,
      } = runWithinBounds(problem, each, { time, observe: { motion: trajectory() }, growth: "report" }, as);
      return status === "completed" ? { motion: observed.motion, step: span / Math.max(1, taken) } : null;
    } catch (error) {
      if (error instanceof InputError) return null;
      throw error;
    }
  };
  const exact = motion(reference, "reference");
  const tried = resolutions(method, 6);
  const byTolerance = typeof method.parameters["tolerance"] === "number";
  if (tried.length === 0) return "its steps are its own, and it has no parameter that refines them";
  if (exact === null) return "the reference run failed";
  const found = tried.flatMap(({ method: each, size }) => {
    const got = motion(each, "run");
    return got === null
      ? []
      : [{ size: byTolerance ? got.step : size, ...meanErrors(got.motion, exact.motion, scales) }];
  });
  const fit = (of: (e: (typeof found)[number]) => number) => {
    const usable = found.filter((each) => of(each) > TRUST && of(each) < 0.5);
    if (usable.length < 3) return null;
    return lineThrough(usable.map((each) => ({ x: Math.log(each.size), y: Math.log(of(each)) })));
  };
  return {
    steps: found.map(({ size }) => size),
    positionErrors: found.map(({ q }) => q),
    velocityErrors: found.map(({ v }) => v),
    position: fit(({ q }) => q),
    velocity: fit(({ v }) => v),
    floor: TRUST,
    against: "reference",
  };
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
