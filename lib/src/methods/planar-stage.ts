/** The implicit stage of two coordinates in a potential, written out: the smallest systems are integrated for millions of
 *  steps, and there the bookkeeping of general vectors costs several times the arithmetic.
 *
 *  The same iteration as Newton's (newton.ts): the tangent at the predictor is kept, corrections shrink at a rate ρ, and the
 *  step is done when what they leave is below the rounding of the state. Anything out of the ordinary (slow convergence, a
 *  tangent near singular, numbers that are not finite) is handed to the general stage, from the start. */
import type { Work } from "../core/method.js";
import type { System } from "../core/system.js";
import type { Stage, StageCoefficients } from "./implicit-acceleration.js";

/** More corrections than this are not ordinary: the factor should have been renewed. */
const MOST = 4;
/** A determinant this small, relative to its terms, is near zero. */
const NEAR_SINGULAR = 1e-6;

/** Is the system two coordinates with a diagonal mass, a full tangent and no forces besides the potential's? */
export function isPlanar({ dof, mass, load, damping, tangent }: System): boolean {
  return (
    dof === 2 && mass.diagonal !== null && load === null && damping === null && tangent?.pattern.column.length === 4
  );
}

export function planarStage(system: System, coefficients: StageCoefficients, work: Work, general: Stage): Stage {
  const { inertia, forces, velocity, position } = coefficients;
  const { gradient, tangent } = system;
  if (tangent === null || system.mass.diagonal === null) return general;
  const [m0, m1] = system.mass.diagonal.map((m) => inertia * m);
  const stiffness = forces * position;
  const ofReach = Math.min(Number.EPSILON / Math.abs(position), Number.MAX_VALUE);
  const ofSpeed = Math.min(Number.EPSILON / Math.abs(velocity), Number.MAX_VALUE);
  const { q, v, b } = general;
  const g = new Float64Array(2);
  const K = new Float64Array(4);

  return {
    q,
    v,
    b,
    solve(t, A) {
      const q0 = q[0];
      const q1 = q[1];
      let a0 = A[0];
      let a1 = A[1];
      let x0 = q0 + position * a0;
      let x1 = q1 + position * a1;
      q[0] = x0;
      q[1] = x1;
      gradient(q, g);
      tangent.values(q, K);
      const k00 = m0 + stiffness * K[0];
      const k01 = stiffness * K[1];
      const k11 = m1 + stiffness * K[3];
      const determinant = k00 * k11 - k01 * k01;
      if (Math.abs(determinant) > NEAR_SINGULAR * Math.abs(k00 * k11)) {
        const inverse = 1 / determinant;
        // The change of A that disappears in the rounding of the largest position, and of the largest velocity.
        const reach = Math.max(Math.abs(x0), Math.abs(x1), Math.abs(q0), Math.abs(q1));
        const speed = Math.max(Math.abs(v[0] + velocity * a0), Math.abs(v[1] + velocity * a1));
        const allowance = Math.min(reach * ofReach, speed * ofSpeed);
        let previous = Number.POSITIVE_INFINITY;
        for (let iteration = 1; iteration <= MOST; iteration++) {
          const r0 = m0 * a0 + forces * g[0] + b[0];
          const r1 = m1 * a1 + forces * g[1] + b[1];
          const d0 = (k11 * r0 - k01 * r1) * inverse;
          const d1 = (k00 * r1 - k01 * r0) * inverse;
          a0 -= d0;
          a1 -= d1;
          const correction = Math.max(Math.abs(d0), Math.abs(d1));
          x0 = q0 + position * a0;
          x1 = q1 + position * a1;
          // What is left is ρ/(1 − ρ) of the correction, ρ = correction/previous once there are two: multiplied out.
          const gain = previous - correction;
          const settled = iteration > 1 && gain > correction && correction * correction <= allowance * gain;
          if (settled || correction <= allowance) {
            work.gradients += iteration;
            work.tangents++;
            work.factorizations++;
            work.iterations += iteration;
            q[0] = x0;
            q[1] = x1;
            v[0] += velocity * a0;
            v[1] += velocity * a1;
            A[0] = a0;
            A[1] = a1;
            return null;
          }
          previous = correction;
          q[0] = x0;
          q[1] = x1;
          gradient(q, g);
        }
      }
      q[0] = q0;
      q[1] = q1;
      return general.solve(t, A);
    },
  };
}
