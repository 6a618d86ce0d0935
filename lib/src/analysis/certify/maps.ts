/** A method's step, or a span of time of a method with its own clock, as a map of states z = (q, v); NaN where it has no solution. */
import { InputError } from "../../core/failure.js";
import type { Method } from "../../core/method.js";
import type { Problem } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { type StepMap, stepMap } from "../step-map.js";
import type { Instant } from "./motion.js";
import { runWithinBounds } from "./within-bounds.js";

export const joined = ({ q, v }: Pick<Instant, "q" | "v">): Vec => Float64Array.from([...q, ...v]);

/** The map over the step h, from the time t on; h may be negative. A method with its own clock goes back by turning velocities round. */
export function mapOver(problem: Problem, method: Method, t: number, h: number): StepMap {
  const from = { ...problem, t0: t };
  if (method.clock === "fixed") return guarded(stepMap(from, method, h));
  return guarded(h > 0 ? flow(from, method, h) : turned(flow(from, method, -h)));
}

function flow(problem: Problem, method: Method, span: number): StepMap {
  const n = problem.system.dof;
  return (z, out) => {
    const from = { ...problem, q0: z.slice(0, n), v0: z.slice(n) };
    const time = { end: problem.t0 + span };
    const { status, last } = runWithinBounds(from, method, { time, growth: "report" }, "span");
    if (status !== "completed") out.fill(Number.NaN);
    else {
      out.set(last.q);
      out.set(last.v, n);
    }
  };
}

function turned(map: StepMap): StepMap {
  const turn = (z: Vec) => z.map((x, i) => (2 * i < z.length ? x : -x));
  return (z, out) => {
    map(turn(z), out);
    out.set(turn(out));
  };
}

/** A step that is refused, because it would be unstable or has no way back, has no solution either. */
function guarded(map: StepMap): StepMap {
  return (z, out) => {
    try {
      map(z, out);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      out.fill(Number.NaN);
    }
  };
}
