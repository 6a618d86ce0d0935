/** Preconditioned conjugate gradients [hestenes1952] for symmetric positive definite matrices; the preconditioner has to be
 *  symmetric and positive definite too. One product and one preconditioning an iteration. */
import { axpy, dot, norm2, subtract } from "../vec.js";
import type { Iteration, IterationOptions, IterativeSolver } from "./iteration.js";

export function conjugateGradients(
  size: number,
  { tolerance = 1e-10, maxIterations = Math.max(100, 2 * size) }: IterationOptions = {},
): IterativeSolver {
  const r = new Float64Array(size);
  const z = new Float64Array(size);
  const p = new Float64Array(size);
  const image = new Float64Array(size);
  const residuals = new Float64Array(maxIterations + 1);
  const report = (outcome: Iteration["outcome"], iterations: number): Iteration => ({
    outcome,
    iterations,
    residuals: residuals.subarray(0, iterations + 1),
  });

  return {
    solve(apply, precondition, b, x) {
      apply(x, r);
      subtract(b, r, r);
      // With b = 0 the answer is zero and every residual is measured absolutely.
      const size2 = norm2(b) || 1;
      residuals[0] = norm2(r) / size2;
      let rz = 0;
      for (let k = 0; ; k++) {
        if (!Number.isFinite(residuals[k])) return report("not-finite", k);
        if (residuals[k] <= tolerance) return report("converged", k);
        if (k === maxIterations) return report("stalled", k);
        if (precondition === null) z.set(r);
        else precondition(r, z);
        const before = rz;
        rz = dot(r, z);
        const turn = k === 0 ? 0 : rz / before;
        for (let i = 0; i < size; i++) p[i] = z[i] + turn * p[i];
        apply(p, image);
        const curvature = dot(p, image);
        if (!(curvature > 0 && rz > 0)) return report(Number.isNaN(curvature) ? "not-finite" : "indefinite", k);
        const step = rz / curvature;
        axpy(step, p, x);
        axpy(-step, image, r);
        residuals[k + 1] = norm2(r) / size2;
      }
    },
  };
}
