/** The two-forms Σ W_ij dq_i ∧ dv_j that methods preserve. */
import type { Sparsity } from "../core/matrix.js";
import type { SymplecticForm } from "../core/method.js";
import type { Vec } from "../core/vec.js";

/** dq ∧ dp = M_ij dq_i ∧ dv_j. */
export const canonicalForm: SymplecticForm = {
  name: "canonical",
  weights(system, _h, _q, out) {
    out.fill(0);
    addDense(system.mass.matrix.pattern, system.mass.matrix.values, 1, out);
  },
};

/** Newmark's own form, (M + β h² ∇²V(q))_ij dq_i ∧ dv_j.        [kane2000, Theorem 3.5, with the sign of η corrected] */
export function newmarkForm(beta: number): SymplecticForm {
  if (beta === 0) return canonicalForm;
  return {
    name: "newmark",
    weights(system, h, q, out) {
      canonicalForm.weights(system, h, q, out);
      const { tangent } = system;
      if (tangent === null) return;
      const values = new Float64Array(tangent.pattern.column.length);
      tangent.values(q, values);
      addDense(tangent.pattern, values, beta * h * h, out);
    },
  };
}

function addDense({ size, rowStart, column }: Sparsity, values: Vec, factor: number, out: Vec): void {
  for (let i = 0; i < size; i++) {
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) out[i * size + column[k]] += factor * values[k];
  }
}
