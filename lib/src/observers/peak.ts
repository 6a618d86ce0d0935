/** The largest value of a function of the state, and when it was first reached. */
import type { Observer } from "../core/observer.js";
import type { State } from "../core/state.js";

export interface Peak {
  readonly value: number;
  readonly t: number;
}

export function peak(value: (s: Readonly<State>) => number, every = 1): Observer<Peak> {
  const memory = Float64Array.of(Number.NEGATIVE_INFINITY, Number.NaN);
  return {
    every,
    memory,
    observe(s) {
      const now = value(s);
      if (!(now > memory[0])) return;
      memory[0] = now;
      memory[1] = s.t;
    },
    finish: () => ({ value: memory[0], t: memory[1] }),
  };
}
