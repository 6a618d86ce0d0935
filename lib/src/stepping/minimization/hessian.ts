/** The Hessian of the function that is minimised in a step. The function has one minimum while it is positive: that is checked wherever it is formed, by
 *  Cholesky's factor. */
import { pow } from "../../core/elementary.js";
import type { Failure } from "../../core/failure.js";
import { countFactor, type Work } from "../../core/method.js";
import type { ForceTangent, System } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { cholesky } from "../../linalg/cholesky.js";
import { spread } from "../../linalg/dense-lu.js";
import { analyze } from "../../linalg/factorization.js";
import { sparseCholesky } from "../../linalg/sparse/cholesky.js";
import { fullPattern, union } from "../../linalg/sparsity.js";
import { type IncrementalFunction, STEP, TIME, type Trial } from "./incremental-function.js";

export interface PositiveHessian {
  /** Factors the Hessian at the present trial; a failure where it is not positive. */
  factor(): Failure | null;
  solve(b: Vec, x: Vec): Failure | null;
}

const DENSE_CHECK = 16;

export function positiveHessian(
  system: System,
  of: IncrementalFunction,
  { now, x, place, u }: Trial,
  work: Work,
): PositiveHessian {
  const n = system.dof;
  const hessian = hessianOf(system, of);
  const factorization = n <= DENSE_CHECK ? analyze(hessian.pattern, true) : sparseCholesky(hessian.pattern, system);
  const dense = new Float64Array(n <= DENSE_CHECK ? n * n : 0);
  return {
    factor() {
      hessian.assemble(now[TIME], now[STEP], x, place, u);
      countFactor(work, factorization.fill);
      if (n <= DENSE_CHECK) {
        spread(hessian.pattern, hessian.values, dense);
        const failure = cholesky(n, dense);
        if (failure?.kind === "singular") return { kind: "not-convex", dof: failure.row, curvature: failure.pivot };
      }
      const failure = factorization.factor(hessian.values);
      return failure?.kind === "not-positive-definite"
        ? { kind: "not-convex", dof: failure.row, curvature: failure.pivot }
        : failure;
    },
    solve: factorization.solve,
  };
}

/** M + κ (p h² ∇²V + h φ_vv + σ h² (φ_vq + φ_qv) + σ² h³ φ_qq), on the union of all patterns. */
function hessianOf(system: System, { kappa, potential, sigma }: IncrementalFunction) {
  const { mass, tangent, damping } = system;
  const n = system.dof;
  // Each with its power of h.
  const tangents: { readonly part: ForceTangent; readonly factor: number; readonly power: number }[] = [];
  const add = (part: ForceTangent | null | undefined, factor: number, power: number) => {
    if (part != null && factor !== 0) tangents.push({ part, factor, power });
  };
  add(damping?.byVelocity, -kappa, 1);
  add(damping?.byPosition, -kappa * sigma, 2);
  add(damping?.companion?.byVelocity, -kappa * sigma, 2);
  add(damping?.companion?.byPosition, -kappa * sigma * sigma, 3);
  const stiffness = potential && kappa !== 0 ? tangent : null;
  const parts = [
    mass.matrix.pattern,
    ...(stiffness === null ? [] : [stiffness.pattern]),
    ...tangents.map((t) => t.part.pattern),
  ];
  const { pattern, positions } = union(n <= 8 ? [...parts, fullPattern(n)] : parts);
  const values = new Float64Array(pattern.column.length);
  const scratch = parts.map((part) => new Float64Array(part.column.length));
  const offset = stiffness === null ? 1 : 2;
  const scatter = (k: number, factor: number, from: Vec) => {
    const at = positions[k];
    for (let j = 0; j < at.length; j++) values[at[j]] += factor * from[j];
  };
  return {
    pattern,
    values,
    assemble(t: number, h: number, x: Vec, place: Vec, u: Vec) {
      values.fill(0);
      scatter(0, 1, mass.matrix.values);
      if (stiffness !== null) {
        stiffness.values(x, scratch[1]);
        scatter(1, kappa * h * h, scratch[1]);
      }
      for (let k = 0; k < tangents.length; k++) {
        const { part, factor, power } = tangents[k];
        part.values(t, place, u, scratch[offset + k]);
        scatter(offset + k, factor * pow(h, power), scratch[offset + k]);
      }
    },
  };
}
