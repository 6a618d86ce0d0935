import type { Vec } from "./vec.js";

/** All that evolves, synchronised at time t. The driver owns `n` and `t = t0 + n h` (a method with its own clock writes
 *  `t` itself); the stepper owns the vectors. `memory` is what a method carries besides q and v: accelerations, a step
 *  size. A copy of a State is a complete snapshot: a run that goes on from it repeats the same bits. */
export interface State {
  n: number;
  t: number;
  readonly q: Vec;
  readonly v: Vec;
  readonly memory: readonly Vec[];
}

export function copyOf(s: Readonly<State>): State {
  return { n: s.n, t: s.t, q: s.q.slice(), v: s.v.slice(), memory: s.memory.map((m) => m.slice()) };
}
