/** The implicit stage of two coordinates in a potential, written out: the smallest systems are integrated for millions of
 *  steps, and there the bookkeeping of general vectors costs several times the arithmetic.
 *
 *  The same iteration as linalg/nonlinear.ts, with the same end: the tangent at the predictor is kept, and the step is done when
 *  the equations hold to the rounding of their terms. Anything out of the ordinary (slow convergence, a
 *  tangent near singular, numbers that are not finite) is handed to the general stage, from the start. */
import type { Work } from "../core/method.js";
import { specialises } from "../core/specialise.js";
import type { System } from "../core/system.js";
import type { Stage, StageCoefficients } from "./implicit-acceleration.js";
import { MOST_ROUNDING } from "./place-rounding.js";
import { lostOfLarger } from "./summation.js";

/** More corrections than this are not ordinary: the factor should have been renewed. */
const MOST = 8;
/** What may be rounding, as in linalg/nonlinear.ts. */
const NEAR = 4 * Number.EPSILON;
/** What a correction leaves has the same sign step after step and adds up: this part of ε, and an orbit of 300 steps is still a walk after
 *  10⁷ of them. */
export const UNBIASED = 2 ** 16;
/** A determinant this small, relative to its terms, is near zero. */
const NEAR_SINGULAR = 1e-6;

/** Is the system two coordinates with a diagonal mass, a full tangent and no forces besides the potential's? */
export function isPlanar({ dof, mass, load, damping, tangent }: System): boolean {
  const fits =
    dof === 2 && mass.diagonal !== null && load === null && damping === null && tangent?.pattern.column.length === 4;
  return fits && specialises();
}

export function planarStage(system: System, coefficients: StageCoefficients, work: Work, general: Stage): Stage {
  const { inertia, forces, velocity, position } = coefficients;
  const { gradient, tangent } = system;
  if (tangent === null || system.mass.diagonal === null) return general;
  const [m0, m1] = system.mass.diagonal.map((m) => inertia * m);
  const stiffness = forces * position;
  const { q, v, b, rest } = general;
  const g = new Float64Array(2);
  const K = new Float64Array(4);

  const count = (corrections: number) => {
    work.factorizations++;
    work.iterations += corrections;
  };

  return {
    q,
    v,
    b,
    rest,
    solve(t, A, from) {
      const q0 = q[0];
      const q1 = q[1];
      let a0 = A[0];
      let a1 = A[1];
      q[0] = q0 + position * a0;
      q[1] = q1 + position * a1;
      gradient(q, g);
      tangent.values(q, K);
      const k00 = m0 + stiffness * K[0];
      const k01 = stiffness * K[1];
      const k11 = m1 + stiffness * K[3];
      const determinant = k00 * k11 - k01 * k01;
      let corrections = 0;
      const k0 = forces * K[0];
      const kx = forces * K[1];
      const k1 = forces * K[3];
      if (Math.abs(determinant) > NEAR_SINGULAR * Math.abs(k00 * k11)) {
        const inverse = 1 / determinant;
        // What the rounding of the position makes of every equation.
        let x0 = Math.abs(q[0]) + Math.abs(q0);
        let x1 = Math.abs(q[1]) + Math.abs(q1);
        let stiff0 = Math.abs(forces) * (Math.abs(K[0]) * x0 + Math.abs(K[1]) * x1) + Math.abs(b[0]);
        let stiff1 = Math.abs(forces) * (Math.abs(K[2]) * x0 + Math.abs(K[3]) * x1) + Math.abs(b[1]);
        const s0 = m0 * a0 + forces * g[0] + b[0];
        const s1 = m1 * a1 + forces * g[1] + b[1];
        let previous = Math.abs(s0) + Math.abs(s1);
        a0 -= (k11 * s0 - k01 * s1) * inverse;
        a1 -= (k00 * s1 - k01 * s0) * inverse;
        corrections++;
        while (corrections < MOST) {
          q[0] = q0 + position * a0;
          q[1] = q1 + position * a1;
          gradient(q, g);
          const i0 = m0 * a0;
          const i1 = m1 * a1;
          const f0 = forces * g[0];
          const f1 = forces * g[1];
          // The force where the stage is, and not where its position is rounded to, as in implicit-acceleration.ts.
          const d0 = lostOfLarger(q0, position * a0, q[0]) + rest[0];
          const d1 = lostOfLarger(q1, position * a1, q[1]) + rest[1];
          const e0 = k0 * d0 + kx * d1;
          const e1 = kx * d0 + k1 * d1;
          const r0 = i0 + (Math.abs(e0) <= MOST_ROUNDING * Math.abs(f0) ? f0 + e0 : f0) + b[0];
          const r1 = i1 + (Math.abs(e1) <= MOST_ROUNDING * Math.abs(f1) ? f1 + e1 : f1) + b[1];
          const residual0 = Math.abs(r0);
          const residual1 = Math.abs(r1);
          const residual = residual0 + residual1;
          const terms0 = Math.abs(i0) + Math.abs(f0);
          const terms1 = Math.abs(i1) + Math.abs(f1);
          const stalls = !(2 * residual <= previous);
          if (stalls && !(residual0 <= NEAR * terms0 && residual1 <= NEAR * terms1)) {
            // Is it all rounding? The tangent of this place tells, and not that of the predictor, where it may be much stiffer.
            tangent.values(q, K);
            x0 = Math.abs(q[0]) + Math.abs(q0);
            x1 = Math.abs(q[1]) + Math.abs(q1);
            stiff0 = Math.abs(forces) * (Math.abs(K[0]) * x0 + Math.abs(K[1]) * x1) + Math.abs(b[0]);
            stiff1 = Math.abs(forces) * (Math.abs(K[2]) * x0 + Math.abs(K[3]) * x1) + Math.abs(b[1]);
          }
          const near = residual0 <= NEAR * (terms0 + stiff0) && residual1 <= NEAR * (terms1 + stiff1);
          if (stalls && !near) break;
          if (!stalls) {
            a0 -= (k11 * r0 - k01 * r1) * inverse;
            a1 -= (k00 * r1 - k01 * r0) * inverse;
            corrections++;
          }
          // It no longer improves; or what the correction leaves of it, residual/previous, is less than rounding.
          const part = (UNBIASED / Number.EPSILON) * residual;
          if (near && (stalls || (residual0 * part <= terms0 * previous && residual1 * part <= terms1 * previous))) {
            count(corrections);
            q[0] = q0 + position * a0;
            q[1] = q1 + position * a1;
            v[0] += velocity * a0;
            v[1] += velocity * a1;
            A[0] = a0;
            A[1] = a1;
            return null;
          }
          previous = residual;
        }
      }
      count(corrections);
      q[0] = q0;
      q[1] = q1;
      return general.solve(t, A, from);
    },
  };
}
