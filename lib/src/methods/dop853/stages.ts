/** The stages of a step.                                                                   [hairer1993, ch. II.10]
 *
 *      k_i = (V_i, A_i) = y'(t₀ + c_i h, y₀ + h Σ a_ij k_j),     y₁ = y₀ + h Σ b_i k_i */
import type { SidedForce } from "../../core/jumps.js";
import { acceleration, type Force, type System } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { COEFFICIENTS, NODES } from "./coefficients.js";
import { combination, combine } from "./combination.js";
import { addTimes, type Pair, pair } from "./pair.js";

/** The stage at the end of the step; those after it serve the dense output. */
export const END = 12;
export const STAGES = COEFFICIENTS.map(combination);
export const SOLUTION = STAGES[END];

export interface Stages {
  readonly V: readonly Vec[];
  readonly A: readonly Vec[];
  /** Where the last stage was evaluated. */
  readonly Q: Vec;
  /** What the step adds, and Σ b_i k_i. */
  readonly increment: Pair;
  readonly sums: Pair;
  /** Q of stage i. */
  place(i: number, from: Vec, h: number): void;
  /** k_i of a step of size h. */
  slope(i: number, t: number, from: Pair, h: number): void;
  /** All stages of a step of size h from `first` on; the last is the slope at its end, where Q and V[END] are the new state: it takes along what
   *  the sums so far have lost. */
  step(t: number, from: Pair, h: number, lostSoFar: Pair, first?: number): void;
}

/** `sided`: the load of the system, where it has sides. */
export function stagesOf(system: System, sided: SidedForce<Force> | null): Stages {
  const n = system.dof;
  const V = NODES.map(() => new Float64Array(n));
  const A = NODES.map(() => new Float64Array(n));
  const Q = new Float64Array(n);
  const increment = pair(n);
  const sums = pair(n);

  const place = (i: number, from: Vec, h: number) => {
    combine(STAGES[i], V, sums.q);
    addTimes(from, h, sums.q, Q);
  };
  const slope = (i: number, t: number, from: Pair, h: number) => {
    place(i, from.q, h);
    combine(STAGES[i], A, sums.v);
    addTimes(from.v, h, sums.v, V[i]);
    acceleration(system, t + NODES[i] * h, Q, V[i], A[i]);
  };
  return {
    V,
    A,
    Q,
    increment,
    sums,
    place,
    slope,
    step(t, from, h, lostSoFar, first = 0) {
      sided?.enter(t, t + h);
      for (let i = first; i < END; i++) slope(i, t, from, h);
      combine(SOLUTION, V, sums.q);
      combine(SOLUTION, A, sums.v);
      addIncrement(from.q, h, sums.q, lostSoFar.q, increment.q, Q);
      addIncrement(from.v, h, sums.v, lostSoFar.v, increment.v, V[END]);
      acceleration(system, t + h, Q, V[END], A[END]);
    },
  };
}

/** increment = h y + what was lost before; out = x + increment. */
function addIncrement(x: Vec, h: number, y: Vec, lostSoFar: Vec, increment: Vec, out: Vec): void {
  for (let k = 0; k < x.length; k++) {
    const dx = h * y[k] + lostSoFar[k];
    increment[k] = dx;
    out[k] = x[k] + dx;
  }
}
