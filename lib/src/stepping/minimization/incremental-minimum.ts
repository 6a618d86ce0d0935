/** The minimisation behind newmark-minimization and two-step, in the mean velocity u = (q₁ − q)/h of the step:
 *
 *      min over u   ½ (u − û)ᵀ M (u − û) + κ (p V(q + h u) − p h f·u + h φ(q + σ h u, u)) + h Σ ℓ_c |S_c u|
 *
 *  [kane2000, (41)], multiplied by h², for κ = β and p = 1, and with φ at q_{k+σ}, as (38) needs and (37) misprints; [kane2000,
 *  (57)] for κ = 1 and p = 0. φ is the Rayleigh potential, known by its forces −∂φ/∂v and −∂φ/∂q; the last term is Coulomb
 *  friction. It has the weight of an impulse, 1 and not κ: with β = ¼ the velocity of a mass that sticks would change its sign
 *  at every step, and its acceleration would grow.
 *  Newton's iteration (linalg/nonlinear.ts) in w = (u − û)/h; with friction a proximal one, whose quadratic models are minimised with
 *  the corner. The function has one minimum while its Hessian M + κ (p h² ∇²V + h φ_vv + …) is positive: that is checked wherever
 *  it is formed, by Cholesky's factor. */
import { pow } from "../../core/elementary.js";
import type { Failure } from "../../core/failure.js";
import { countFactor, type Work } from "../../core/method.js";
import type { ForceTangent, System } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { cholesky } from "../../linalg/cholesky.js";
import { spread } from "../../linalg/dense-lu.js";
import { analyze } from "../../linalg/factorization.js";
import { forceRounding, inertiaRounding, ROUNDING, sizesOf } from "../../linalg/force-rounding.js";
import { nonlinearSolver, unsolved } from "../../linalg/nonlinear.js";
import { sparseCholesky } from "../../linalg/sparse/cholesky.js";
import { fullPattern, union } from "../../linalg/sparsity.js";
import { copy, firstNotFinite, indexOfLargest, normInf } from "../../linalg/vec.js";
import { dominantTerm, notFinite } from "../diagnosis.js";
import { type FrictionStep, frictionStep } from "./friction.js";

export interface IncrementalFunction {
  readonly h: number;
  /** κ */
  readonly kappa: number;
  /** Is the potential part of it? */
  readonly potential: boolean;
  readonly sigma: number;
}

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

const DENSE_CHECK = 16;
const MOST_ITERATIONS = 60;
const MOST_DAMPED = 400;
const SHORTEST = 2 ** -30;

export function incrementalMinimum(
  system: System,
  { h, kappa, potential, sigma }: IncrementalFunction,
  work: Work,
  tolerance = 0,
): IncrementalMinimum {
  const n = system.dof;
  const { mass, load, damping, cancellingTerms = 0 } = system;
  const companion = damping?.companion;
  const friction = system.friction === undefined ? null : frictionStep(system.friction.contacts, n);
  const [start, hat, w, rest, rate, x, u, place, momentum, g, force, resistance, impulse, reach, speed] = Array.from(
    { length: 15 },
    () => new Float64Array(n),
  );
  const now = Float64Array.of(0, h); // the time of the forces, and the length of the step that is solved
  const stored = potential && kappa !== 0;

  const moveTo = () => {
    const step = now[STEP];
    for (let i = 0; i < n; i++) {
      x[i] = start[i] + (step * u[i] + rest[i]);
      place[i] = start[i] + sigma * step * u[i];
    }
  };
  /** −φ_v − h σ φ_q at u. */
  const resist = () => {
    resistance.fill(0);
    if (companion !== undefined && sigma !== 0) {
      companion.addTo(now[TIME], place, u, resistance);
      for (let i = 0; i < n; i++) resistance[i] *= now[STEP] * sigma;
    }
    damping?.addTo(now[TIME], place, u, resistance);
  };
  /** The forces of the potential, the load and the damping at u. */
  const forces = () => {
    moveTo();
    resist();
    copy(resistance, force);
    if (!stored) return;
    load?.addTo(now[TIME], x, u, force);
    system.gradient(x, g);
  };

  const hessian = hessianOf(system, { h, kappa, potential, sigma });
  const factorization = n <= DENSE_CHECK ? analyze(hessian.pattern, true) : sparseCholesky(hessian.pattern, system);
  const dense = new Float64Array(n <= DENSE_CHECK ? n * n : 0);
  /** Factors the Hessian, which has to be positive. */
  const factor = (): Failure | null => {
    hessian.assemble(now[TIME], now[STEP], x, place, u);
    countFactor(work, factorization.fill);
    if (n <= DENSE_CHECK) {
      spread(hessian.pattern, hessian.values, dense);
      const failure = cholesky(n, dense);
      if (failure?.kind === "singular") return { kind: "not-convex", dof: failure.row, curvature: failure.pivot };
    }
    const failure = factorization.factor(hessian.values);
    return failure?.kind === "not-positive-definite"
      ? { kind: "not-convex", dof: failure.row, curvature: failure.pivot }
      : failure;
  };
  const largestPart = (dof: number) => dominantTerm(system, now[TIME], x, u, dof, momentum[dof]);

  // The gradient divided by h, M w + κ (∇V − f − R): in w nothing as large as û cancels.
  const ofForces = forceRounding(system, stored ? ["potential", "load", "damping"] : ["damping"]);
  const { solve: smooth } = nonlinearSolver(
    {
      unknowns: n,
      residual(at, r, size) {
        for (let i = 0; i < n; i++) {
          rate[i] = at[i];
          u[i] = hat[i] + now[STEP] * at[i];
        }
        forces();
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
      solve: factorization.solve,
      notFinite: () => notFinite(system, now[TIME], x, u),
      dominantTerm: largestPart,
      shorten(part) {
        now[STEP] = part * h;
      },
    },
    work,
    tolerance,
  );

  const r = new Float64Array(n);
  const [next, from, target] = Array.from({ length: 3 }, () => new Float64Array(n));
  const stagnation = (iterations: number): Failure => {
    const worst = indexOfLargest(r);
    return unsolved(r[worst], ROUNDING * normInf(momentum), iterations, largestPart(worst));
  };
  /** The gradient of the smooth part at u. */
  const slopeAt = () => {
    forces();
    for (let i = 0; i < n; i++) r[i] = u[i] - hat[i];
    mass.apply(r, momentum);
    for (let i = 0; i < n; i++) r[i] = momentum[i] + kappa * h * (g[i] - force[i]);
  };
  /** The minimum of the quadratic model that the last factor makes at u, into `next`: how large it would be without friction; NaN where it is not found. */
  const minimiseModel = (contacts: FrictionStep): number => {
    if (factorization.solve(r, next) !== null) return Number.NaN;
    for (let i = 0; i < n; i++) next[i] = u[i] - next[i];
    const free = normInf(next);
    return contacts.minimise(h, next) ? free : Number.NaN;
  };
  const proximal = (contacts: FrictionStep, damped: boolean): Failure | null => {
    contacts.limitsAt(now[TIME], start);
    // û may lead to where forces are beyond all numbers; the place where the step begins does not.
    if (damped) u.fill(0);
    else copy(hat, u);
    const most = damped ? MOST_DAMPED : MOST_ITERATIONS;
    for (let iteration = 1; iteration <= most; iteration++) {
      work.iterations++;
      slopeAt();
      if (firstNotFinite(r) >= 0) return notFinite(system, now[TIME], x, u);
      const failure = factor();
      if (failure !== null) return failure;
      contacts.renew(factorization.solve);
      // Without friction: what sticks is left with the rounding of that.
      const free = minimiseModel(contacts);
      if (Number.isNaN(free)) return stagnation(iteration);
      const change = distance(next, u);
      if (damped && !approach(contacts, change)) return stagnation(iteration);
      if (!damped) copy(next, u);
      // The next correction would be the square of this one, or rounding.
      if (change <= 32 * Number.EPSILON * Math.max(normInf(u), normInf(hat), free)) return null;
    }
    return stagnation(most);
  };
  /** Moves u towards `next`, by as much of the way as brings it nearer to the minimum: from there the model of the same factor has to lead less far. */
  const approach = (contacts: FrictionStep, change: number): boolean => {
    copy(u, from);
    copy(next, target);
    for (let lambda = 1; lambda >= SHORTEST; lambda /= 2) {
      for (let i = 0; i < n; i++) u[i] = lambda === 1 ? target[i] : from[i] + lambda * (target[i] - from[i]);
      slopeAt();
      if (firstNotFinite(r) >= 0 || Number.isNaN(minimiseModel(contacts))) continue;
      const isRounding = change <= 32 * Number.EPSILON * Math.max(normInf(u), normInf(hat));
      if (isRounding || distance(next, u) <= (1 - lambda / 4) * change) return true;
    }
    return false;
  };

  return {
    resistance,
    impulse,
    w,
    rest,
    solve(t, q, mean) {
      now[TIME] = t;
      copy(q, start);
      copy(mean, hat);
      if (friction !== null) {
        const failure = proximal(friction, false);
        // The function is convex where it is not refused, and has a minimum.
        if (failure !== null && (failure.kind === "not-convex" || proximal(friction, true) !== null)) return failure;
        for (let i = 0; i < n; i++) impulse[i] = -friction.impulse[i];
      } else {
        w.fill(0);
        const failure = kappa === 0 ? null : smooth(w);
        if (failure !== null) return failure;
        for (let i = 0; i < n; i++) u[i] = hat[i] + h * w[i];
      }
      copy(u, mean);
      moveTo();
      resist();
      return null;
    },
  };
}

const [TIME, STEP] = [0, 1];

function distance(x: Vec, y: Vec): number {
  let most = 0;
  for (let i = 0; i < x.length; i++) most = Math.max(most, Math.abs(x[i] - y[i]));
  return most;
}

/** M + κ (p h² ∇²V + h φ_vv + σ h² (φ_vq + φ_qv) + σ² h³ φ_qq), on the union of all patterns. */
function hessianOf(system: System, { kappa, potential, sigma }: IncrementalFunction) {
  const { mass, tangent, damping } = system;
  const n = system.dof;
  // Each with its power of h.
  const tangents: { readonly part: ForceTangent; readonly factor: number; readonly power: number }[] = [];
  const add = (part: ForceTangent | null | undefined, factor: number, power: number) => {
    if (part != null && factor !== 0) tangents.push({ part, factor, power });
  };
  add(damping?.byVelocity, -kappa, 1);
  add(damping?.byPosition, -kappa * sigma, 2);
  add(damping?.companion?.byVelocity, -kappa * sigma, 2);
  add(damping?.companion?.byPosition, -kappa * sigma * sigma, 3);
  const stiffness = potential && kappa !== 0 ? tangent : null;
  const parts = [
    mass.matrix.pattern,
    ...(stiffness === null ? [] : [stiffness.pattern]),
    ...tangents.map((t) => t.part.pattern),
  ];
  const { pattern, positions } = union(n <= 8 ? [...parts, fullPattern(n)] : parts);
  const values = new Float64Array(pattern.column.length);
  const scratch = parts.map((part) => new Float64Array(part.column.length));
  const offset = stiffness === null ? 1 : 2;
  const scatter = (k: number, factor: number, from: Vec) => {
    const at = positions[k];
    for (let j = 0; j < at.length; j++) values[at[j]] += factor * from[j];
  };
  return {
    pattern,
    values,
    assemble(t: number, h: number, x: Vec, place: Vec, u: Vec) {
      values.fill(0);
      scatter(0, 1, mass.matrix.values);
      if (stiffness !== null) {
        stiffness.values(x, scratch[1]);
        scatter(1, kappa * h * h, scratch[1]);
      }
      for (let k = 0; k < tangents.length; k++) {
        const { part, factor, power } = tangents[k];
        part.values(t, place, u, scratch[offset + k]);
        scatter(offset + k, factor * pow(h, power), scratch[offset + k]);
      }
    },
  };
}
