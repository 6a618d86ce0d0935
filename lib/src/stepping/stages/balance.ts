/** The energy balance of Gauss methods and of Lobatto pairs, closed for linear and nonlinear systems alike.
 *
 *  With stages (Q_i, V_i, A_i) and weights b_i, q₁ = q₀ + h Σ b_i V_i and v₁ = v₀ + h Σ b_i A_i. The method keeps quadratic
 *  forms, b_i a_ij + b_j a_ji = b_i b_j, therefore ΔT = h Σ b_i V_i·M A_i, and the stages' equations of motion give
 *
 *      ΔT + ΔV = h Σ b_i V_i·f_load,i + h Σ b_i V_i·f_damping,i − algorithmic,    algorithmic = h Σ b_i V_i·∇V(Q_i) − ΔV
 *
 *  A pair of methods that keeps only bilinear forms, one for q and one for v, has ΔT = v̄·M Δv = h Σ b_i v̄·M A_i with
 *  v̄ = (v₀ + v₁)/2 instead: it hands in what its algorithmic part gets besides, h Σ b_i (V_i − v̄)·M A_i. */
import { type Ledger, powersOf } from "../../core/ledger.js";
import type { System } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";

export interface StageBalance {
  open(q: Vec): void;
  stage(i: number, t: number, Q: Vec, V: Vec): void;
  close(q: Vec, besides?: number): void;
}

export function stageBalance(system: System, weights: readonly number[], h: number, ledger: Ledger): StageBalance {
  const gradient = new Float64Array(system.dof);
  const powers = powersOf(system);
  // The potential at the start, then the sums; in an array because captured numbers are allocated when they change.
  const sums = new Float64Array(4);
  const [BEFORE, WORK, DISSIPATION, STORED] = [0, 1, 2, 3];
  return {
    open(q) {
      sums.fill(0);
      sums[BEFORE] = system.potential(q);
    },
    stage(i, t, Q, V) {
      const weight = h * weights[i];
      sums[WORK] += weight * powers.load(t, Q, V);
      sums[DISSIPATION] += weight * powers.dissipation(t, Q, V);
      system.gradient(Q, gradient);
      let power = 0;
      for (let k = 0; k < V.length; k++) power += V[k] * gradient[k];
      sums[STORED] += weight * power;
    },
    close(q, besides = 0) {
      ledger.enter(sums[WORK], sums[DISSIPATION], sums[STORED] - (system.potential(q) - sums[BEFORE]) + besides);
    },
  };
}
