/** The implicit midpoint rule.                                                     [hairer2006, ch. I, eq. (1.7)]
 *
 *      M A + ∇V(Q) = f(t₀ + h/2, Q, V),     Q = q₀ + h/2 v₀ + h²/4 A,  V = v₀ + h/2 A
 *      q₁ = q₀ + h V,    v₁ = v₀ + h A
 *
 *  Order 2, symmetric, symplectic, keeps every quadratic invariant: linear and angular momentum always, the energy of
 *  linear systems. Stable for every step on linear systems. Gauss collocation with one stage.
 *
 *  Balance: Δq = h V and M Δv = h M A give ΔT = V·M Δv = Δq·M A, so that
 *      ΔT + ΔV = Δq·f_load(mid) + Δq·f_damping(mid) − (Δq·∇V(Q) − ΔV). */
import type { Ledger } from "../core/ledger.js";
import { family, noWork, type Stepper } from "../core/method.js";
import { type Problem, totalForce } from "../core/system.js";
import { implicitStage } from "./implicit-acceleration.js";
import { stageBalance } from "./stage-balance.js";
import { canonicalForm } from "./symplectic-forms.js";

export const midpoint = family(
  {
    id: "midpoint",
    title: "Implicit midpoint",
    summary: "Symplectic and momentum-keeping at any step; the safe implicit choice for nonlinear conservative motion.",
    parameters: {},
    cites: ["hairer2006"],
    variants: [],
  },
  () => ({
    clock: "fixed",
    claims: {
      order: 2,
      symplectic: canonicalForm,
      symmetric: true,
      conserves: ["linear-momentum", "angular-momentum", "energy-of-linear-systems"],
      balance: "closed",
    },
    needs: ["tangent"],
    prepare: midpointStepper,
  }),
);

function midpointStepper({ system, t0, q0, v0 }: Problem, h: number, ledger: Ledger | null): Stepper {
  const n = system.dof;
  const work = noWork();
  const stage = implicitStage(system, { inertia: 1, forces: 1, velocity: h / 2, position: (h * h) / 4 }, work);
  const balance = ledger && stageBalance(system, [1], h, ledger);
  const { q: Q, v: V } = stage;
  // The acceleration of the last step: where the next one starts to look for its own.
  const guess = new Float64Array(n);
  const A = new Float64Array(n);
  totalForce(system, t0, q0, v0, guess);
  system.mass.solve(guess, guess);
  work.gradients++;

  return {
    memory: [guess],
    work,
    step(s) {
      const { q, v } = s;
      for (let i = 0; i < n; i++) {
        Q[i] = q[i] + (h / 2) * v[i];
        V[i] = v[i];
        A[i] = guess[i];
      }
      const t = t0 + (s.n + 0.5) * h;
      const failure = stage.solve(t, A);
      if (failure !== null) return failure;
      balance?.open(q);
      balance?.stage(0, t, Q, V);
      for (let i = 0; i < n; i++) {
        q[i] += h * V[i];
        v[i] += h * A[i];
        guess[i] = A[i];
      }
      balance?.close(q);
      return null;
    },
  };
}
