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

export interface Iteration {
  /** `stalled`: not there after maxIterations, or no progress is possible. `indefinite`: conjugate gradients met xᵀ A x ≤ 0. */
  readonly outcome: "converged" | "stalled" | "indefinite" | "not-finite";
  readonly iterations: number;
  /** ‖b − A x‖ / ‖b‖ before the first iteration and after each; overwritten by the next solve. */
  readonly residuals: Vec;
}

export interface IterativeSolver {
  /** Improves x, the start, in place. */
  solve(apply: Operator, precondition: Preconditioner | null, b: Vec, x: Vec): Iteration;
}
