/** Sparse Cholesky: the factor of a matrix that has to be positive definite. It is LDLᵀ with every pivot positive (L √D is
 *  the factor L of the books); a matrix that is anything else is a failure with the first of its rows whose pivot is not. */
import type { Sparsity } from "../../core/matrix.js";
import { type MultifrontalOptions, type SparseLDLT, sparseLDLT } from "./multifrontal.js";

export function sparseCholesky(
  pattern: Sparsity,
  options: Omit<MultifrontalOptions, "smallestPivot"> = {},
): Omit<SparseLDLT, "inertia"> {
  const { inertia: _, ...ldlt } = sparseLDLT(pattern, options);
  const pivots = new Float64Array(pattern.size);
  return {
    ...ldlt,
    factor(values) {
      const failure = ldlt.factor(values);
      if (failure?.kind === "saddle-point") return { kind: "not-positive-definite", row: failure.row, pivot: 0 };
      if (failure?.kind === "singular") return { ...failure, kind: "not-positive-definite" };
      if (failure !== null) return failure;
      ldlt.writePivots(pivots);
      const row = pivots.findIndex((pivot) => !(pivot > 0));
      return row < 0 ? null : { kind: "not-positive-definite", row, pivot: pivots[row] };
    },
  };
}
