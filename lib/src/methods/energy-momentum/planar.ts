/** The step of energy-momentum-step.ts with a discrete gradient, for two coordinates in a potential, written out: the smallest
 *  systems are integrated for millions of steps, and there the bookkeeping of general vectors costs several times the
 *  arithmetic.
 *
 *  The same iteration as linalg/nonlinear.ts, with the same end. Anything out of the ordinary (slow convergence, a tangent near
 *  singular, numbers that are not finite) is handed to the general step, from the start. */
import type { Ledger } from "../../core/ledger.js";
import type { Stepper, Work } from "../../core/method.js";
import type { DiscreteGradient, Problem, System } from "../../core/system.js";
import { MOST_ROUNDING } from "../../stepping/place-rounding.js";
import { isPlanar, UNBIASED } from "../../stepping/planar-stage.js";
import { lostOfLarger } from "../../stepping/summation.js";
import type { EnergyMomentumStepper } from "./step.js";

/** As in planar-stage.ts. */
const MOST = 8;
const NEAR_SINGULAR = 1e-6;
/** What may be rounding, as in linalg/nonlinear.ts. */
const NEAR = 4 * Number.EPSILON;

export function isPlanarDifference(system: System): boolean {
  return system.discreteGradient?.tangent.pattern.column.length === 4 && isPlanar(system);
}

/** `general` takes the steps that this one will not; both share its memory: what the acceleration is extrapolated from and, with
 *  compensated sums, what these have rounded away. */
export function planarDifferenceStepper(
  { system }: Problem,
  h: number,
  { between, tangent }: DiscreteGradient,
  general: EnergyMomentumStepper,
  work: Work,
  ledger: Ledger | null,
): Stepper {
  const [m0, m1] = system.mass.diagonal ?? [Number.NaN, Number.NaN];
  const half = h / 2;
  const ofPosition = h * half;
  const { accelerations, sum } = general;
  const { ofPositions: cq, ofVelocities: cv } = sum;
  const found = new Float64Array(2);
  const from = new Float64Array(2);
  const to = new Float64Array(2);
  const g = new Float64Array(2);
  const K = new Float64Array(4);
  const mean = new Float64Array(2);

  const count = (corrections: number) => {
    work.factorizations++;
    work.iterations += corrections;
  };

  return {
    memory: general.memory,
    work,
    step(s) {
      const { q, v } = s;
      const q0 = q[0];
      const q1 = q[1];
      const v0 = v[0];
      const v1 = v[1];
      let a0 = accelerations.guess[0];
      let a1 = accelerations.guess[1];
      from[0] = q0;
      from[1] = q1;
      to[0] = q0 + h * (v0 + half * a0);
      to[1] = q1 + h * (v1 + half * a1);
      tangent.values(from, to, K);
      const k00 = m0 + ofPosition * K[0];
      const k01 = ofPosition * K[1];
      const k10 = ofPosition * K[2];
      const k11 = m1 + ofPosition * K[3];
      const s00 = K[0];
      const s01 = K[1];
      const s10 = K[2];
      const s11 = K[3];
      const determinant = k00 * k11 - k01 * k10;
      let corrections = 0;
      if (Math.abs(determinant) > NEAR_SINGULAR * Math.abs(k00 * k11)) {
        const inverse = 1 / determinant;
        // What the rounding of both ends makes of every equation.
        let x0 = Math.abs(to[0]) + Math.abs(q0) + Math.abs(h * v0);
        let x1 = Math.abs(to[1]) + Math.abs(q1) + Math.abs(h * v1);
        let stiff0 = Math.abs(K[0]) * x0 + Math.abs(K[1]) * x1;
        let stiff1 = Math.abs(K[2]) * x0 + Math.abs(K[3]) * x1;
        between(from, to, g);
        const s0 = m0 * a0 + g[0];
        const s1 = m1 * a1 + g[1];
        const c0 = 2 * cq[0] + h * cv[0];
        const c1 = 2 * cq[1] + h * cv[1];
        let previous = Math.abs(s0) + Math.abs(s1);
        a0 -= (k11 * s0 - k01 * s1) * inverse;
        a1 -= (k00 * s1 - k10 * s0) * inverse;
        corrections++;
        while (corrections < MOST) {
          const kick0 = half * a0;
          const kick1 = half * a1;
          const w0 = v0 + kick0;
          const w1 = v1 + kick1;
          const y0 = h * w0;
          const y1 = h * w1;
          const end0 = q0 + y0;
          const end1 = q1 + y1;
          to[0] = end0;
          to[1] = end1;
          between(from, to, g);
          const i0 = m0 * a0;
          const i1 = m1 * a1;
          // The force between the ends as they are, and not as they are rounded, as in energy-momentum-step.ts.
          const d0 = lostOfLarger(q0, y0, end0) + (h * lostOfLarger(v0, kick0, w0) + c0);
          const d1 = lostOfLarger(q1, y1, end1) + (h * lostOfLarger(v1, kick1, w1) + c1);
          const e0 = s00 * d0 + s01 * d1;
          const e1 = s10 * d0 + s11 * d1;
          const r0 = i0 + (Math.abs(e0) <= MOST_ROUNDING * Math.abs(g[0]) ? g[0] + e0 : g[0]);
          const r1 = i1 + (Math.abs(e1) <= MOST_ROUNDING * Math.abs(g[1]) ? g[1] + e1 : g[1]);
          const residual0 = Math.abs(r0);
          const residual1 = Math.abs(r1);
          const residual = residual0 + residual1;
          const terms0 = Math.abs(i0) + Math.abs(g[0]);
          const terms1 = Math.abs(i1) + Math.abs(g[1]);
          const stalls = !(2 * residual <= previous);
          if (stalls && !(residual0 <= NEAR * terms0 && residual1 <= NEAR * terms1)) {
            // Is it all rounding? The tangent of this step tells, and not that of the predictor, where it may be much stiffer.
            tangent.values(from, to, K);
            x0 = Math.abs(to[0]) + Math.abs(q0) + Math.abs(h * v0);
            x1 = Math.abs(to[1]) + Math.abs(q1) + Math.abs(h * v1);
            stiff0 = Math.abs(K[0]) * x0 + Math.abs(K[1]) * x1;
            stiff1 = Math.abs(K[2]) * x0 + Math.abs(K[3]) * x1;
          }
          const near = residual0 <= NEAR * (terms0 + stiff0) && residual1 <= NEAR * (terms1 + stiff1);
          if (stalls && !near) break;
          if (!stalls) {
            a0 -= (k11 * r0 - k01 * r1) * inverse;
            a1 -= (k00 * r1 - k10 * r0) * inverse;
            corrections++;
          }
          // It no longer improves; or what the correction leaves of it, residual/previous, is less than rounding.
          const part = (UNBIASED / Number.EPSILON) * residual;
          if (near && (stalls || (residual0 * part <= terms0 * previous && residual1 * part <= terms1 * previous))) {
            count(corrections);
            mean[0] = v0 + half * a0;
            mean[1] = v1 + half * a1;
            found[0] = a0;
            found[1] = a1;
            sum.carry(0, h * (lostOfLarger(v0, half * a0, mean[0]) + cv[0]), 0);
            sum.carry(1, h * (lostOfLarger(v1, half * a1, mean[1]) + cv[1]), 0);
            sum.addTimes(s, h, mean, found);
            accelerations.enter(found);
            ledger?.enter(0, 0, 0); // nothing but the potential does work, and the scheme takes none of it
            return null;
          }
          previous = residual;
        }
      }
      count(corrections);
      return general.step(s);
    },
  };
}
