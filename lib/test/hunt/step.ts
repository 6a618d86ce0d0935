/** What an auditor is given: two states, one step apart, the system and the step. Nothing of the method but its memory. */
import type { State } from "../../src/core/state.js";
import type { System } from "../../src/core/system.js";
import type { Vec } from "../../src/core/vec.js";
import { known, product, type Rounded, zero } from "./rounded.js";

export interface Step {
  readonly system: System;
  readonly h: number;
  /** The time at the fraction c of the step. */
  at(c: number): number;
  readonly q0: Rounded;
  readonly v0: Rounded;
  readonly q1: Rounded;
  readonly v1: Rounded;
  readonly dq: Rounded;
  readonly dv: Rounded;
  /** The memory of the method before and after, without the compensations of its sums. */
  readonly before: readonly Vec[];
  readonly after: readonly Vec[];
  readonly energy: Energy;
}

/** What the author of a problem knows about its potential, and a difference of two values of it does not. */
export interface Energy {
  /** V(q + Δ) − V(q) without cancellation; to be rounded to ε of its factors. */
  change(q: Vec, delta: Vec): number;
  /** The size of terms that cancel inside V as it is written, and inside ∇V. */
  readonly insideEnergy: number;
  readonly insideForce: number;
  /** Points have so many coordinates, and V does not change when all are shifted alike; absent where it has no such symmetry. */
  readonly shifts?: number;
}

/** Tells what is left of an equation. */
export type Report = (equation: string, rest: Rounded) => void;
export type Audit = (step: Step, report: Report) => void;

export interface Taken {
  readonly system: System;
  readonly energy: Energy;
  readonly t0: number;
  readonly h: number;
  /** The last two vectors of the memory are what sums rounded away: the true state is q + c. */
  readonly compensated: boolean;
}

export function stepBetween({ system, energy, t0, h, compensated }: Taken, from: State, to: State): Step {
  const own = from.memory.length - (compensated ? 2 : 0);
  const increment = (a: Vec, b: Vec, k: number): Rounded => {
    const out = zero(a.length);
    for (let i = 0; i < a.length; i++) {
      const ends = Math.abs(a[i]) + Math.abs(b[i]);
      const carried = compensated ? to.memory[k][i] - from.memory[k][i] : 0;
      out.value[i] = b[i] - a[i] + carried;
      out.size[i] = compensated ? Math.abs(out.value[i]) + Number.EPSILON * ends : ends;
    }
    return out;
  };
  // What is carried may be larger than an ulp: a velocity that falls from 10³ to 1 in a step leaves the rounding of 10³ behind.
  const state = (x: Vec, { memory }: State, k: number): Rounded =>
    known(compensated ? x.map((xi, i) => xi + memory[k][i]) : x);
  return {
    system,
    energy,
    h,
    at: (c) => t0 + (from.n + c) * h,
    q0: state(from.q, from, own),
    v0: state(from.v, from, own + 1),
    q1: state(to.q, to, own),
    v1: state(to.v, to, own + 1),
    dq: increment(from.q, to.q, own),
    dv: increment(from.v, to.v, own + 1),
    before: from.memory.slice(0, own),
    after: to.memory.slice(0, own),
  };
}

/** M x. */
export const inertia = ({ system }: Pick<Step, "system">, x: Rounded): Rounded => product(system.mass.matrix, x);
