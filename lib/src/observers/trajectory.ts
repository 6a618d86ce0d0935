/** The whole motion in memory: times, positions and velocities of every so many frames. */
import type { Observer } from "../core/observer.js";
import type { Vec } from "../core/vec.js";

export interface Trajectory {
  readonly t: Vec;
  /** One vector a frame. */
  readonly q: readonly Vec[];
  readonly v: readonly Vec[];
}

export function trajectory(every = 1): Observer<Trajectory> {
  const t: number[] = [];
  const q: Vec[] = [];
  const v: Vec[] = [];
  return {
    every,
    observe(s) {
      t.push(s.t);
      q.push(s.q.slice());
      v.push(s.v.slice());
    },
    finish: () => ({ t: Float64Array.from(t), q, v }),
  };
}
