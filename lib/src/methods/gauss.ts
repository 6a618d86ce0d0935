/** Gauss collocation with s stages.                                                        [hairer2006, ch. II.1.3, ch. IV.2.1]
 *
 *      M A_i + ∇V(Q_i) = f(t₀ + c_i h, Q_i, V_i),     V_i = v₀ + h Σ a_ij A_j,   Q_i = q₀ + c_i h v₀ + h² Σ (a²)_ij A_j
 *      v₁ = v₀ + h Σ b_i A_i,      q₁ = q₀ + h v₀ + h² Σ (bᵀa)_i A_i
 *
 *  Order 2s, symmetric, symplectic, stable for every step on linear systems, keeps quadratic invariants: linear and angular
 *  momentum, and the energy of linear systems. All stages are solved together, a system of s times the unknowns. */
import type { Ledger } from "../core/ledger.js";
import { family, noWork, type Stepper } from "../core/method.js";
import { whole } from "../core/parameter.js";
import { type Problem, totalForce } from "../core/system.js";
import { copy } from "../linalg/vec.js";
import { coupledStages } from "./coupled-stages.js";
import { type GaussTableau, gaussTableau } from "./gauss-tableau.js";
import { stageBalance } from "./stage-balance.js";
import { canonicalForm } from "./symplectic-forms.js";

export const gauss = family(
  {
    id: "gauss",
    title: "Gauss collocation",
    summary: "Any even order with every structural property the midpoint rule has; the most accurate implicit choice.",
    parameters: { stages: whole(2, "number of stages; the order is twice that", { min: 1, max: 8 }) },
    cites: ["hairer2006"],
    variants: [{ stages: 1 }, { stages: 3 }],
  },
  ({ stages }) => ({
    clock: "fixed",
    claims: {
      order: 2 * stages,
      symplectic: canonicalForm,
      symmetric: true,
      conserves: ["linear-momentum", "angular-momentum", "energy-of-linear-systems"],
      balance: "closed",
    },
    needs: ["tangent"],
    prepare: (problem, h, ledger) => gaussStepper(problem, h, gaussTableau(stages), ledger),
  }),
);

function gaussStepper(
  { system, t0, q0, v0 }: Problem,
  h: number,
  { nodes, weights, coefficients: a }: GaussTableau,
  ledger: Ledger | null,
): Stepper {
  const n = system.dof;
  const s = nodes.length;
  const work = noWork();
  const squared = a.map((row) => row.map((_, j) => row.reduce((sum, aik, k) => sum + aik * a[k][j], 0)));
  const stages = coupledStages(system, h, { nodes, velocity: a, position: squared }, work);
  const balance = ledger && stageBalance(system, weights, h, ledger);
  // (bᵀa)_i: weights of the accelerations in the position.
  const reach = nodes.map((_, i) => weights.reduce((sum, b, k) => sum + b * a[k][i], 0));
  // The accelerations of the last step, extrapolated as constant: where the next iteration starts.
  const guess = new Float64Array(s * n);
  const A = new Float64Array(s * n);
  totalForce(system, t0, q0, v0, guess.subarray(0, n));
  system.mass.solve(guess.subarray(0, n), guess.subarray(0, n));
  for (let i = 1; i < s; i++) guess.copyWithin(i * n, 0, n);
  work.gradients++;

  return {
    memory: [guess],
    work,
    step(state) {
      const { q, v } = state;
      const t = t0 + state.n * h;
      copy(guess, A);
      for (let i = 0; i < s; i++) {
        const Q = stages.baseQ[i];
        const V = stages.baseV[i];
        for (let k = 0; k < n; k++) {
          Q[k] = q[k] + nodes[i] * h * v[k];
          V[k] = v[k];
        }
      }
      const failure = stages.solve(t, A);
      if (failure !== null) return failure;
      balance?.open(q);
      for (let i = 0; i < s; i++) balance?.stage(i, t + nodes[i] * h, stages.Q[i], stages.V[i]);
      for (let k = 0; k < n; k++) {
        let dq = 0;
        let dv = 0;
        for (let i = 0; i < s; i++) {
          dq += reach[i] * A[i * n + k];
          dv += weights[i] * A[i * n + k];
        }
        q[k] += h * (v[k] + h * dq);
        v[k] += h * dv;
      }
      balance?.close(q);
      copy(A, guess);
      // The last stage is the nearest to the next step.
      for (let i = 0; i + 1 < s; i++) guess.copyWithin(i * n, (s - 1) * n, s * n);
      return null;
    },
  };
}
