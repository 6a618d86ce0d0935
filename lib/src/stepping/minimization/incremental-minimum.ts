/** The minimisation behind newmark-minimization and two-step, in the mean velocity u = (q₁ − q)/h of the step:
 *
 *      min over u   ½ (u − û)ᵀ M (u − û) + κ (p V(q + h u) − p h f·u + h φ(q + σ h u, u)) + h Σ ℓ_c |S_c u|
 *
 *  [kane2000, (41)], multiplied by h², for κ = β and p = 1, and with φ at q_{k+σ}, as (38) needs and (37) misprints; [kane2000,
 *  (57)] for κ = 1 and p = 0. φ is the Rayleigh potential, known by its forces −∂φ/∂v and −∂φ/∂q; the last term is Coulomb
 *  friction. It has the weight of an impulse, 1 and not κ: with β = ¼ the velocity of a mass that sticks would change its sign
 *  at every step, and its acceleration would grow.
 *  Newton's iteration (linalg/nonlinear.ts) in w = (u − û)/h; with friction a proximal one [proximal.ts]. The function has one minimum while its
 *  Hessian M + κ (p h² ∇²V + h φ_vv + …) is positive, which is checked [hessian.ts]. */
import type { Failure } from "../../core/failure.js";
import type { Work } from "../../core/method.js";
import type { System } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { forceRounding, inertiaRounding, sizesOf } from "../../linalg/force-rounding.js";
import { nonlinearSolver } from "../../linalg/nonlinear.js";
import { copy } from "../../linalg/vec.js";
import { dominantTerm, notFinite } from "../diagnosis.js";
import { frictionStep } from "./friction.js";
import { type PositiveHessian, positiveHessian } from "./hessian.js";
import { type IncrementalFunction, STEP, TIME, type Trial, trialOf } from "./incremental-function.js";
import { proximalIteration } from "./proximal.js";

export interface IncrementalMinimum {
  /** The force of the damping at the minimum, −φ_v − h σ φ_q. */
  readonly resistance: Vec;
  /** The impulse of the friction, −Sᵀλ. */
  readonly impulse: Vec;
  /** (u − û)/h; without friction it is known more closely than u. */
  readonly w: Vec;
  /** What q + h u is rounded by but for its last addition; zero unless written. */
  readonly rest: Vec;
  /** The minimum for the step from (t, q); û on entry of u. */
  solve(t: number, q: Vec, u: Vec): Failure | null;
}

export function incrementalMinimum(
  system: System,
  of: IncrementalFunction,
  work: Work,
  tolerance = 0,
): IncrementalMinimum {
  const trial = trialOf(system, of);
  const { now, start, rest, hat, w, u, resistance } = trial;
  const hessian = positiveHessian(system, of, trial, work);
  const impulse = new Float64Array(system.dof);
  const friction = system.friction === undefined ? null : frictionStep(system.friction.contacts, system.dof);
  const minimise =
    friction === null
      ? smoothIteration(system, of, trial, hessian, work, tolerance)
      : proximalIteration(system, of, trial, hessian, friction, work);
  return {
    resistance,
    impulse,
    w,
    rest,
    solve(t, q, mean) {
      now[TIME] = t;
      copy(q, start);
      copy(mean, hat);
      const failure = minimise();
      if (failure !== null) return failure;
      if (friction !== null) for (let i = 0; i < impulse.length; i++) impulse[i] = -friction.impulse[i];
      copy(u, mean);
      trial.moveTo();
      trial.resist();
      return null;
    },
  };
}

/** Moves u to the minimum without friction, in w = (u − û)/h. */
function smoothIteration(
  system: System,
  { h, kappa }: IncrementalFunction,
  trial: Trial,
  { factor, solve }: PositiveHessian,
  work: Work,
  tolerance: number,
): () => Failure | null {
  const n = system.dof;
  const { mass, cancellingTerms = 0 } = system;
  const { now, start, rest, hat, w, u, x, place, g, force, stored } = trial;
  const [rate, momentum, reach, speed] = Array.from({ length: 4 }, () => new Float64Array(n));
  const ofForces = forceRounding(system, stored ? ["potential", "load", "damping"] : ["damping"]);
  // The gradient divided by h, M w + κ (∇V − f − R): in w nothing as large as û cancels.
  const { solve: smooth } = nonlinearSolver(
    {
      unknowns: n,
      residual(at, r, size) {
        for (let i = 0; i < n; i++) {
          rate[i] = at[i];
          u[i] = hat[i] + now[STEP] * at[i];
        }
        trial.forces();
        mass.apply(at, momentum);
        for (let i = 0; i < n; i++) {
          r[i] = momentum[i] + kappa * (g[i] - force[i]);
          size[i] = Math.abs(momentum[i]) + kappa * (Math.abs(g[i]) + Math.abs(force[i])) + cancellingTerms;
        }
      },
      rounding(out) {
        inertiaRounding(mass, rate, 1, out);
        sizesOf(reach, x, start, hat, now[STEP]);
        for (let i = 0; i < n; i++) reach[i] += Math.abs(rest[i]);
        sizesOf(speed, u, hat);
        ofForces.addTo(now[TIME], stored ? x : place, u, reach, speed, kappa, out);
      },
      factor,
      solve,
      notFinite: () => notFinite(system, now[TIME], x, u),
      dominantTerm: (dof) => dominantTerm(system, now[TIME], x, u, dof, momentum[dof]),
      shorten(part) {
        now[STEP] = part * h;
      },
    },
    work,
    tolerance,
  );
  return () => {
    w.fill(0);
    const failure = kappa === 0 ? null : smooth(w);
    if (failure !== null) return failure;
    for (let i = 0; i < n; i++) u[i] = hat[i] + h * w[i];
    return null;
  };
}
