/** The step of energy-momentum-step.ts with a discrete gradient, for two coordinates in a potential, written out: the smallest
 *  systems are integrated for millions of steps, and there the bookkeeping of general vectors costs several times the
 *  arithmetic.
 *
 *  The same iteration: the tangent at the first guess is kept, corrections shrink at a rate ρ, and the step is done when what
 *  they leave is a small part of the rounding of the state. Anything out of the ordinary (slow convergence, a tangent near
 *  singular, numbers that are not finite) is handed to the general step, from the start. */
import type { Ledger } from "../core/ledger.js";
import type { Stepper, Work } from "../core/method.js";
import type { DiscreteGradient, Problem, System } from "../core/system.js";
import type { EnergyHold } from "./energy-momentum-hold.js";
import { isPlanar } from "./planar-stage.js";

const MOST = 5;
const NEAR_SINGULAR = 1e-6;
/** As in the general step. */
const ALLOWED = Number.EPSILON / 64;

export function isPlanarDifference(system: System): boolean {
  return isPlanar(system) && system.discreteGradient?.tangent.pattern.column.length === 4;
}

/** `general` takes the steps that this one will not; both share its memory and the energy they hold. */
export function planarDifferenceStepper(
  { system }: Problem,
  h: number,
  { between, tangent }: DiscreteGradient,
  general: Stepper,
  hold: EnergyHold,
  work: Work,
  ledger: Ledger | null,
): Stepper {
  const [m0, m1] = system.mass.diagonal ?? [Number.NaN, Number.NaN];
  const half = h / 2;
  const ofPosition = h * half;
  const ofReach = ALLOWED / Math.abs(ofPosition);
  const ofSpeed = ALLOWED / Math.abs(h);
  const [guess] = general.memory;
  const from = new Float64Array(2);
  const to = new Float64Array(2);
  const g = new Float64Array(2);
  const K = new Float64Array(4);
  const dv = new Float64Array(2);

  return {
    memory: general.memory,
    work,
    step(s) {
      const { q, v } = s;
      const q0 = q[0];
      const q1 = q[1];
      const v0 = v[0];
      const v1 = v[1];
      let a0 = guess[0];
      let a1 = guess[1];
      from[0] = q0;
      from[1] = q1;
      let x0 = q0 + h * (v0 + half * a0);
      let x1 = q1 + h * (v1 + half * a1);
      to[0] = x0;
      to[1] = x1;
      tangent.values(from, to, K);
      const k00 = m0 + ofPosition * K[0];
      const k01 = ofPosition * K[1];
      const k11 = m1 + ofPosition * K[3];
      const determinant = k00 * k11 - k01 * k01;
      if (Math.abs(determinant) > NEAR_SINGULAR * Math.abs(k00 * k11)) {
        const inverse = 1 / determinant;
        let previous = 0;
        for (let iteration = 1; iteration <= MOST; iteration++) {
          between(from, to, g);
          const r0 = m0 * a0 + g[0];
          const r1 = m1 * a1 + g[1];
          const d0 = (k11 * r0 - k01 * r1) * inverse;
          const d1 = (k00 * r1 - k01 * r0) * inverse;
          a0 -= d0;
          a1 -= d1;
          const correction = Math.max(Math.abs(d0), Math.abs(d1));
          const reach = Math.max(Math.abs(x0), Math.abs(x1), Math.abs(q0), Math.abs(q1));
          x0 = q0 + h * (v0 + half * a0);
          x1 = q1 + h * (v1 + half * a1);
          const rate = correction / previous;
          const error = iteration > 1 && rate < 0.5 ? (correction * rate) / (1 - rate) : correction;
          const u0 = v0 + h * a0;
          const u1 = v1 + h * a1;
          const speed = Math.max(Math.abs(v0), Math.abs(v1), Math.abs(u0), Math.abs(u1));
          if (error <= Math.min(reach * ofReach, speed * ofSpeed)) {
            work.gradients += iteration;
            work.tangents++;
            work.factorizations++;
            work.iterations += iteration;
            q[0] = x0;
            q[1] = x1;
            v[0] = u0;
            v[1] = u1;
            guess[0] = a0;
            guess[1] = a1;
            if (hold.misses((m0 * u0 * u0 + m1 * u1 * u1) / 2, system.potential(q))) {
              dv[0] = h * a0;
              dv[1] = h * a1;
              hold.settle(q, v, dv);
            }
            ledger?.enter(0, 0, 0); // nothing but the potential does work, and the scheme takes none of it
            return null;
          }
          previous = correction;
          to[0] = x0;
          to[1] = x1;
        }
      }
      return general.step(s);
    },
  };
}
