/** Functions of the state that were no numbers: how often, and when first. A NaN passes every comparison unseen. */
import type { Observer } from "../core/observer.js";
import type { State } from "../core/state.js";

export interface Measured {
  readonly name: string;
  value(s: Readonly<State>): number;
}

export interface NotFinite {
  readonly name: string;
  /** In how many frames. */
  readonly count: number;
  /** The time of the first. */
  readonly first: number;
}

export function notFiniteIn(quantities: readonly Measured[], every = 1): Observer<NotFinite[]> {
  const memory = new Float64Array(2 * quantities.length);
  return {
    every,
    memory,
    observe(s) {
      for (let i = 0; i < quantities.length; i++) {
        if (Number.isFinite(quantities[i].value(s))) continue;
        if (memory[2 * i] === 0) memory[2 * i + 1] = s.t;
        memory[2 * i]++;
      }
    },
    finish: () =>
      quantities
        .map(({ name }, i) => ({ name, count: memory[2 * i], first: memory[2 * i + 1] }))
        .filter(({ count }) => count > 0),
  };
}
