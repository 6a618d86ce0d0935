/** Preconditioned conjugate gradients [hestenes1952] for symmetric positive definite matrices; the preconditioner has to be
 *  symmetric and positive definite too. One product and one preconditioning an iteration; all sums over a vector are taken
 *  in the loop that writes it. */
import type { Vec } from "../../core/vec.js";
import { dot, norm2, subtract } from "../vec.js";
import { type IterationOptions, type IterativeSolver, iterationRecord } from "./iteration.js";

export interface GradientsOptions extends IterationOptions {
  /** How residuals are measured: in ‖r‖, or in (rᵀ P⁻¹ r)^½ with the preconditioner P, where unknowns are of different sizes. */
  readonly norm?: "euclidean" | "preconditioned";
}

export function conjugateGradients(
  size: number,
  { tolerance = 1e-10, maxIterations = Math.max(100, 2 * size), norm = "euclidean" }: GradientsOptions = {},
): IterativeSolver {
  const r = new Float64Array(size);
  const z = new Float64Array(size);
  const p = new Float64Array(size);
  const image = new Float64Array(size);
  const { history, enter } = iterationRecord(maxIterations);

  return {
    solve(apply, precondition, b, x) {
      apply(x, r);
      subtract(b, r, r);
      const preconditioned = norm === "preconditioned" && precondition !== null;
      if (preconditioned) precondition(b, z);
      // With b = 0 the answer is zero and every residual is measured absolutely.
      const size2 = (preconditioned ? Math.sqrt(dot(b, z)) : norm2(b)) || 1;
      history[0] = norm2(r) / size2;
      let rz = 0;
      for (let k = 0; ; k++) {
        const before = rz;
        if (preconditioned) {
          precondition(r, z);
          rz = dot(r, z);
          if (rz < 0) return enter("indefinite", k);
          history[k] = Math.sqrt(rz) / size2;
        }
        if (!Number.isFinite(history[k])) return enter("not-finite", k);
        if (history[k] <= tolerance) return enter("converged", k);
        if (k === maxIterations) return enter("stalled", k);
        const direction = precondition === null ? r : z;
        if (!preconditioned) {
          precondition?.(r, z);
          rz = dot(r, direction);
        }
        if (k === 0) p.set(direction);
        else turn(direction, rz / before, p);
        apply(p, image);
        const curvature = dot(p, image);
        if (!(curvature > 0 && rz > 0)) return enter(Number.isNaN(curvature) ? "not-finite" : "indefinite", k);
        const squares = advance(rz / curvature, p, image, x, r);
        // Squares out of range: look again with the norm that scales.
        history[k + 1] = (squares > 1e-290 && squares < 1e300 ? Math.sqrt(squares) : norm2(r)) / size2;
      }
    },
  };
}

/** p = z + turn p. */
function turn(z: Vec, factor: number, p: Vec): void {
  for (let i = 0; i < p.length; i++) p[i] = z[i] + factor * p[i];
}

/** x += step p, r −= step A p; returns rᵀr. */
function advance(step: number, p: Vec, image: Vec, x: Vec, r: Vec): number {
  let squares = 0;
  for (let i = 0; i < p.length; i++) {
    x[i] += step * p[i];
    const left = r[i] - step * image[i];
    r[i] = left;
    squares += left * left;
  }
  return squares;
}
