/** Compositions of central-difference steps (engine of yoshida).                        [hairer2006, ch. II.4, eq. (4.1)]
 *
 *      Φ_h = φ_{γ_s h} ∘ … ∘ φ_{γ_1 h},     φ_τ:  v ← v + τ/2 a,  q ← q + τ v,  a ← M⁻¹(f(t, q) − ∇V(q)),  v ← v + τ/2 a
 *
 *  Time is advanced with the positions, so loads that depend on time keep the order. Fractions add up to one; those of a
 *  symmetric composition read the same backwards. */
import type { Ledger } from "../core/ledger.js";
import { noWork, type Stepper } from "../core/method.js";
import { type Problem, totalForce } from "../core/system.js";
import { copy } from "../linalg/vec.js";
import { notFinite } from "./diagnosis.js";
import { trapezoidBalance } from "./trapezoid-balance.js";

export function composedStepper(
  { system, t0, q0, v0 }: Problem,
  h: number,
  fractions: readonly number[],
  ledger: Ledger | null,
): Stepper {
  const n = system.dof;
  const work = noWork();
  const a = new Float64Array(n);
  const q1 = new Float64Array(n);
  const v1 = new Float64Array(n);
  const a1 = new Float64Array(n);
  // Each fraction of the step is a Newmark step with β = 0, γ = ½ and has its balance.
  const balance = ledger && trapezoidBalance(system, { beta: 0, gamma: 0.5, alphaM: 0, alphaF: 0 }, ledger);
  totalForce(system, t0, q0, v0, a);
  system.mass.solve(a, a);
  work.gradients++;

  return {
    memory: [a],
    work,
    step(s) {
      copy(s.q, q1);
      copy(s.v, v1);
      copy(a, a1);
      let done = 0;
      for (const fraction of fractions) {
        const tau = fraction * h;
        balance?.open(t0 + (s.n + done) * h, q1, v1, a1);
        done += fraction;
        const t = t0 + (s.n + done) * h;
        for (let i = 0; i < n; i++) {
          v1[i] += (tau / 2) * a1[i];
          q1[i] += tau * v1[i];
        }
        totalForce(system, t, q1, v1, a1);
        system.mass.solve(a1, a1);
        work.gradients++;
        for (let i = 0; i < n; i++) v1[i] += (tau / 2) * a1[i];
        balance?.close(tau, t, q1, v1, a1);
      }
      let sum = 0;
      for (let i = 0; i < n; i++) sum += q1[i] + v1[i];
      if (!Number.isFinite(sum)) return notFinite(system, s.t + h, q1, v1);
      copy(q1, s.q);
      copy(v1, s.v);
      copy(a1, a);
      return null;
    },
  };
}
