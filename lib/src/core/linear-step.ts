/** A step of a linear system without loads as the linear map z₁ = A z₀ on all that a stepper carries: position, velocity, memory.
 *  No scheme needs a formula for A: what is looked at is what runs. */
import type { Stepper } from "./method.js";
import type { State } from "./state.js";
import type { Vec } from "./vec.js";

export interface LinearStep {
  readonly size: number;
  /** How many components belong to position, velocity and each vector of the memory: quantities of different units. */
  readonly parts: readonly number[];
  /** out = A z; NaN where the step fails. */
  apply(z: Vec, out: Vec): void;
}

export function linearStep(stepper: Stepper, dof: number): LinearStep {
  const s: State = { n: 0, t: 0, q: new Float64Array(dof), v: new Float64Array(dof), memory: stepper.memory };
  const parts: readonly Vec[] = [s.q, s.v, ...s.memory];
  return {
    size: parts.reduce((sum, part) => sum + part.length, 0),
    parts: parts.map((part) => part.length),
    apply(z, out) {
      let at = 0;
      for (const part of parts) for (let i = 0; i < part.length; i++) part[i] = z[at++];
      s.n = 0;
      s.t = 0;
      if (stepper.step(s) !== null) {
        out.fill(Number.NaN);
        return;
      }
      at = 0;
      for (const part of parts) for (let i = 0; i < part.length; i++) out[at++] = part[i];
    },
  };
}

/** A, row by row. */
export function matrixOf({ size, apply }: Pick<LinearStep, "size" | "apply">): Vec {
  const values = new Float64Array(size * size);
  const z = new Float64Array(size);
  const image = new Float64Array(size);
  for (let j = 0; j < size; j++) {
    z.fill(0);
    z[j] = 1;
    apply(z, image);
    for (let i = 0; i < size; i++) values[i * size + j] = image[i];
  }
  return values;
}
