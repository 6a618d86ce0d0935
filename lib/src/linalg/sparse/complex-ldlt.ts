/** Sparse LDLᵀ of complex symmetric matrices, by the same analysis and the same elimination as the real one; without pivoting.
 *  Where the real part is positive definite no pivot vanishes: the real parts of all pivots are positive. */
import { hypot } from "../../core/elementary.js";
import type { Failure } from "../../core/failure.js";
import type { Sparsity } from "../../core/matrix.js";
import { specialises } from "../../core/specialise.js";
import type { Vec } from "../../core/vec.js";
import type { Ordering } from "../ordering/order.js";
import { plainComplexKernels, wasmComplexKernels } from "./complex-kernels.js";
import { eliminateAll, newWorkspace, planOf, refuseLength, type Workspace } from "./elimination.js";
import type { Kernels } from "./kernels.js";
import { GIBIBYTE, panelStore } from "./panels.js";
import { solveComplex } from "./solves.js";
import { hasWasmKernels } from "./wasm-kernels.js";

export interface ComplexLDLTOptions {
  readonly ordering?: Ordering;
  readonly kernels?: Kernels;
  /** Pivots whose modulus is below this part of the largest are replaced by one of that modulus; 0: a failure. */
  readonly smallestPivot?: number;
  /** Doubles in one memory of panels. */
  readonly memoryLimit?: number;
}

export interface ComplexLDLT {
  /** Doubles stored in the factor, and entries of L without stored zeros. */
  readonly fill: number;
  readonly entries: number;
  factor(real: Vec, imaginary: Vec): Failure | null;
  /** Overwrites the right-hand side with the solution. */
  solve(real: Vec, imaginary: Vec): void;
}

const SMALL = 2500;

export function complexLDLT(pattern: Sparsity, options: ComplexLDLTOptions = {}): ComplexLDLT {
  const { ordering = "auto", memoryLimit = GIBIBYTE, smallestPivot = 0 } = options;
  const plan = planOf(pattern, ordering);
  const kernels =
    options.kernels ??
    (hasWasmKernels() && specialises(plan.stored > SMALL) ? wasmComplexKernels : plainComplexKernels);
  const store = panelStore(plan, kernels, memoryLimit, 2);
  let workspace: Workspace | null = null;
  return {
    fill: 2 * plan.stored,
    entries: plan.entries,
    factor(real, imaginary) {
      refuseLength(pattern, real);
      refuseLength(pattern, imaginary);
      workspace ??= newWorkspace(plan, kernels, 2);
      const failure = eliminateAll(plan, [real, imaginary], workspace, store, smallestPivot * largest(real, imaginary));
      if (2 * plan.stack > GIBIBYTE / 4) workspace = null;
      return failure;
    },
    solve(real, imaginary) {
      const parts = [real, imaginary];
      solveComplex(plan, store, parts, parts);
    },
  };
}

function largest(real: Vec, imaginary: Vec): number {
  let most = 0;
  for (let k = 0; k < real.length; k++) most = Math.max(most, hypot(real[k], imaginary[k]));
  return most;
}
