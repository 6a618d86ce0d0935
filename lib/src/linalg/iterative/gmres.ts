/** Restarted GMRES [saad1986] with preconditioning from the right, so that the residuals it reports are those of A x = b.
 *  For any nonsingular matrix. Keeps `restart` + 1 vectors. */
import { hypot } from "../../core/elementary.js";
import type { Vec } from "../../core/vec.js";
import { axpy, dot, norm2, scale, subtract } from "../vec.js";
import {
  type IterationOptions,
  type IterativeSolver,
  iterationRecord,
  type Operator,
  type Preconditioner,
} from "./iteration.js";

export interface GmresOptions extends IterationOptions {
  /** Vectors kept before beginning again from the best solution so far. */
  readonly restart?: number;
}

export function gmres(
  size: number,
  { tolerance = 1e-10, maxIterations = Math.max(100, 2 * size), restart: wanted = 50 }: GmresOptions = {},
): IterativeSolver {
  const restart = Math.min(wanted, size, maxIterations);
  const workspace = newWorkspace(size, restart);
  const { history: residuals, enter } = iterationRecord(maxIterations);

  return {
    solve(apply, precondition, b, x) {
      const size2 = norm2(b) || 1;
      let done = 0;
      for (;;) {
        const [first] = workspace.basis;
        apply(x, first);
        subtract(b, first, first);
        const length = norm2(first);
        const before = residuals[done];
        residuals[done] = length / size2;
        if (!Number.isFinite(length)) return enter("not-finite", done);
        if (residuals[done] <= tolerance) return enter("converged", done);
        // A cycle that brought nothing will bring nothing again.
        const idle = done > 0 && residuals[done] > 0.999 * Math.max(before, workspace.start);
        if (done >= maxIterations || idle) return enter("stalled", done);
        workspace.start = residuals[done];
        scale(1 / length, first);
        const taken = cycle(workspace, apply, precondition, length, {
          most: Math.min(restart, maxIterations - done),
          target: tolerance * size2,
          record: (k, residual) => {
            residuals[done + k] = residual / size2;
          },
        });
        // The first direction is already in the null space of A: no step can be taken.
        if (taken === 0) return enter("stalled", done);
        correct(workspace, precondition, taken, x);
        done += taken;
      }
    },
  };
}

interface Workspace {
  readonly basis: readonly Vec[];
  /** Columns of the triangular factor of the Hessenberg matrix, its rotations, and the rotated right-hand side. */
  readonly columns: readonly Vec[];
  readonly cosine: Vec;
  readonly sine: Vec;
  readonly right: Vec;
  readonly z: Vec;
  readonly update: Vec;
  /** Residual at the start of the last cycle. */
  start: number;
}

function newWorkspace(size: number, restart: number): Workspace {
  return {
    basis: Array.from({ length: restart + 1 }, () => new Float64Array(size)),
    columns: Array.from({ length: restart }, () => new Float64Array(restart + 1)),
    cosine: new Float64Array(restart),
    sine: new Float64Array(restart),
    right: new Float64Array(restart + 1),
    z: new Float64Array(size),
    update: new Float64Array(size),
    start: Infinity,
  };
}

interface CycleLimits {
  readonly most: number;
  readonly target: number;
  record(k: number, residual: number): void;
}

/** Builds the Krylov space until the residual is below the target; returns the number of its vectors. */
function cycle(
  workspace: Workspace,
  apply: Operator,
  precondition: Preconditioner | null,
  length: number,
  limits: CycleLimits,
): number {
  const { basis, columns, cosine, sine, right, z } = workspace;
  right.fill(0);
  right[0] = length;
  for (let k = 0; k < limits.most; k++) {
    const w = basis[k + 1];
    if (precondition === null) apply(basis[k], w);
    else {
      precondition(basis[k], z);
      apply(z, w);
    }
    const h = columns[k];
    for (let j = 0; j <= k; j++) {
      h[j] = dot(w, basis[j]);
      axpy(-h[j], basis[j], w);
    }
    h[k + 1] = norm2(w);
    const next = h[k + 1];
    for (let j = 0; j < k; j++) {
      const above = h[j];
      h[j] = cosine[j] * above + sine[j] * h[j + 1];
      h[j + 1] = cosine[j] * h[j + 1] - sine[j] * above;
    }
    const radius = hypot(h[k], h[k + 1]);
    cosine[k] = radius === 0 ? 1 : h[k] / radius;
    sine[k] = radius === 0 ? 0 : h[k + 1] / radius;
    h[k] = radius;
    right[k + 1] = -sine[k] * right[k];
    right[k] *= cosine[k];
    const residual = Math.abs(right[k + 1]);
    limits.record(k + 1, residual);
    // The space is invariant, the target reached, or a number out of range: the caller looks at the true residual.
    if (!(next > 0) || residual <= limits.target) return radius === 0 ? k : k + 1;
    scale(1 / next, w);
  }
  return limits.most;
}

/** x += P⁻¹ V y with the y that makes the residual smallest. */
function correct(
  { basis, columns, right, z, update }: Workspace,
  precondition: Preconditioner | null,
  count: number,
  x: Vec,
): void {
  update.fill(0);
  for (let k = count - 1; k >= 0; k--) {
    right[k] /= columns[k][k];
    for (let j = 0; j < k; j++) right[j] -= columns[k][j] * right[k];
    axpy(right[k], basis[k], update);
  }
  if (precondition === null) axpy(1, update, x);
  else {
    precondition(update, z);
    axpy(1, z, x);
  }
}
