/** Sparse LDLᵀ by the multifrontal method [duff1983, liu1992]: the elimination of a sparse symmetric matrix as a sequence of
 *  dense ones. No pivoting: for positive definite matrices, and for indefinite ones whose pivots stay away from zero. A pivot
 *  that is nothing but the rounding of what cancelled counts as zero; where one fails and the matrix has zeros on its
 *  diagonal, it is called the saddle point that it is. */
import { InputError } from "../../core/failure.js";
import type { Sparsity } from "../../core/matrix.js";
import { specialises } from "../../core/specialise.js";
import type { WithThreads } from "../../core/threads.js";
import type { Vec } from "../../core/vec.js";
import { checkSymmetric } from "../check-symmetric.js";
import type { Factorization } from "../factorization.js";
import type { Ordering } from "../ordering/order.js";
import { normInf } from "../vec.js";
import { eliminateAll, newWorkspace, planOf, refuseLength, type Workspace } from "./elimination.js";
import type { Kernels } from "./kernels.js";
import { GIBIBYTE, panelStore, pivotsOf } from "./panels.js";
import { plainKernels } from "./plain-kernels.js";
import { saddlePointInWords, saddlePointOf } from "./saddle-point.js";
import { solveAll, solveColumns } from "./solves.js";
import { hasWasmKernels, kernelsWith, wasmKernels } from "./wasm-kernels.js";

/** `threads` share the work on factors that are large enough. */
export interface MultifrontalOptions extends WithThreads {
  readonly ordering?: Ordering;
  readonly kernels?: Kernels;
  /** Pivots below this part of the largest entry of the matrix are replaced by it [li1998], and the factor is that of a
   *  matrix nearby: good for `refined` and as a preconditioner. 0: a pivot lost to rounding is a failure. */
  readonly smallestPivot?: number;
  /** For matrices that come from outside: `factor` throws an InputError, with the row, for values that are not finite or not
   *  symmetric, and for a saddle point that cannot be factored. */
  readonly checkSymmetric?: boolean;
  /** Doubles in one memory of panels: a WebAssembly memory ends at 4 GiB, so large factors use several. */
  readonly memoryLimit?: number;
}

export interface SparseLDLT extends Factorization {
  /** Entries of L, stored zeros not counted. */
  readonly entries: number;
  /** How many pivots of the last factorisation were positive and negative: the signs of the eigenvalues [sylvester1852]. */
  inertia(): { readonly positive: number; readonly negative: number };
  /** out = A⁻¹ B for `count` right-hand sides, one after another; may alias. */
  solveMany(b: Vec, count: number, out: Vec): void;
  /** The pivot of every row in the last factorisation. */
  pivots(): Vec;
  /** The same, into out. */
  writePivots(out: Vec): void;
}

const SMALL = 5000;
/** Doubles of a factor from which its fronts are large enough to be shared. */
const LARGE = 2 ** 21;
/** And from which a solve is long enough for threads to arrive: some five milliseconds. */
const SHARED = 2 ** 22;

export function sparseLDLT(pattern: Sparsity, options: MultifrontalOptions = {}): SparseLDLT {
  const { ordering = "auto", smallestPivot = 0, kernels: wanted } = options;
  const refuses = options.checkSymmetric ?? false;
  const plan = planOf(pattern, ordering);
  // A WebAssembly memory costs some fifty microseconds and whole pages: too much for a handful of rows.
  const alone = wanted ?? (hasWasmKernels() && specialises(plan.stored > SMALL) ? wasmKernels : plainKernels);
  const { threads } = options;
  const helped = threads !== undefined && wanted === undefined && specialises(plan.stored > LARGE);
  const kernels = helped ? kernelsWith(threads) : alone;
  // Solves are shared within one memory, which has to stay below 4 GiB.
  const { memoryLimit = helped ? 3.75 * GIBIBYTE : GIBIBYTE } = options;
  const store = panelStore(plan, kernels, memoryLimit, 1);
  const shared = helped && store.tables >= 0 && specialises(plan.stored > SHARED);
  const { memory: first } = store.memories[0];
  let workspace: Workspace | null = null;

  return {
    fill: plan.stored,
    entries: plan.entries,
    factor(values) {
      refuseLength(pattern, values);
      if (refuses) checkSymmetric({ pattern, values });
      workspace ??= newWorkspace(plan, kernels, 1);
      const least = smallestPivot * normInf(values);
      workspace.memory.startThreads?.();
      const failure = eliminateAll(plan, [values], workspace, store, least);
      workspace.memory.stopThreads?.();
      // A large workspace is not worth keeping between factorisations: it may be half of the memory of a run.
      if (plan.stack > GIBIBYTE / 4) workspace = null;
      const saddle = failure === null ? null : saddlePointOf({ pattern, values });
      if (saddle !== null && refuses) throw new InputError(saddlePointInWords(saddle), { row: saddle.row });
      return saddle ?? failure;
    },
    solve(b, out) {
      if (shared) first.startThreads?.();
      solveAll(plan, store, b, out, shared);
      if (shared) first.stopThreads?.();
      return null;
    },
    solveMany: (b, count, out) => solveColumns(plan, store, b, count, out),
    inertia() {
      const pivots = new Float64Array(plan.size);
      pivotsOf(plan, store, pivots);
      let negative = 0;
      for (const pivot of pivots) if (pivot < 0) negative++;
      return { positive: plan.size - negative, negative };
    },
    pivots() {
      const pivots = new Float64Array(plan.size);
      pivotsOf(plan, store, pivots);
      return pivots;
    },
    writePivots: (out) => pivotsOf(plan, store, out),
  };
}
