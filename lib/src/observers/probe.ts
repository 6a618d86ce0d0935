/** One number of every so many frames: a coordinate, an energy, any function of the state. */
import type { Observer } from "../core/observer.js";
import type { State } from "../core/state.js";
import type { Vec } from "../core/vec.js";

export interface ProbeSeries {
  readonly t: Vec;
  readonly values: Vec;
}

export function probe(quantity: (s: Readonly<State>) => number, every = 1): Observer<ProbeSeries> {
  const t: number[] = [];
  const values: number[] = [];
  return {
    every,
    observe(s) {
      t.push(s.t);
      values.push(quantity(s));
    },
    finish: () => ({ t: Float64Array.from(t), values: Float64Array.from(values) }),
  };
}
