/** Linear systems in which some degrees of freedom have no mass. Their equations K_mm q_m + K_mr q_r = F_m hold at every
 *  instant, so that they are eliminated exactly (`linalg/condense`); the view gives them back:
 *
 *      q_m = K_mm⁻¹ (F_m − K_mr q_r),   v_m = K_mm⁻¹ (Ḟ_m − K_mr v_r).
 *
 *  Damping that touches them makes their equations of first order, and is refused, but for damping in proportion to the
 *  stiffness, a1 K in the massless rows as Rayleigh's: there K_mm x_m + K_mr x_r = F_m holds for x = q + a1 v, and what is
 *  left is Ĉ = C_rr + a1 (K̂ − K_rr). The view then leaves out how q_m lags behind a load that acts on it directly.
 *
 *  Where a load acts on a coordinate without mass, the ledger of the condensed system counts the work of F̂ against the
 *  energy ½ q_rᵀ K̂ q_r. */
import { cbrt } from "../core/elementary.js";
import type { Matrix } from "../core/matrix.js";
import type { LinearSystem, System, TimeLoad, View } from "../core/system.js";
import { maxOf, type Vec } from "../core/vec.js";
import { condense } from "../linalg/condense.js";
import { massless, matrixMass } from "../linalg/mass.js";
import { squareBlock, toRows } from "../linalg/matrix.js";
import { union } from "../linalg/sparsity.js";
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
  /** Of the load, what displaces coordinates without mass (default: all of it): not what the damping a1 K makes of supports that move, which
   *  vanishes with all else of the damping in these rows. */
  readonly displacing?: TimeLoad | null;
  readonly labels: readonly string[];
}

export function condensedLinear(parts: MatrixParts): Condensed<LinearSystem> {
  const { mass, stiffness, damping = null, load = null, displacing = load, labels } = parts;
  const light = massless(mass);
  const factor = damping === null ? null : stiffnessFactor(damping, stiffness, light);
  const condensation = condense({ mass, stiffness, viscosity: factor === null ? damping : null }, light);
  const { retained } = condensation;
  const dof = mass.pattern.size;
  const force = new Float64Array(dof);
  const unread = new Float64Array(dof);
  const forceOf = (which: TimeLoad | null) => (t: number, out: Vec) => {
    out.fill(0);
    which?.addTo(t, unread, unread, out);
    return out;
  };

  const system = linearSystem({
    mass: matrixMass(condensation.mass),
    damping:
      damping === null || factor === null
        ? condensation.viscosity
        : proportional(
            squareBlock(damping, retained),
            factor,
            condensation.stiffness,
            squareBlock(stiffness, retained),
          ),
    stiffness: condensation.stiffness,
    load: load === null ? null : condensedLoad(load, forceOf(load), condensation.load, dof, retained.length),
    labels: Array.from(retained, (i) => labels[i]),
  });

  const later = new Float64Array(dof);
  const forceAt = forceOf(displacing);
  /** Ḟ, after a jump where there is one; by a central difference, right to about ten digits, of a load that is known only as a function. */
  const rateAt = (t: number): Vec => {
    if (displacing?.addDerivative !== undefined) {
      force.fill(0);
      displacing.addDerivative(1, t, 1, force);
      return force;
    }
    const step = cbrt(Number.EPSILON) * Math.max(1, Math.abs(t));
    forceAt(t - step, force);
    forceAt(t + step, later);
    for (let i = 0; i < dof; i++) force[i] = (later[i] - force[i]) / (2 * step);
    return force;
  };
  const view: View = {
    labels,
    expand(s, q, v) {
      condensation.recover(s.q, displacing === null ? null : forceAt(s.t, force), q);
      condensation.recover(s.v, displacing === null ? null : rateAt(s.t), v);
    },
  };
  return { system, view, retained };
}

/** The a1 for which the rows of C are a1 times those of K, but for rounding; null if there is none. */
function stiffnessFactor(damping: Matrix, stiffness: Matrix, rows: readonly number[]): number | null {
  const C = toRows(damping);
  const K = toRows(stiffness);
  const largest = rows.reduce((best, i) => (Math.abs(K[i][i]) > Math.abs(K[best][best]) ? i : best), rows[0]);
  const factor = C[largest][largest] / K[largest][largest];
  const size = maxOf(rows.flatMap((i) => C[i].map(Math.abs)));
  const fits = rows.every((i) => C[i].every((c, j) => Math.abs(c - factor * K[i][j]) <= 1e-12 * size));
  return fits ? factor : null;
}

/** C_rr + a1 (K̂ − K_rr), on the full pattern of K̂. */
function proportional(damping: Matrix, factor: number, condensed: Matrix, stiffness: Matrix): Matrix {
  const values = condensed.values.map((k) => factor * k);
  const { pattern, positions } = union([condensed.pattern, damping.pattern, stiffness.pattern]);
  positions[1].forEach((at, j) => {
    values[at] += damping.values[j];
  });
  positions[2].forEach((at, j) => {
    values[at] -= factor * stiffness.values[j];
  });
  return { pattern, values };
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
  const { addDerivative, ...rest } = load;
  return {
    ...rest,
    ...(addDerivative === undefined
      ? {}
      : {
          addDerivative(order: number, t: number, side: -1 | 1, out: Vec) {
            full.fill(0);
            addDerivative(order, t, side, full);
            condense(full, part);
            for (let i = 0; i < retained; i++) out[i] += part[i];
          },
        }),
    addTo(t, _q, _v, out) {
      condense(forceAt(t, full), part);
      for (let i = 0; i < retained; i++) out[i] += part[i];
    },
  };
}
