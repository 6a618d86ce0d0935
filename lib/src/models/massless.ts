/** Linear systems in which some degrees of freedom have no mass. Their equations K_mm q_m + K_mr q_r = F_m hold at every
 *  instant, so that they are eliminated exactly (`linalg/condense`); the view gives them back. Damping that touches them
 *  would make their equations of first order, and is refused.
 *
 *      q_m = K_mm⁻¹ (F_m − K_mr q_r),   v_m = K_mm⁻¹ (Ḟ_m − K_mr v_r)
 *
 *  Where a load acts on a coordinate without mass, the ledger of the condensed system counts the work of F̂ against the
 *  energy ½ q_rᵀ K̂ q_r. */
import type { Matrix } from "../core/matrix.js";
import type { LinearSystem, System, TimeLoad, View } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { condense } from "../linalg/condense.js";
import { massless, matrixMass } from "../linalg/mass.js";
import { linearSystem } from "./linear.js";

/** A system on the coordinates that have mass. */
export interface Condensed<S extends System = System> {
  readonly system: S;
  /** All coordinates, in the order they were given in. */
  readonly view: View;
  /** Which of them are integrated: start values are picked by these numbers. */
  readonly retained: Int32Array;
}

export interface MatrixParts {
  /** Symmetric; rows that are entirely zero have no mass. */
  readonly mass: Matrix;
  readonly damping?: Matrix | null;
  readonly stiffness: Matrix;
  readonly load?: TimeLoad | null;
  readonly labels: readonly string[];
}

export function condensedLinear(parts: MatrixParts): Condensed<LinearSystem> {
  const { mass, stiffness, damping = null, load = null, labels } = parts;
  const condensation = condense({ mass, stiffness, viscosity: damping }, massless(mass));
  const { retained } = condensation;
  const dof = mass.pattern.size;
  const force = new Float64Array(dof);
  const unread = new Float64Array(dof);
  const forceAt = (t: number, out: Vec): Vec => {
    out.fill(0);
    load?.addTo(t, unread, unread, out);
    return out;
  };

  const system = linearSystem({
    mass: matrixMass(condensation.mass),
    damping: condensation.viscosity,
    stiffness: condensation.stiffness,
    load: load === null ? null : condensedLoad(load, forceAt, condensation.load, dof, retained.length),
    labels: Array.from(retained, (i) => labels[i]),
  });

  const later = new Float64Array(dof);
  /** Ḟ by a central difference: right to about ten digits, and only ever shown, never integrated. */
  const rateAt = (t: number): Vec => {
    const step = Math.cbrt(Number.EPSILON) * Math.max(1, Math.abs(t));
    forceAt(t - step, force);
    forceAt(t + step, later);
    for (let i = 0; i < dof; i++) force[i] = (later[i] - force[i]) / (2 * step);
    return force;
  };
  const view: View = {
    labels,
    expand(s, q, v) {
      condensation.recover(s.q, load === null ? null : forceAt(s.t, force), q);
      condensation.recover(s.v, load === null ? null : rateAt(s.t), v);
    },
  };
  return { system, view, retained };
}

function condensedLoad(
  load: TimeLoad,
  forceAt: (t: number, out: Vec) => Vec,
  condense: (full: Vec, out: Vec) => void,
  dof: number,
  retained: number,
): TimeLoad {
  const full = new Float64Array(dof);
  const part = new Float64Array(retained);
  return {
    ...load,
    addTo(t, _q, _v, out) {
      condense(forceAt(t, full), part);
      for (let i = 0; i < retained; i++) out[i] += part[i];
    },
  };
}
