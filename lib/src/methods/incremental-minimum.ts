/** The minimisation behind newmark-minimization and two-step, in the mean velocity u = (q₁ − q)/h of the step:
 *
 *      min over u   ½ (u − û)ᵀ M (u − û) + κ (p V(q + h u) − p h f·u + h φ(q + σ h u, u)) + h Σ ℓ_c |S_c u|
 *
 *  [kane2000, (41)], multiplied by h², for κ = β and p = 1, and with φ at q_{k+σ}, as (38) needs and (37) misprints; [kane2000,
 *  (57)] for κ = 1 and p = 0. φ is the Rayleigh potential, known by its forces −∂φ/∂v and −∂φ/∂q; the last term is Coulomb
 *  friction. It has the weight of an impulse, 1 and not κ: with β = ¼ the velocity of a mass that sticks would change its sign
 *  at every step, and its acceleration would grow.
 *  Newton's iteration; with friction a proximal one, whose quadratic models are minimised with the corner.
 *  The function has one minimum while its Hessian M + κ (p h² ∇²V + h φ_vv + …) is positive. Up to 64 unknowns that is checked
 *  wherever it is formed, by Cholesky's factor; beyond, only with friction, and only along the correction. */
import type { Failure } from "../core/failure.js";
import type { Work } from "../core/method.js";
import type { ForceTangent, System } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { cholesky } from "../linalg/cholesky.js";
import { analyze } from "../linalg/factorization.js";
import { fullPattern, union } from "../linalg/sparsity.js";
import { copy, dot, normInf } from "../linalg/vec.js";
import { largestTerm, notFinite, termScale } from "./diagnosis.js";
import { type FrictionStep, frictionStep } from "./friction.js";
import { ALLOWANCE, newton, SIZE } from "./newton.js";

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
  /** The minimum for the step from (t, q); û on entry of u, where the iteration also starts. */
  solve(t: number, q: Vec, u: Vec): Failure | null;
}

const DENSE_CHECK = 64;
const ROUNDING = 8 * Number.EPSILON;
const MOST_ITERATIONS = 60;

export function incrementalMinimum(
  system: System,
  { h, kappa, potential, sigma }: IncrementalFunction,
  work: Work,
): IncrementalMinimum {
  const n = system.dof;
  const { mass, load, damping } = system;
  const companion = damping?.companion;
  const friction = system.friction === undefined ? null : frictionStep(system.friction.contacts, n);
  const [start, hat, x, place, momentum, g, force, resistance, impulse] = Array.from(
    { length: 9 },
    () => new Float64Array(n),
  );
  const clock = new Float64Array(1);
  const measures = new Float64Array(2);

  const moveTo = (u: Vec) => {
    for (let i = 0; i < n; i++) {
      x[i] = start[i] + h * u[i];
      place[i] = start[i] + sigma * h * u[i];
    }
  };
  /** −φ_v − h σ φ_q at u. */
  const resist = (u: Vec) => {
    resistance.fill(0);
    if (companion !== undefined && sigma !== 0) {
      companion.addTo(clock[0], place, u, resistance);
      for (let i = 0; i < n; i++) resistance[i] *= h * sigma;
    }
    damping?.addTo(clock[0], place, u, resistance);
  };
  const gradient = (u: Vec, out: Vec) => {
    moveTo(u);
    resist(u);
    for (let i = 0; i < n; i++) out[i] = u[i] - hat[i];
    mass.apply(out, momentum);
    copy(resistance, force);
    g.fill(0);
    if (potential && kappa !== 0) {
      load?.addTo(clock[0], x, u, force);
      system.gradient(x, g);
      work.gradients++;
    }
    for (let i = 0; i < n; i++) out[i] = momentum[i] + kappa * h * (g[i] - force[i]);
  };

  const hessian = hessianOf(system, { h, kappa, potential, sigma });
  const factorization = analyze(hessian.pattern, true);
  const dense = new Float64Array(n <= DENSE_CHECK ? n * n : 0);
  const renew = (u: Vec): Failure | null => {
    hessian.assemble(clock[0], x, place, u);
    work.tangents++;
    work.factorizations++;
    if (n <= DENSE_CHECK) {
      spread(hessian.pattern, hessian.values, dense);
      const failure = cholesky(n, dense);
      if (failure?.kind === "singular") return { kind: "not-convex", dof: failure.row, curvature: failure.pivot };
    }
    return factorization.factor(hessian.values);
  };

  const measure = (u: Vec, r: Vec) => {
    const size = normInf(r);
    measures[SIZE] = Number.isFinite(size) ? size : Number.NaN;
    const speed = Math.max(normInf(u), normInf(hat));
    measures[ALLOWANCE] = Number.EPSILON * Math.min(speed, Math.max(normInf(start), normInf(x)) / Math.abs(h));
  };
  const failed = (u: Vec, r: Vec, residual: number, iterations: number): Failure => {
    let dof = 0;
    for (let i = 1; i < n; i++) if (Math.abs(r[i]) > Math.abs(r[dof])) dof = i;
    const term = largestTerm(system, clock[0], x, u, dof, momentum[dof]);
    return { kind: "newton", residual, tolerance: floor(u), iterations, dof, term };
  };
  const floor = (u: Vec) => {
    mass.apply(hat, g);
    return ROUNDING * (normInf(g) + Math.abs(kappa * h) * termScale(system, clock[0], x, u, momentum));
  };

  const current = new Float64Array(n);
  const smooth = newton(
    n,
    {
      measures,
      residual(u, r) {
        copy(u, current);
        gradient(u, r);
        measure(u, r);
      },
      renewTangent: () => renew(current),
      solve: factorization.solve,
      floor: () => floor(current),
      notFinite: () => notFinite(system, clock[0], x, current),
      stuck: (r, size, iterations) => failed(current, r, size, iterations),
    },
    work,
  );

  const r = new Float64Array(n);
  const next = new Float64Array(n);
  const proximal = (u: Vec, contacts: FrictionStep): Failure | null => {
    contacts.limitsAt(clock[0], start);
    for (let iteration = 1; iteration <= MOST_ITERATIONS; iteration++) {
      work.iterations++;
      gradient(u, r);
      measure(u, r);
      if (Number.isNaN(measures[SIZE])) return notFinite(system, clock[0], x, u);
      const failure = renew(u);
      if (failure !== null) return failure;
      contacts.renew(factorization.solve);
      const unsolved = factorization.solve(r, next);
      if (unsolved !== null) return unsolved;
      const bends = n <= DENSE_CHECK || dot(r, next) >= 0;
      if (!bends) return { kind: "not-convex", dof: 0, curvature: dot(r, next) };
      for (let i = 0; i < n; i++) next[i] = u[i] - next[i];
      if (!contacts.minimise(h, next)) return failed(u, r, normInf(r), iteration);
      let change = 0;
      for (let i = 0; i < n; i++) change = Math.max(change, Math.abs(next[i] - u[i]));
      copy(next, u);
      // The next correction would be the square of this one, or rounding.
      if (change <= 32 * Number.EPSILON * Math.max(normInf(u), normInf(hat))) return null;
    }
    return failed(u, r, normInf(r), MOST_ITERATIONS);
  };

  const minimise = (u: Vec): Failure | null => {
    if (friction !== null) return proximal(u, friction);
    return kappa === 0 ? null : smooth(u);
  };
  return {
    resistance,
    impulse,
    solve(t, q, u) {
      clock[0] = t;
      copy(q, start);
      copy(u, hat);
      const failure = minimise(u);
      if (failure !== null) return failure;
      moveTo(u);
      resist(u);
      if (friction !== null) for (let i = 0; i < n; i++) impulse[i] = -friction.impulse[i];
      return null;
    },
  };
}

/** M + κ (p h² ∇²V + h φ_vv + σ h² (φ_vq + φ_qv) + σ² h³ φ_qq), on the union of all patterns. */
function hessianOf(system: System, { h, kappa, potential, sigma }: IncrementalFunction) {
  const { mass, tangent, damping } = system;
  const n = system.dof;
  const tangents: { readonly part: ForceTangent; readonly factor: number }[] = [];
  const add = (part: ForceTangent | null | undefined, factor: number) => {
    if (part != null && factor !== 0) tangents.push({ part, factor });
  };
  add(damping?.byVelocity, -kappa * h);
  add(damping?.byPosition, -kappa * h * h * sigma);
  add(damping?.companion?.byVelocity, -kappa * h * h * sigma);
  add(damping?.companion?.byPosition, -kappa * h * h * h * sigma * sigma);
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
    assemble(t: number, x: Vec, place: Vec, u: Vec) {
      values.fill(0);
      scatter(0, 1, mass.matrix.values);
      if (stiffness !== null) {
        stiffness.values(x, scratch[1]);
        scatter(1, kappa * h * h, scratch[1]);
      }
      tangents.forEach(({ part, factor }, k) => {
        part.values(t, place, u, scratch[offset + k]);
        scatter(offset + k, factor, scratch[offset + k]);
      });
    },
  };
}

function spread(
  { size, rowStart, column }: { size: number; rowStart: Int32Array; column: Int32Array },
  values: Vec,
  out: Vec,
) {
  out.fill(0);
  for (let i = 0; i < size; i++) {
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) out[i * size + column[k]] = values[k];
  }
}
