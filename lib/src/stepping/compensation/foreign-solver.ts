/** What another solver has to be given where it is not compensated matrices alone (compensation.ts): its start and its load at step points.
 *                                                                                     [derived in docs/topics/higher-order.md] */

import type { Matrix } from "../../core/matrix.js";
import { type LinearSystem, type Problem, type System, type TimeLoad, viscosityOf } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { multiplyAdd } from "../../linalg/matrix.js";
import type { FamilyCoefficients } from "../trapezoid-balance.js";
import { alphaSeries, jerkOf, periodCompensation } from "./compensated-alpha.js";
import { compensatedLoad } from "./compensated-newmark.js";
import type { Compensation } from "./compensation.js";
import { proportionality } from "./large-compensation.js";
import { overMass } from "./over-mass.js";
import { processedSystem } from "./processed-system.js";
import { type Kick, samplesOf } from "./sampled-load.js";
import { substituteSystem } from "./substitute-system.js";

export interface ForeignRun {
  /** The velocity to start with. */
  readonly velocity: Vec;
  /** The load at t0, t0 + h, …; null: there is none. */
  readonly load: readonly Vec[] | null;
}

/** p of a velocity that jumps by weight M⁻¹ΔF': M̂ weight M⁻¹ΔF'/h. */
function kickOf(mass: System["mass"], heavier: Matrix, weight: number, h: number): Kick {
  const velocities = new Float64Array(heavier.pattern.size);
  return (slopes, out) => {
    mass.solve(slopes, velocities);
    multiplyAdd(heavier, velocities, weight / h, out);
  };
}

export interface ForeignNewmark extends ForeignRun {
  /** M̂. */
  readonly mass: Matrix;
  /** C and B of Ĉ(q) = C + B ∇²V(q); null: nothing is damped. */
  readonly damping: { readonly constant: Matrix; readonly byTangent: Matrix } | null;
  /** For C = a M with a diagonal mass: masses times `heavier`, and the factors of Rayleigh damping by mass and by the current tangent. */
  readonly rayleigh: { readonly heavier: number; readonly mass: number; readonly tangent: number } | null;
}

/** Of Newmark's method with β = 1/12, γ = ½: fourth order, nonlinear systems too. */
export function foreignNewmark(problem: Problem, h: number, steps: number): ForeignNewmark {
  const { system, t0, q0, v0 } = problem;
  const processed = processedSystem(system, h);
  const { mass } = processed.system;
  const velocity = v0.slice();
  processed.start(t0, 1, q0, v0, velocity);
  const C = viscosityOf(system) ?? null;
  const x = (h * h) / 12;
  const load = system.load as TimeLoad | null;
  const a = C === null ? 0 : proportionality(C, system.mass.matrix);
  return {
    mass: mass.matrix,
    damping:
      C === null ? null : { constant: C, byTangent: scaled(overMass(C, system.mass, "newmark with process"), x) },
    rayleigh:
      a === null || system.mass.diagonal === null
        ? null
        : { heavier: 1 + a * a * x, mass: a / (1 + a * a * x), tangent: a * x },
    velocity,
    load:
      load === null || processed.load === null
        ? null
        : samplesOf(
            { ...load, kinks: load.kinks ?? null },
            processed.load,
            kickOf(system.mass, mass.matrix, x, h),
            system.dof,
            { t0, h, steps },
          ),
  };
}

const scaled = ({ pattern, values }: Matrix, factor: number): Matrix => ({
  pattern,
  values: values.map((c) => factor * c),
});

/** Of a generalised-α method that starts with a = M̂⁻¹(F̂ − Ĉ v̂ − K̂ q), as solvers do. That is (γ − ½) h q⃛ from where a stays later, and by the
 *  time it is forgotten the velocity has moved by (½ − α_f)(γ − ½) h² q⃛: the start, and the answer to a kink, are moved back. */
export function foreignAlpha(
  problem: Problem,
  system: LinearSystem,
  h: number,
  steps: number,
  coefficients: FamilyCoefficients,
): ForeignRun & { readonly parts: Compensation } {
  const { t0, q0, v0 } = problem;
  const { gamma, alphaF } = coefficients;
  const parts = periodCompensation(system, h, coefficients);
  const weight = (alphaSeries(coefficients).nu - (0.5 - alphaF) * (gamma - 0.5)) * h * h;
  const velocity = new Float64Array(system.dof);
  jerkOf(system, substituteSystem(system, parts, null).mass, h)(t0, q0, v0, velocity);
  for (let i = 0; i < velocity.length; i++) velocity[i] = v0[i] + weight * velocity[i];
  const { load } = system;
  return {
    parts,
    velocity,
    load:
      load === null
        ? null
        : samplesOf(
            load,
            compensatedLoad(load, parts, system.dof, h),
            kickOf(system.mass, parts.mass, weight, h),
            system.dof,
            { t0, h, steps },
          ),
  };
}
