/** The example of sections 4 and 6: a unit mass in V = |q|²(|q|² − 1)², in section 6 with the friction −10⁻³ v. The paper gives
 *  the step but no initial conditions; q = (1.2, 0), v = (0, 0.5) is this repository's choice. It makes every energy one-sided,
 *  as section 4.3 remarks of the authors' own. */
import {
  centralSextic,
  dop853,
  energyOf,
  fullPattern,
  type Method,
  orThrow,
  type Problem,
  probe,
  run,
  type System,
  viscousForce,
} from "noether";
import type { Setting } from "../reproduction.js";

export const STEP = 0.2;
export const CHOSEN = "Start chosen here, q = (1.2, 0), v = (0, 0.5): the paper gives none.";

export function example(friction = 0): Problem {
  const problem = centralSextic({ x: 1.2, y: 0, vx: 0, vy: 0.5 });
  if (friction === 0) return problem;
  const damping = viscousForce({ pattern: fullPattern(2), values: Float64Array.of(friction, 0, 0, friction) });
  return { ...problem, system: { ...problem.system, damping } as System };
}

/** What the figures show of a run, at every step. */
export interface Trace {
  readonly name: string;
  readonly t: Float64Array;
  readonly energy: Float64Array;
  readonly momentum: Float64Array;
}

export function traced(name: string, problem: Problem, method: Method, steps: number, step = STEP): Trace {
  const energy = energyOf(problem.system);
  const observe = {
    energy: probe(({ t, q, v }) => energy.value(t, q, v)),
    momentum: probe(({ q, v }) => q[0] * v[1] - q[1] * v[0]),
  };
  const time = method.clock === "own" ? { end: steps * step, interval: step } : { step, steps };
  const { observed } = orThrow(run(problem, method, { time, observe }));
  return { name, t: observed.energy.t, energy: observed.energy.values, momentum: observed.momentum.values };
}

/** Of the step, for figures with others than the paper's. */
export const stepSetting: Setting = { label: "step h", least: 0.05, most: 0.25, value: STEP };

/** In place of the paper's MATLAB code with a very small step. */
export const benchmark = () => dop853({ tolerance: 1e-13 });

export function rangeOf(values: Float64Array): { readonly min: number; readonly max: number; readonly range: number } {
  let [min, max] = [values[0], values[0]];
  for (const value of values) {
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  return { min, max, range: max - min };
}

/** The mean over the steps from `first` to `last`. */
export function meanOf(values: Float64Array, first: number, last: number): number {
  let sum = 0;
  for (let i = first; i <= last; i++) sum += values[i];
  return sum / (last - first + 1);
}
