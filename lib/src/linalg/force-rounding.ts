/** What rounding leaves in the forces of a system: a bound for every entry of G = ∇V − f_load − f_damping. Positions and velocities
 *  are rounded, and the stiffness makes forces of that: ε Σ_j |K_ij q_j| is the least, besides an ulp of every term. Where the
 *  system knows its own rounding errors, it is asked. */
import type { Sparsity } from "../core/matrix.js";
import type { Force, ForceTangent, Mass, System } from "../core/system.js";
import type { Vec } from "../core/vec.js";

/** What a few operations on a term leave in it. */
export const ROUNDING = 2 * Number.EPSILON;

export interface ForceRounding {
  /** out += factor × the bound at (t, q, v). `reach` and `speed` are the sizes of the terms of which q and v are sums: they may cancel, and
   *  their rounding stays. `gradient`: ∇V(q), where it is known. */
  addTo(t: number, q: Vec, v: Vec, reach: Vec, speed: Vec, factor: number, out: Vec, gradient?: Vec | null): void;
}

type Part = (t: number, q: Vec, v: Vec, reach: Vec, speed: Vec, factor: number, out: Vec, gradient: Vec | null) => void;

/** What is asked of a system: its potential, and other forces if there are any. */
export type Forces = Pick<System, "dof" | "gradient" | "gradientRounding" | "tangent" | "cancellingTerms"> &
  Partial<Pick<System, "load" | "damping">>;

/** Of all forces, or of some. */
export function forceRounding(
  system: Forces,
  which: readonly ("potential" | "load" | "damping")[] = ["potential", "load", "damping"],
): ForceRounding {
  const parts: Part[] = [];
  // Its work space is allocated when it is first asked: most steps never do.
  const prepare = () => {
    if (which.includes("potential")) parts.push(ofPotential(system));
    for (const name of ["load", "damping"] as const) {
      const force = system[name] ?? null;
      if (force !== null && which.includes(name)) parts.push(ofForce(force, system.dof));
    }
  };
  return {
    addTo(t, q, v, reach, speed, factor, out, gradient = null) {
      if (parts.length === 0) prepare();
      for (const part of parts) part(t, q, v, reach, speed, Math.abs(factor), out, gradient);
    },
  };
}

function ofPotential(system: Forces): Part {
  const own = new Float64Array(system.dof);
  const { tangent, cancellingTerms = 0 } = system;
  const stiffness = new Float64Array(tangent?.pattern.column.length ?? 0);
  return (_t, q, _v, reach, _speed, factor, out, gradient) => {
    if (system.gradientRounding === undefined) {
      if (gradient === null) system.gradient(q, own);
      const known = gradient ?? own;
      for (let i = 0; i < out.length; i++) out[i] += factor * ROUNDING * (Math.abs(known[i]) + cancellingTerms);
    } else {
      system.gradientRounding(q, own);
      for (let i = 0; i < out.length; i++) out[i] += factor * own[i];
    }
    if (tangent === null) return;
    tangent.values(q, stiffness);
    addProducts(tangent.pattern, stiffness, reach, factor * ROUNDING, out);
  };
}

function ofForce(force: Force, dof: number): Part {
  const own = new Float64Array(dof);
  const values = [force.byPosition, force.byVelocity].map((part) => new Float64Array(part?.pattern.column.length ?? 0));
  const tangents: readonly (ForceTangent | null)[] = [force.byPosition, force.byVelocity];
  return (t, q, v, reach, speed, factor, out) => {
    own.fill(0);
    force.addTo(t, q, v, own);
    for (let i = 0; i < dof; i++) out[i] += factor * ROUNDING * Math.abs(own[i]);
    tangents.forEach((part, k) => {
      if (part === null) return;
      part.values(t, q, v, values[k]);
      addProducts(part.pattern, values[k], k === 0 ? reach : speed, factor * ROUNDING, out);
    });
  };
}

/** out = |x| + |y| + |factor z|, entry by entry. */
export function sizesOf(out: Vec, x: Vec, y: Vec | null = null, z: Vec | null = null, factor = 1): Vec {
  for (let i = 0; i < out.length; i++) out[i] = Math.abs(x[i]);
  if (y !== null) for (let i = 0; i < out.length; i++) out[i] += Math.abs(y[i]);
  if (z !== null) for (let i = 0; i < out.length; i++) out[i] += Math.abs(factor * z[i]);
  return out;
}

/** out = what rounding leaves in factor M a. */
export function inertiaRounding({ matrix, diagonal }: Mass, a: Vec, factor: number, out: Vec): void {
  const rounding = Math.abs(factor) * ROUNDING;
  if (diagonal !== null) for (let i = 0; i < a.length; i++) out[i] = rounding * Math.abs(diagonal[i] * a[i]);
  else {
    out.fill(0, 0, a.length);
    addProducts(matrix.pattern, matrix.values, a, rounding, out);
  }
}

/** out_i += factor Σ_j |values_ij x_j|. */
export function addProducts({ size, rowStart, column }: Sparsity, values: Vec, x: Vec, factor: number, out: Vec): void {
  for (let i = 0; i < size; i++) {
    let sum = 0;
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) sum += Math.abs(values[k] * x[column[k]]);
    out[i] += factor * sum;
  }
}
