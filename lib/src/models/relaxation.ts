/** The massless coordinates of a nonlinear system at rest under the others: q_m with ∇_m V(q_r, q_m) = 0 and K_mm positive
 *  definite, by Newton's iteration with a line search on the energy, from the q_m of the start. */
import { InputError } from "../core/failure.js";
import type { Tangent } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { backwardSolve, cholesky, forwardSolve } from "../linalg/cholesky.js";
import { spread } from "../linalg/dense-lu.js";
import type { PotentialParts } from "./potential.js";

/** Energy still to be gained, relative to the energies at hand, at which the last Newton step is taken: it squares an
 *  error of 1e-10 in q_m. */
const CONVERGED = 1e-20;
/** Below this the energy's own rounding hides whether a step gains any. */
const ROUNDING = 1e-13;
const ITERATIONS = 60;

export interface Relaxation {
  /** All coordinates, the massless ones at the minimum; NaN if there is none. */
  at(q: Vec): Vec;
  /** ∇²V there, row by row, and the rows of (L⁻¹ K_mr)ᵀ with L Lᵀ = K_mm. */
  linearised(q: Vec): { readonly stiffness: Vec; readonly coupling: readonly Vec[] };
  velocity(q: Vec, v: Vec, out: Vec): void;
  readonly scratch: Vec;
}

type Parts = Pick<PotentialParts, "potential" | "gradient" | "labels"> & { readonly tangent: Tangent };

export function relaxation(
  { potential, gradient, tangent, labels }: Parts,
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
  const before = new Float64Array(m);
  const coupling = Array.from(outer, () => new Float64Array(m));
  const linearisation = { stiffness, coupling };
  const solvedFor = new Float64Array(outer.length);
  let solved = false;

  /** K at `full`, and the Cholesky factor of its massless block. */
  const linearise = (): boolean => {
    tangent.values(full, sparse);
    spread(tangent.pattern, sparse, stiffness);
    for (let i = 0; i < m; i++) for (let j = 0; j < m; j++) l[i * m + j] = stiffness[inner[i] * dof + inner[j]];
    return cholesky(m, l) === null;
  };

  /** |V| + |q·K q|: the energies whose rounding limits what can be gained. */
  const energyScale = (value: number): number => {
    let sum = 0;
    for (let i = 0; i < dof; i++) for (let j = 0; j < dof; j++) sum += full[i] * stiffness[i * dof + j] * full[j];
    return Math.abs(value) + Math.abs(sum);
  };

  /** Moves the massless coordinates to the minimum; false if Newton's iteration does not get there. */
  const relax = (): boolean => {
    for (let i = 0; i < m; i++) full[inner[i]] = start[inner[i]];
    let near = false;
    for (let iteration = 0; iteration < ITERATIONS; iteration++) {
      if (!linearise()) return false;
      gradient(full, scratch);
      for (let i = 0; i < m; i++) step[i] = scratch[inner[i]];
      forwardSolve(m, l, step);
      let gain = 0; // gᵀ K⁻¹ g
      for (let i = 0; i < m; i++) gain += step[i] * step[i];
      backwardSolve(m, l, step);
      for (let i = 0; i < m; i++) before[i] = full[inner[i]];
      const value = potential(full);
      const scale = energyScale(value);
      near = gain <= ROUNDING * scale;
      if (!moveDown(value, gain, near)) return false;
      if (gain <= CONVERGED * scale) return true;
    }
    return near;
  };

  /** Takes the Newton step, halved until the energy sinks; `near` the minimum it is taken as it is. */
  const moveDown = (value: number, gain: number, near: boolean): boolean => {
    for (let fraction = 1; fraction > 1e-6; fraction /= 2) {
      for (let i = 0; i < m; i++) full[inner[i]] = before[i] - fraction * step[i];
      if (near || potential(full) <= value - 1e-4 * fraction * gain) return true;
    }
    return false;
  };

  const at = (q: Vec): Vec => {
    if (solved && same(solvedFor, q)) return full;
    for (let i = 0; i < outer.length; i++) full[outer[i]] = q[i];
    solvedFor.set(q);
    solved = relax();
    if (!solved) for (let i = 0; i < m; i++) full[inner[i]] = Number.NaN;
    return full;
  };

  const linearised = (q: Vec) => {
    at(q);
    linearise();
    for (let j = 0; j < outer.length; j++) {
      for (let i = 0; i < m; i++) coupling[j][i] = stiffness[inner[i] * dof + outer[j]];
      forwardSolve(m, l, coupling[j]);
    }
    return linearisation;
  };

  if (!linearise()) {
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

function same(a: Vec, b: Vec): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
