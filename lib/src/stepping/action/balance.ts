/** The energy balance of a step of discrete-action.ts, closed for linear and nonlinear systems alike.
 *
 *  With v₁ = v₀ + h A and V = v₀ + h B, the mean of the end velocities is v̄ = V + h M⁻¹ Σ b_i (½ − c_i) G_i. Then
 *  ΔT = v̄·M Δv with M Δv = −h Σ b_i G_i gives, for d = h V,
 *
 *      ΔT + ΔV = d·Σ b_i f_i + d·Σ b_i D_i − algorithmic
 *      algorithmic = d·Σ b_i ∇V_i − ΔV − h Σ b_i (½ − c_i) G_i·Δv
 *
 *  Work and dissipation are quadratures at the scheme's own nodes; the last term vanishes at c = ½. */
import type { Ledger } from "../../core/ledger.js";
import type { System } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import type { Node } from "./nodes.js";

export interface ActionBalance {
  /** Before the step, at its start. */
  open(q: Vec): void;
  /** After the step: its start, its mean velocity V and acceleration A, its end. */
  close(t: number, q0: Vec, V: Vec, A: Vec, q1: Vec): void;
}

export function actionBalance(system: System, nodes: readonly Node[], h: number, ledger: Ledger): ActionBalance {
  const n = system.dof;
  const Q = new Float64Array(n);
  const gradient = new Float64Array(n);
  const load = new Float64Array(n);
  const damping = new Float64Array(n);
  const sums = new Float64Array(4);
  const [BEFORE, WORK, DISSIPATION, ALGORITHMIC] = [0, 1, 2, 3];
  return {
    open(q) {
      sums[BEFORE] = system.potential(q);
    },
    close(t, q0, V, A, q1) {
      sums[WORK] = sums[DISSIPATION] = 0;
      sums[ALGORITHMIC] = sums[BEFORE] - system.potential(q1);
      for (const { weight, place } of nodes) {
        for (let i = 0; i < n; i++) Q[i] = q0[i] + place * h * V[i];
        system.gradient(Q, gradient);
        load.fill(0);
        damping.fill(0);
        system.load?.addTo(t + place * h, Q, V, load);
        system.damping?.addTo(t + place * h, Q, V, damping);
        for (let i = 0; i < n; i++) {
          const d = h * V[i];
          sums[WORK] += weight * d * load[i];
          sums[DISSIPATION] -= weight * d * damping[i];
          const G = gradient[i] - load[i] - damping[i];
          sums[ALGORITHMIC] += weight * (d * gradient[i] - h * (0.5 - place) * G * h * A[i]);
        }
      }
      ledger.enter(sums[WORK], sums[DISSIPATION], sums[ALGORITHMIC]);
    },
  };
}
