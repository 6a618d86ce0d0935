/** Central differences, also called Störmer–Verlet or leapfrog, in velocity form.         [hairer2006, ch. I, eq. (1.17)]
 *
 *      v½ = v₀ + h/2 a₀,    q₁ = q₀ + h v½,    M a₁ = f(t₁, q₁) − ∇V(q₁),    v₁ = v½ + h/2 a₁
 *
 *  Order 2, symmetric, symplectic, keeps linear and angular momentum. One gradient a step. Stable for h ω < 2.
 *  It is Newmark with β = 0, γ = ½; where forces read the velocity that form is used, which solves for a₁ with
 *  M + h/2 C. */
import type { Ledger } from "../core/ledger.js";
import { family, noWork, type Stepper } from "../core/method.js";
import { type Problem, readsVelocity, totalForce } from "../core/system.js";
import { alphaScheme } from "./alpha-family.js";
import { notFinite } from "./diagnosis.js";
import { trapezoidBalance } from "./trapezoid-balance.js";

const explicitNewmark = { beta: 0, gamma: 0.5, alphaM: 0, alphaF: 0 };
const implicitInVelocity = alphaScheme(explicitNewmark);

export const centralDifference = family(
  {
    id: "central-difference",
    title: "Central difference",
    summary: "The cheapest symplectic scheme: one force a step, explicit, stable while the fastest period is resolved.",
    parameters: {},
    cites: ["verlet1967", "hairer2006"],
    variants: [],
  },
  () => ({
    ...implicitInVelocity,
    prepare: (problem, h, ledger) =>
      readsVelocity(problem.system) ? implicitInVelocity.prepare(problem, h, ledger) : verlet(problem, h, ledger),
  }),
);

function verlet({ system, t0, q0, v0 }: Problem, h: number, ledger: Ledger | null): Stepper {
  const n = system.dof;
  const { mass } = system;
  const inverse = mass.diagonal?.map((m) => 1 / m) ?? null;
  const half = h / 2;
  const work = noWork();
  const a = new Float64Array(n);
  const balance = ledger && trapezoidBalance(system, explicitNewmark, ledger);
  // The state before the step, to go back to if it fails.
  const qBefore = new Float64Array(n);
  const vBefore = new Float64Array(n);
  const aBefore = new Float64Array(n);

  totalForce(system, t0, q0, v0, a);
  mass.solve(a, a);
  work.gradients++;

  return {
    memory: [a],
    work,
    step(s) {
      const { q, v } = s;
      if (balance !== null) balance.open(s.t, q, v, a);
      for (let i = 0; i < n; i++) {
        qBefore[i] = q[i];
        vBefore[i] = v[i];
        aBefore[i] = a[i];
        v[i] += half * a[i];
        q[i] += h * v[i];
      }
      work.gradients++;
      totalForce(system, t0 + (s.n + 1) * h, q, v, a);
      let sum = 0;
      if (inverse === null) mass.solve(a, a);
      for (let i = 0; i < n; i++) {
        if (inverse !== null) a[i] *= inverse[i];
        v[i] += half * a[i];
        sum += v[i];
      }
      if (!Number.isFinite(sum)) {
        const failure = notFinite(system, t0 + (s.n + 1) * h, q, v);
        q.set(qBefore);
        v.set(vBefore);
        a.set(aBefore);
        return failure;
      }
      if (balance !== null) balance.close(h, t0 + (s.n + 1) * h, q, v, a);
      return null;
    },
  };
}
