/** The massless coordinates of a nonlinear system at rest under the others: q_m with ∇_m V(q_r, q_m) = 0 and K_mm positive
 *  definite, by Newton's iteration (linalg/nonlinear.ts) in their displacement from the q_m of the start. Where K_mm is not positive, the
 *  iteration has left the surroundings of the minimum, and ends. */
import { type Failure, InputError } from "../core/failure.js";
import type { Tangent } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { backwardSolve, cholesky, forwardSolve } from "../linalg/cholesky.js";
import { spread } from "../linalg/dense-lu.js";
import { forceRounding, sizesOf } from "../linalg/force-rounding.js";
import { nonlinearSolver } from "../linalg/nonlinear.js";
import { areEqual, copy } from "../linalg/vec.js";
import type { PotentialParts } from "./potential.js";

export interface Relaxation {
  /** All coordinates, the massless ones at the minimum; NaN if there is none. */
  at(q: Vec): Vec;
  /** ∇²V there, row by row, and the rows of (L⁻¹ K_mr)ᵀ with L Lᵀ = K_mm. */
  linearised(q: Vec): { readonly stiffness: Vec; readonly coupling: readonly Vec[] };
  velocity(q: Vec, v: Vec, out: Vec): void;
  readonly scratch: Vec;
}

type Parts = Pick<PotentialParts, "gradient" | "gradientRounding" | "labels"> & { readonly tangent: Tangent };

export function relaxation(
  { gradient, gradientRounding, tangent, labels }: Parts,
  start: Vec,
  inner: Int32Array,
  outer: Int32Array,
): Relaxation {
  const dof = labels.length;
  const m = inner.length;
  const full = start.slice();
  const scratch = new Float64Array(dof);
  const sparse = new Float64Array(tangent.pattern.column.length);
  const stiffness = new Float64Array(dof * dof);
  const l = new Float64Array(m * m);
  const step = new Float64Array(m);
  const coupling = Array.from(outer, () => new Float64Array(m));
  const linearisation = { stiffness, coupling };
  const solvedFor = new Float64Array(outer.length);
  let solved = false;

  /** K at `full`, and the Cholesky factor of its massless block. */
  const linearise = (): Failure | null => {
    tangent.values(full, sparse);
    spread(tangent.pattern, sparse, stiffness);
    for (let i = 0; i < m; i++) for (let j = 0; j < m; j++) l[i * m + j] = stiffness[inner[i] * dof + inner[j]];
    const failure = cholesky(m, l);
    return failure?.kind === "singular" ? { kind: "not-convex", dof: failure.row, curvature: failure.pivot } : failure;
  };

  const reach = new Float64Array(dof);
  const rounding = forceRounding(
    { dof, gradient, tangent, ...(gradientRounding !== undefined && { gradientRounding }) },
    ["potential"],
  );
  const { solve } = nonlinearSolver(
    {
      unknowns: m,
      residual(x, r, size) {
        for (let i = 0; i < m; i++) full[inner[i]] = start[inner[i]] + x[i];
        gradient(full, scratch);
        for (let i = 0; i < m; i++) {
          r[i] = scratch[inner[i]];
          size[i] = Math.abs(r[i]); // what ∇V is made of is not known here: the bound on its rounding decides
        }
      },
      rounding(out) {
        scratch.fill(0);
        sizesOf(reach, full, start);
        rounding.addTo(0, full, full, reach, reach, 1, scratch);
        for (let i = 0; i < m; i++) out[i] = scratch[inner[i]];
      },
      factor: linearise,
      solve(r, d) {
        copy(r, d);
        forwardSolve(m, l, d);
        backwardSolve(m, l, d);
        return null;
      },
      notFinite: () => ({ kind: "not-finite", dof: inner[0], term: "potential" }),
      dominantTerm: (i) => ({ dof: inner[i], term: "potential" }),
    },
    { iterations: 0 },
  );

  /** Moves the massless coordinates to the minimum, and linearises there; false if there is none. */
  const relax = (): boolean => {
    step.fill(0);
    if (solve(step) !== null) return false;
    for (let i = 0; i < m; i++) full[inner[i]] = start[inner[i]] + step[i];
    return linearise() === null;
  };

  const at = (q: Vec): Vec => {
    if (solved && areEqual(solvedFor, q)) return full;
    for (let i = 0; i < outer.length; i++) full[outer[i]] = q[i];
    solvedFor.set(q);
    solved = relax();
    if (!solved) for (let i = 0; i < m; i++) full[inner[i]] = Number.NaN;
    return full;
  };

  const linearised = (q: Vec) => {
    at(q);
    for (let j = 0; j < outer.length; j++) {
      for (let i = 0; i < m; i++) coupling[j][i] = stiffness[inner[i] * dof + outer[j]];
      forwardSolve(m, l, coupling[j]);
    }
    return linearisation;
  };

  if (linearise() !== null) {
    throw new InputError(
      `${Array.from(inner, (i) => labels[i]).join(", ")}: without mass, and the potential has no minimum there at the ` +
        "start (its second derivative is not positive definite); give mass, or another start",
      { key: "mass" },
    );
  }
  return {
    at,
    linearised,
    scratch,
    velocity(q, v, out) {
      linearised(q);
      step.fill(0);
      for (let j = 0; j < outer.length; j++) for (let i = 0; i < m; i++) step[i] -= coupling[j][i] * v[j];
      backwardSolve(m, l, step);
      for (let j = 0; j < outer.length; j++) out[outer[j]] = v[j];
      for (let i = 0; i < m; i++) out[inner[i]] = step[i];
    },
  };
}
