/** Simpson's variational integrator.                                                              [rojas2024, section 3]
 *
 *  The motion within a step is a parabola through q₀, q_m, q₁, and the action is summed by Simpson's rule. Stationarity in q_m and
 *  the Legendre transforms (18), (25) read in accelerations, with a = M⁻¹(f − ∇V):
 *
 *      A  = a(t₀ + h/2, q_m),     q_m = q₀ + h/2 v₀ + h²/12 a₀ + h²/24 A,     v_m = (q₁ − q₀)/h
 *      q₁ = q₀ + h v₀ + h² (a₀/6 + A/3),     v₁ = v₀ + h (a₀/6 + 2A/3 + a₁/6)
 *
 *  so that a step solves for the midpoint alone: its matrix is M + h²K/24, symmetric, with K's own sparsity, factored once for a
 *  linear system, and the paper's L⁻¹ = (1 − h²M⁻¹K/8)⁻¹ is not needed. The same equations hold for any potential, which the
 *  paper leaves open. Forces that read the velocity enter by Lagrange–d'Alembert with Simpson's weights, as in galerkin with
 *  degree 2, which this is. `form` has the paper's own two ways for linear systems [simpson/variants.ts]: the same numbers.
 *
 *  Order 4, symmetric, symplectic; keeps linear and angular momentum, and on linear systems the form φ of simpson/form.ts. Linear
 *  systems are stable for h ω < 2√2 and again in √12 < h ω < √24; the paper has the first limit with an upper bound of ω_max
 *  instead of ω_max [papers/rojas2024]. Two gradients a step. */
import type { Ledger } from "../core/ledger.js";
import { family, noWork, type Stepper } from "../core/method.js";
import { choice } from "../core/parameter.js";
import { acceleration, isConservative, type Problem, readsVelocity } from "../core/system.js";
import { copy } from "../linalg/vec.js";
import { notFinite } from "../stepping/diagnosis.js";
import { exactly, factorOf, product, quotientOf } from "../stepping/factors.js";
import { implicitStage } from "../stepping/implicit-acceleration.js";
import { type ImplicitOptions, implicitParameters } from "../stepping/implicit-parameters.js";
import { checkStability, type Pocket } from "../stepping/stable-steps.js";
import { stageBalance } from "../stepping/stages/balance.js";
import { lobattoTableau } from "../stepping/stages/lobatto-tableau.js";
import { lostOfLarger, stateSum } from "../stepping/summation.js";
import { canonicalForm } from "../stepping/symplectic-forms.js";
import { galerkinStepper } from "./galerkin.js";
import { simpsonForm } from "./simpson/form.js";
import { variantStepper } from "./simpson/variants.js";

export const simpson = family(
  {
    id: "simpson",
    title: "Simpson's variational integrator",
    summary:
      "Fourth order and symplectic, for steps below h ω = 2√2; a step costs one to two of Newmark's without damping, and many with it.",
    parameters: {
      form: choice(
        ["one-factor", "midpoint", "eliminated"],
        "one-factor",
        "how the step is computed; the last two are the paper's, for linear systems without forces",
      ),
      ...implicitParameters,
    },
    cites: ["rojas2024"],
    variants: [],
  },
  ({ form, ...options }) => ({
    clock: "fixed",
    claims: {
      order: 4,
      symplectic: canonicalForm,
      symmetric: true,
      conserves: ["linear-momentum", "angular-momentum"],
      balance: form === "one-factor" ? "closed" : "open",
    },
    needs: form === "one-factor" ? ["tangent"] : ["linear", "conservative"],
    prepare(problem, h, ledger) {
      const { system } = problem;
      const conserved = system.kind === "linear" && isConservative(system) ? [simpsonForm(system, h)] : [];
      const stepper =
        system.kind === "linear" && form !== "one-factor"
          ? variantStepper(system, problem, h, form, ledger, options.summation)
          : readsVelocity(system)
            ? galerkinStepper(problem, h, lobattoTableau(2), ledger, options)
            : simpsonStepper(problem, h, options, ledger);
      const check = () => checkStability("simpson", problem, h, POCKETS);
      return { ...stepper, invariants: conserved, check };
    },
  }),
);

/** (h²ω² − 8)(h²ω² − 12) < 0, and h²ω² > 24. */
const POCKETS: readonly Pocket[] = [
  { from: Math.sqrt(8), to: Math.sqrt(12) },
  { from: Math.sqrt(24), to: Number.POSITIVE_INFINITY },
];

function simpsonStepper(
  { system, t0, q0, v0 }: Problem,
  h: number,
  { tolerance, summation }: ImplicitOptions,
  ledger: Ledger | null,
): Stepper {
  const n = system.dof;
  const work = noWork();
  // ∂v_m/∂A and ∂q_m/∂A: v_m = v₀ + h (a₀/6 + A/3), the velocity of the parabola in its middle.
  const coefficients = { inertia: 1, forces: 1, velocity: h / 3, position: (h * h) / 24 };
  const stage = implicitStage(system, coefficients, work, tolerance);
  const [ofStep, half, sixth] = [exactly(h), exactly(h / 2), quotientOf(h, 6)].map(factorOf);
  const total = stateSum(n, summation);
  const balance = ledger && simpsonBalance(system, h, ledger);
  const { q: qm, v: vm, rest } = stage;
  const { ofPositions, ofVelocities } = total;
  const [a0, A, a1, q1, v1, path, mean, ofPath, ofKick] = Array.from({ length: 9 }, () => new Float64Array(n));
  acceleration(system, t0, q0, v0, a0);
  // The acceleration half a step before the last one: with a₀ it shows where that in the next middle will be.
  const before = a0.slice();

  return {
    memory: [a0, before, ...total.memory],
    work,
    restart(t, q, v) {
      acceleration(system, t, q, v, a0);
      copy(a0, before);
    },
    step(s) {
      const { q, v } = s;
      for (let i = 0; i < n; i++) {
        const kick = product(sixth, a0[i]);
        const w = v[i] + kick;
        const y = product(half, w);
        qm[i] = q[i] + y;
        rest[i] =
          lostOfLarger(q[i], y, qm[i]) + (ofPositions[i] + (h / 2) * (lostOfLarger(v[i], kick, w) + ofVelocities[i]));
        vm[i] = w;
        A[i] = 2 * a0[i] - before[i];
      }
      const failure = stage.solve(t0 + (s.n + 0.5) * h, A, s); // [rojas2024, (18)]
      if (failure !== null) return failure;
      for (let i = 0; i < n; i++) {
        // Divided by 6, and not times a rounded 1/6, nor h/6: the same error in every step would be that of another method.
        const kick = product(ofStep, A[i] / 2 + (a0[i] - A[i]) / 6);
        const w = v[i] + kick;
        path[i] = w;
        ofPath[i] = h * (lostOfLarger(v[i], kick, w) + ofVelocities[i]);
        q1[i] = q[i] + (h * w + (ofPositions[i] + ofPath[i]));
      }
      const t1 = t0 + (s.n + 1) * h;
      acceleration(system, t1, q1, v, a1);
      let sum = 0;
      for (let i = 0; i < n; i++) {
        const bent = (a0[i] - A[i] + (a1[i] - A[i])) / 6;
        mean[i] = A[i] + bent; // (a₀ + 4A + a₁)/6: [rojas2024, (25)]
        ofKick[i] = h * lostOfLarger(A[i], bent, mean[i]);
        v1[i] = v[i] + h * mean[i];
        sum += q1[i] + v1[i];
      }
      if (!Number.isFinite(sum)) return notFinite(system, t1, q1, v1);
      balance?.enter(t0 + s.n * h, { q, v, a: a0 }, { q: qm, v: vm, a: A }, { q: q1, v: v1, a: a1 });
      for (let i = 0; i < n; i++) total.carry(i, ofPath[i], ofKick[i]);
      total.addTimes(s, h, path, mean);
      copy(A, before);
      copy(a1, a0);
      return null;
    },
  };
}

interface Kinematics {
  readonly q: Float64Array;
  readonly v: Float64Array;
  readonly a: Float64Array;
}

/** Stage velocities are those of the parabola: vm in the middle, vm ∓ h/2 A at its ends. */
function simpsonBalance(system: Problem["system"], h: number, ledger: Ledger) {
  const weights = [1 / 6, 2 / 3, 1 / 6];
  const balance = stageBalance(system, weights, h, ledger);
  const V = new Float64Array(system.dof);
  const inertia = new Float64Array(system.dof);
  return {
    enter(t: number, start: Kinematics, middle: Kinematics, end: Kinematics): void {
      balance.open(start.q);
      let besides = 0;
      for (let i = 0; i < 3; i++) {
        const at = i === 0 ? start : i === 1 ? middle : end;
        for (let k = 0; k < V.length; k++) V[k] = middle.v[k] + ((i - 1) / 2) * h * middle.a[k];
        balance.stage(i, t + (i / 2) * h, at.q, V);
        system.mass.apply(at.a, inertia);
        for (let k = 0; k < V.length; k++) {
          besides += h * weights[i] * (V[k] - (start.v[k] + end.v[k]) / 2) * inertia[k];
        }
      }
      balance.close(end.q, besides);
    },
  };
}
