/** What iterative solvers take and give. They see a matrix only as a function, and allocate nothing after they are made. */
import type { Vec } from "../../core/vec.js";

/** out = A x. */
export type Operator = (x: Vec, out: Vec) => void;

/** out ≈ A⁻¹ r, whatever the preconditioner takes for A; linear, and the same at every call. */
export type Preconditioner = (r: Vec, out: Vec) => void;

export interface IterationOptions {
  /** Converged when ‖b − A x‖ ≤ tolerance ‖b‖. */
  readonly tolerance?: number;
  readonly maxIterations?: number;
}

/** A solver has one of these and writes it anew at every solve. */
export interface Iteration {
  /** `stalled`: not there after maxIterations, or no progress is possible. `indefinite`: conjugate gradients met xᵀ A x ≤ 0. */
  readonly outcome: "converged" | "stalled" | "indefinite" | "not-finite";
  readonly iterations: number;
  /** ‖b − A x‖ / ‖b‖ at the end, */
  readonly residual: number;
  /** and before the first iteration and after each. */
  readonly residuals: Vec;
}

export interface IterativeSolver {
  /** Improves x, the start, in place. */
  solve(apply: Operator, precondition: Preconditioner | null, b: Vec, x: Vec): Iteration;
}

/** The record of a solver. `enter` ends a solve after so many iterations; `history` is what the solver fills. */
export function iterationRecord(maxIterations: number) {
  const history = new Float64Array(maxIterations + 1);
  let outcome: Iteration["outcome"] = "stalled";
  let iterations = 0;
  const record: Iteration = {
    get outcome() {
      return outcome;
    },
    get iterations() {
      return iterations;
    },
    get residual() {
      return history[iterations];
    },
    get residuals() {
      return history.subarray(0, iterations + 1);
    },
  };
  const enter = (how: Iteration["outcome"], count: number): Iteration => {
    outcome = how;
    iterations = count;
    return record;
  };
  return { history, enter };
}
