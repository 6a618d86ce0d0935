/** Newmark's method as the minimisation it is, with dissipation potentials and Coulomb friction.       [kane2000, section 3.6]
 *
 *      q^pre = q₀ + h v₀ + h² (½ − β) a₀
 *      q₁ minimises (q − q^pre)ᵀ M (q − q^pre)/(2h²) + β V_k(q) − β f(t₁)·q                                           (41)
 *      V_k(q) = V(q) + h φ(q_σ, (q − q₀)/h),     q_σ = (1 − σ) q₀ + σ q                                              (37), (38)
 *      M a₁ = f(t₁) − ∂V_k/∂q,     v₁ = v₀ + h ((1 − γ) a₀ + γ a₁)                                                    (35), (36)
 *
 *  (37) prints φ at q₁; σ then has no meaning [papers/kane2000]. The acceleration carried forward is the computed one, a₀ at
 *  the start the true one. Coulomb friction adds Σ limit |S (q − q₀)|/h to (41), an impulse p that ends with the step: it moves
 *  q₁ by h M⁻¹p and v₁ by M⁻¹p, is no part of the acceleration, and contacts stick where that is the minimum.
 *  Without dissipation this is newmark with the same β and γ. With it, the dissipation is that of the whole step, taken at its
 *  end: first order, whatever section 5.2 says of section 6. β = 0 is explicit, with friction and damping too.
 *  The function is convex, and the step defined, while M/h² + β ∇²V_k is positive; a step where it is not is refused.
 *
 *  Balance: (34) and (36) alone, with p, give
 *      ΔT = Δq·M (ā + (γ − ½) Δa) + Δq·p/h − ½ p·Δv − h (β − γ/2) Δa·M Δv.
 *  The work is Δq·f̄, what is dissipated −Δq·(R₁ + p/h) with the damping force R₁ of this step; the rest, with ΔV, is
 *  algorithmic. */
import type { Ledger } from "../core/ledger.js";
import { type Claims, family, noWork, type Stepper } from "../core/method.js";
import { real } from "../core/parameter.js";
import type { State } from "../core/state.js";
import { acceleration, type Problem, type System } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { copy, dot } from "../linalg/vec.js";
import { alphaScheme } from "../stepping/alpha-family.js";
import { notFinite } from "../stepping/diagnosis.js";
import { type ImplicitOptions, implicitParameters } from "../stepping/implicit-parameters.js";
import { type IncrementalMinimum, incrementalMinimum } from "../stepping/minimization/incremental-minimum.js";
import { lost, stateSum } from "../stepping/summation.js";

export const newmarkMinimization = family(
  {
    id: "newmark-minimization",
    title: "Newmark by minimisation",
    summary: "Newmark with dissipation potentials and dry friction: each step is a convex minimisation, and sticks.",
    parameters: {
      beta: real(1 / 4, "weight of the new acceleration in the position", { min: 0, max: 1 }),
      gamma: real(1 / 2, "weight of the new acceleration in the velocity; above 1/2 the scheme damps", {
        min: 0,
        max: 1,
      }),
      sigma: real(1, "where between its ends a step takes the place of the dissipation", { min: 0, max: 1 }),
      ...implicitParameters,
    },
    cites: ["kane2000", "newmark1959"],
    variants: [{ beta: 0 }, { beta: 0.3025, gamma: 0.6, sigma: 0 }],
  },
  ({ beta, gamma, sigma, ...options }) => ({
    clock: "fixed",
    claims: dissipative(alphaScheme({ beta, gamma, alphaM: 0, alphaF: 0 }).claims),
    needs: beta === 0 ? ["dissipation-potential"] : ["tangent", "dissipation-potential"],
    handles: ["friction"],
    prepare: (problem, h, ledger) => minimizationStepper(problem, h, { beta, gamma, sigma }, options, ledger),
  }),
);

/** Newmark's claims without dissipation; with it the first order. */
function dissipative(claims: Claims): Claims {
  return claims.order > 1 ? { ...claims, order: 1, orderUndamped: claims.order } : claims;
}

interface Weights {
  readonly beta: number;
  readonly gamma: number;
  readonly sigma: number;
}

function minimizationStepper(
  problem: Problem,
  h: number,
  weights: Weights,
  { tolerance, summation }: ImplicitOptions,
  ledger: Ledger | null,
): Stepper {
  const { beta, gamma, sigma } = weights;
  const { system, t0, q0, v0 } = problem;
  const { mass } = system;
  const n = system.dof;
  const work = noWork();
  const minimum = incrementalMinimum(system, { h, kappa: beta, potential: true, sigma }, work, tolerance);
  const total = stateSum(n, summation);
  const balance = ledger && minimizationBalance(system, h, weights, ledger);
  const { resistance, impulse, w, rest } = minimum;
  const { ofPositions, ofVelocities } = total;
  const rubs = system.friction !== undefined;
  const [a, a1, u, q1, kick, dq, dv] = Array.from({ length: 7 }, () => new Float64Array(n));
  acceleration(system, t0, q0, v0, a);

  /** û, with what v carries. What it is rounded by belongs to the place of the forces, but not where friction may hold a mass at its place. */
  const predict = ({ v }: State) => {
    for (let i = 0; i < n; i++) {
      const push = h * (0.5 - beta) * a[i] + ofVelocities[i];
      u[i] = v[i] + push;
      rest[i] = ofPositions[i] + (rubs ? 0 : h * lost(v[i], push, u[i]));
    }
  };
  /** [kane2000, (35)]: M a₁ = f − ∇V + R. */
  const accelerate = (t: number, q: Vec) => {
    for (let i = 0; i < n; i++) q1[i] = q[i] + (h * u[i] + rest[i]); // [kane2000, (34)], by the minimum (42)
    system.gradient(q1, a1);
    for (let i = 0; i < n; i++) a1[i] = resistance[i] - a1[i];
    system.load?.addTo(t, q1, u, a1);
    mass.solve(a1, a1);
  };
  /** [kane2000, (34), (36)], with the impulse. */
  const addWithImpulse = (s: State) => {
    mass.solve(impulse, kick);
    for (let i = 0; i < n; i++) {
      dq[i] = h * u[i];
      dv[i] = h * ((1 - gamma) * a[i] + gamma * a1[i]) + kick[i];
    }
    total.add(s, dq, dv);
  };
  /** The same without friction: nothing as large as û cancels, and what products round away is carried, as in stepping/alpha-family.ts. */
  const addPath = (s: State) => {
    for (let i = 0; i < n; i++) {
      const push = h * ((0.5 - beta) * a[i] + w[i]);
      dq[i] = s.v[i] + push;
      dv[i] = (1 - gamma) * a[i] + gamma * a1[i];
      total.carry(i, h * (lost(s.v[i], push, dq[i]) + ofVelocities[i]), 0);
    }
    total.addTimes(s, h, dq, dv);
  };

  return {
    memory: [a, ...total.memory],
    work,
    step(s) {
      const { q, v } = s;
      const t = t0 + (s.n + 1) * h;
      predict(s);
      const failure = minimum.solve(t, q, u);
      if (failure !== null) return failure;
      // At the minimum M w = β M a₁ without friction; the force at the end, which is rounded, is off by the stiffness times that.
      if (rubs || beta === 0) accelerate(t, q);
      else for (let i = 0; i < n; i++) a1[i] = w[i] / beta;
      let sum = 0;
      for (let i = 0; i < n; i++) sum += u[i] + a1[i];
      if (!Number.isFinite(sum)) return notFinite(system, t, q1, u);
      balance?.open(s.t, q, v, a);
      if (rubs) addWithImpulse(s);
      else addPath(s);
      balance?.close(t, q, v, a1, minimum);
      copy(a1, a);
      return null;
    },
  };
}

function minimizationBalance(system: System, h: number, { beta, gamma }: Weights, ledger: Ledger) {
  const n = system.dof;
  const [q0, v0, a0, f, dq, dv, da, mean, inertia] = Array.from({ length: 9 }, () => new Float64Array(n));
  const start = new Float64Array(1);
  const loadPower = (t: number, q: Vec, v: Vec) => {
    if (system.load === null) return 0;
    f.fill(0);
    system.load.addTo(t, q, v, f);
    return dot(dq, f);
  };
  return {
    open(t: number, q: Vec, v: Vec, a: Vec) {
      start[0] = t;
      copy(q, q0);
      copy(v, v0);
      copy(a, a0);
    },
    close(t: number, q: Vec, v: Vec, a: Vec, { resistance, impulse }: IncrementalMinimum) {
      for (let i = 0; i < n; i++) {
        dq[i] = q[i] - q0[i];
        dv[i] = v[i] - v0[i];
        da[i] = a[i] - a0[i];
        mean[i] = (a[i] + a0[i]) / 2 + (gamma - 0.5) * da[i];
      }
      const work = (loadPower(start[0], q0, v0) + loadPower(t, q, v)) / 2;
      const dissipation = -dot(dq, resistance) - dot(dq, impulse) / h;
      system.mass.apply(da, inertia);
      const curved = h * (beta - gamma / 2) * dot(dv, inertia);
      system.mass.apply(mean, inertia);
      const kinetic = dot(dq, inertia) + dot(dq, impulse) / h - dot(dv, impulse) / 2 - curved;
      const potential = system.potential(q) - system.potential(q0);
      ledger.enter(work, dissipation, work - dissipation - kinetic - potential);
    },
  };
}
