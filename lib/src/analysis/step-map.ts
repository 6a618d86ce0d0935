/** One step of a method as a map (q, v) → (q, v), and its derivative. */
import type { FixedStepMethod } from "../core/method.js";
import type { State } from "../core/state.js";
import type { Problem } from "../core/system.js";
import type { Vec } from "../core/vec.js";

/** out = the state z = (q, v) after one step; a fresh stepper each time, so that what it remembers belongs to z. */
export type StepMap = (z: Vec, out: Vec) => void;

export function stepMap(problem: Problem, method: FixedStepMethod, h: number): StepMap {
  const n = problem.system.dof;
  return (z, out) => {
    const q0 = z.slice(0, n);
    const v0 = z.slice(n);
    const stepper = method.prepare({ ...problem, q0, v0 }, h, null);
    const s: State = { n: 0, t: problem.t0, q: q0, v: v0, memory: stepper.memory };
    if (stepper.step(s) !== null) out.fill(Number.NaN);
    else {
      out.set(s.q);
      out.set(s.v, n);
    }
  };
}

/** Weights of the central difference of order 8 at distances 1 … 4. */
const WEIGHTS = [4 / 5, -1 / 5, 4 / 105, -1 / 280];

/** The derivative of a map at z, column by column in rows: entry (i, j) is ∂out_i/∂z_j. Differences of order 8, taken with
 *  wide steps: about 1e-13 of the entries for maps that are smooth on the scale of `widths`. */
export function jacobian(map: StepMap, z: Vec, widths: Vec): Vec {
  const size = z.length;
  const J = new Float64Array(size * size);
  const moved = z.slice();
  const ahead = new Float64Array(size);
  const behind = new Float64Array(size);
  for (let j = 0; j < size; j++) {
    WEIGHTS.forEach((weight, k) => {
      const reach = (k + 1) * widths[j];
      moved[j] = z[j] + reach;
      map(moved, ahead);
      moved[j] = z[j] - reach;
      map(moved, behind);
      for (let i = 0; i < size; i++) J[i * size + j] += (weight * (ahead[i] - behind[i])) / widths[j];
    });
    moved[j] = z[j];
  }
  return J;
}
