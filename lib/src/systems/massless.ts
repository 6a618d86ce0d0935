/** Linear systems in which some degrees of freedom have no mass. Their equations K_mm q_m + K_mr q_r = F_m hold at every
 *  instant, so that they are eliminated exactly (`linalg/condense`); the view gives them back:
 *
 *      q_m = K_mm⁻¹ (F_m − K_mr q_r),   v_m = K_mm⁻¹ (Ḟ_m − K_mr v_r).
 *
 *  Damping that touches them makes their equations of first order, and is refused, but for damping in proportion to the
 *  stiffness, a1 K in the massless rows as Rayleigh's: there K_mm x_m + K_mr x_r = F_m holds for x = q + a1 v, and what is
 *  left is Ĉ = C_rr + a1 (K̂ − K_rr). Forces that act on these coordinates are then felt with a lag that depends on time alone,
 *
 *      q_m = K_mm⁻¹ (φ − K_mr q_r),   v_m = K_mm⁻¹ (φ̇ − K_mr v_r),   a1 φ̇ + φ = F_m,   φ(t0) = F_m(t0)
 *
 *  (lagging-force.ts): at the start they have settled under the forces that act then.
 *
 *  Where a force acts on a coordinate without mass, energies are those of all coordinates (core/whole.ts): ½ qᵀK q is
 *  ½ q_rᵀ K̂ q_r and what the force stores besides, ½ φᵀ K_mm⁻¹ φ. */
import { cbrt } from "../core/elementary.js";
import { InputError } from "../core/failure.js";
import type { Matrix } from "../core/matrix.js";
import type { LinearSystem, System, TimeLoad, View } from "../core/system.js";
import { maxOf, type Vec } from "../core/vec.js";
import type { Whole } from "../core/whole.js";
import { condense } from "../linalg/condense.js";
import { massless, matrixMass } from "../linalg/mass.js";
import { multiply, squareBlock, toRows } from "../linalg/matrix.js";
import { union } from "../linalg/sparsity.js";
import { axpy, dot } from "../linalg/vec.js";
import { lagDissipation } from "./lag-dissipation.js";
import { laggingForce } from "./lagging-force.js";
import { linearSystem } from "./linear.js";

/** A system on the coordinates that have mass. */
export interface Condensed<S extends System = System> {
  readonly system: S;
  /** All coordinates, in the order they were given in. */
  readonly view: View;
  /** Which of them are integrated: start values are picked by these numbers. */
  readonly retained: Int32Array;
  /** Where some lag behind the loads on them. */
  readonly lag?: LagOfCondensed;
}

export interface LagOfCondensed {
  /** The velocities as they were if the lagging loads did not change: damping takes v̂ᵀC v̂ of these, and what `dissipated` tells besides. */
  readonly still: View;
  dissipated(from: number, to: number): number;
}

export interface MatrixParts {
  /** Symmetric; rows that are entirely zero have no mass. */
  readonly mass: Matrix;
  readonly damping?: Matrix | null;
  readonly stiffness: Matrix;
  readonly load?: TimeLoad | null;
  /** Of the load, the forces on coordinates (default: all of it); null: none acts on those without mass. */
  readonly acting?: TimeLoad | null;
  /** Of the load, how supports that move displace coordinates without mass, by the stiffness alone: what damping a1 K makes of it vanishes with
   *  all else of the damping in these rows, and nothing lags (default: nothing moves). */
  readonly carrying?: TimeLoad | null;
  /** The time at which runs start, from which on coordinates without mass may lag (default 0). */
  readonly t0?: number;
  readonly labels: readonly string[];
}

export function condensedLinear(parts: MatrixParts): Condensed<LinearSystem> {
  const { mass, stiffness, damping = null, load = null, acting = load, carrying = null, t0 = 0, labels } = parts;
  const light = massless(mass);
  const factor = damping === null ? null : stiffnessFactor(damping, stiffness, light);
  if (damping !== null && factor === null) refuseDamped(damping, stiffness, light);
  const condensation = condense({ mass, stiffness, viscosity: factor === null ? damping : null }, light);
  const { retained } = condensation;
  const dof = mass.pattern.size;
  const [force, full] = [new Float64Array(dof), new Float64Array(dof)];
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

  const behind =
    factor === null || factor === 0 || acting === null
      ? null
      : { load: acting, time: factor, t0, rows: condensation.condensed, dof };
  const lag = behind && laggingForce(behind.load, behind);
  const [actingAt, carryingAt] = [forceOf(acting), forceOf(carrying)];
  const [actingRate, carryingRate] = [rateOf(acting, dof), rateOf(carrying, dof)];
  const [rate, lagging] = [new Float64Array(dof), new Float64Array(dof)];
  const view: View = {
    labels,
    expand({ t, q: retainedQ, v: retainedV }, q, v) {
      carryingAt(t, force);
      carryingRate(t, rate);
      actingAt(t, full);
      if (factor !== null && lag?.(t, lagging)) {
        for (let i = 0; i < dof; i++) rate[i] += (full[i] - lagging[i]) / factor;
        add(lagging, force);
      } else {
        add(full, force);
        add(actingRate(t, full), rate);
      }
      condensation.recover(retainedQ, force, q);
      condensation.recover(retainedV, rate, v);
    },
  };
  const resting = new Float64Array(retained.length);
  const flexibility = (load: Vec) => {
    condensation.recover(resting, load, full);
    return full;
  };
  const ofLag =
    behind === null || lag === null
      ? {}
      : {
          lag: {
            still: {
              labels,
              expand({ t, q: retainedQ, v: retainedV }: Parameters<View["expand"]>[0], q: Vec, v: Vec) {
                view.expand({ t, q: retainedQ, v: retainedV }, q, v);
                condensation.recover(retainedV, carryingRate(t, rate), v);
              },
            },
            dissipated: lagDissipation(behind.load, lag, behind, flexibility),
          },
        };
  const whole = acting === null ? {} : { whole: wholeOf(parts, view, ofLag.lag) };
  return { system: { ...system, ...whole }, view, retained, ...ofLag };
}

const add = (x: Vec, out: Vec) => axpy(1, x, out);

/** Ḟ, after a jump where there is one; by a central difference, right to about ten digits, of a load that is known only as a function. */
function rateOf(load: TimeLoad | null, dof: number): (t: number, out: Vec) => Vec {
  const unread = new Float64Array(dof);
  const earlier = new Float64Array(dof);
  return (t, out) => {
    out.fill(0);
    if (load?.addDerivative !== undefined) load.addDerivative(1, t, 1, out);
    else if (load !== null) {
      const step = cbrt(Number.EPSILON) * Math.max(1, Math.abs(t));
      earlier.fill(0);
      load.addTo(t - step, unread, unread, earlier);
      load.addTo(t + step, unread, unread, out);
      for (let i = 0; i < dof; i++) out[i] = (out[i] - earlier[i]) / (2 * step);
    }
    return out;
  };
}

/** The energies of all coordinates. */
function wholeOf({ mass, damping = null, stiffness }: MatrixParts, view: View, lag?: LagOfCondensed): Whole {
  const [allQ, allV, product] = Array.from({ length: 3 }, () => new Float64Array(mass.pattern.size));
  const form = (matrix: Matrix, x: Vec) => {
    multiply(matrix, x, product);
    return dot(x, product);
  };
  const at = (t: number, q: Vec, v: Vec) => view.expand({ t, q, v }, allQ, allV);
  return {
    kinetic(t, q, v) {
      at(t, q, v);
      return form(mass, allV) / 2;
    },
    potential(t, q, v) {
      at(t, q, v);
      return form(stiffness, allQ) / 2;
    },
    dissipation(t, q, v) {
      if (damping === null) return 0;
      (lag?.still ?? view).expand({ t, q, v }, allQ, allV);
      return form(damping, allV);
    },
    ...(lag !== undefined && { lagging: lag.dissipated }),
  };
}

/** The a1 ≥ 0 for which the rows of C are a1 times those of K, but for rounding; null if there is none. */
function stiffnessFactor(damping: Matrix, stiffness: Matrix, rows: readonly number[]): number | null {
  const [C, K] = [toRows(damping), toRows(stiffness)];
  const largest = rows.reduce((best, i) => (Math.abs(K[i][i]) > Math.abs(K[best][best]) ? i : best), rows[0]);
  const factor = C[largest][largest] / K[largest][largest];
  return factor >= 0 && unlike(C, K, rows, factor).length === 0 ? factor : null;
}

/** The rows of C that are not `factor` times those of K, but for rounding. */
function unlike(
  C: readonly (readonly number[])[],
  K: readonly (readonly number[])[],
  rows: readonly number[],
  factor: number,
): number[] {
  const size = maxOf(rows.flatMap((i) => C[i].map(Math.abs)));
  return rows.filter((i) => C[i].some((c, j) => Math.abs(c - factor * K[i][j]) > 1e-12 * size));
}

/** Names the row in which there is more than most of them have: where a dashpot stands beside a damping a1 K. */
function refuseDamped(damping: Matrix, stiffness: Matrix, rows: readonly number[]): never {
  const [C, K] = [toRows(damping), toRows(stiffness)];
  // Of the ratios to the stiffness, the one that most rows have, and of several the smallest.
  const ratios = new Map<string, number>();
  for (const i of rows) {
    const ratio = (C[i][i] / K[i][i]).toPrecision(9);
    ratios.set(ratio, (ratios.get(ratio) ?? 0) + 1);
  }
  const [[usual]] = [...ratios].sort(([a, m], [b, n]) => n - m || Number(a) - Number(b));
  const alike = rows.find((i) => (C[i][i] / K[i][i]).toPrecision(9) === usual) ?? rows[0];
  const row = unlike(C, K, rows, C[alike][alike] / K[alike][alike])[0] ?? rows[0];
  throw new InputError(
    `it has no mass and is damped, other than in proportion to the stiffness (${C[row][row]} in the diagonal of the damping matrix): ` +
      "its equation is then of first order and cannot be condensed; give it mass or take the damping away",
    { row },
  );
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
