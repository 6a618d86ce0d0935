/** The two-forms Σ W_ij dq_i ∧ dv_j that methods preserve. */
import type { SymplecticForm } from "../core/method.js";
import { multiplyAdd } from "../linalg/matrix.js";

/** dq ∧ dp = M_ij dq_i ∧ dv_j. */
export const canonicalForm: SymplecticForm = {
  name: "canonical",
  apply: ({ mass }, _h, _q, x, out) => mass.apply(x, out),
};

/** Newmark's own form, (M + β h² ∇²V(q))_ij dq_i ∧ dv_j.        [kane2000, Theorem 3.5, with the sign of η corrected] */
export function newmarkForm(beta: number): SymplecticForm {
  if (beta === 0) return canonicalForm;
  return {
    name: "newmark",
    apply({ mass, tangent }, h, q, x, out) {
      mass.apply(x, out);
      if (tangent === null) return;
      const values = new Float64Array(tangent.pattern.column.length);
      tangent.values(q, values);
      multiplyAdd({ pattern: tangent.pattern, values }, x, beta * h * h, out);
    },
  };
}
