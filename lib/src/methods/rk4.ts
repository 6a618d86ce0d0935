/** The classical Runge–Kutta method of order four.                                       [hairer1993, ch. II.1, Table 1.2]
 *
 *      k₁ = y'(t, y), k₂ = y'(t + h/2, y + h/2 k₁), k₃ = y'(t + h/2, y + h/2 k₂), k₄ = y'(t + h, y + h k₃)
 *      y₁ = y + h/6 (k₁ + 2k₂ + 2k₃ + k₄),     y = (q, v),  y' = (v, a(t, q, v))
 *
 *  Explicit, four gradients a step; stable for h ω < 2√2. Not symplectic: it loses (or gains) energy steadily, which is why it
 *  is here, beside the methods that do not. Its balance is open: what is not work or dissipation is the scheme's. */
import { type Ledger, powersOf } from "../core/ledger.js";
import { family, noWork, type Stepper } from "../core/method.js";
import { type Problem, totalForce } from "../core/system.js";
import { copy } from "../linalg/vec.js";
import { notFinite } from "./diagnosis.js";

const NODES = [0, 1 / 2, 1 / 2, 1];
const WEIGHTS = [1 / 6, 1 / 3, 1 / 3, 1 / 6];

export const rk4 = family(
  {
    id: "rk4",
    title: "Runge–Kutta 4",
    summary: "The textbook method, for comparison: accurate over short times, drifts over long ones.",
    parameters: {},
    cites: ["hairer1993"],
    variants: [],
  },
  () => ({
    clock: "fixed",
    claims: { order: 4, symplectic: null, symmetric: false, conserves: ["linear-momentum"], balance: "open" },
    needs: [],
    prepare: rk4Stepper,
  }),
);

function rk4Stepper({ system, t0 }: Problem, h: number, ledger: Ledger | null): Stepper {
  const n = system.dof;
  const work = noWork();
  const Q = new Float64Array(n);
  const V = new Float64Array(n);
  const A = new Float64Array(n);
  const slope = new Float64Array(n);
  const q1 = new Float64Array(n);
  const v1 = new Float64Array(n);
  const powers = ledger && powersOf(system);

  return {
    memory: [],
    work,
    step(s) {
      const { q, v } = s;
      copy(q, q1);
      copy(v, v1);
      slope.fill(0);
      A.fill(0);
      let done = 0;
      let dissipated = 0;
      for (let stage = 0; stage < 4; stage++) {
        const reach = NODES[stage] * h;
        // The slope of q in the stage before is V: copy it before V is overwritten.
        for (let i = 0; i < n; i++) {
          Q[i] = q[i] + reach * slope[i];
          V[i] = v[i] + reach * A[i];
        }
        const t = t0 + (s.n + NODES[stage]) * h;
        totalForce(system, t, Q, V, A);
        system.mass.solve(A, A);
        work.gradients++;
        const weight = h * WEIGHTS[stage];
        for (let i = 0; i < n; i++) {
          slope[i] = V[i];
          q1[i] += weight * V[i];
          v1[i] += weight * A[i];
        }
        if (powers !== null) {
          done += weight * powers.load(t, Q, V);
          dissipated += weight * powers.dissipation(t, Q, V);
        }
      }
      let sum = 0;
      for (let i = 0; i < n; i++) sum += q1[i] + v1[i];
      if (!Number.isFinite(sum)) return notFinite(system, s.t, q1, v1);
      copy(q1, q);
      copy(v1, v);
      ledger?.enter(done, dissipated, 0);
      return null;
    },
  };
}
