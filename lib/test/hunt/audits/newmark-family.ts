/** Newmark's method, the α-methods that average around it, and Newmark as a minimisation.
 *                                                   [kane2000, (20)–(22), (34)–(42)], [chung1993, (3)–(7)], [hilber1977], [wood1980]
 *
 *      Δq = h v₀ + h² ((½ − β) a₀ + β a₁),     Δv = h ((1 − γ) a₀ + γ a₁)
 *      M ((1 − α_m) a₁ + α_m a₀) + (1 − α_f) G₁ + α_f G₀ = 0,       G = ∇V − f_load − f_damping at (t, q, v)
 *
 *  The memory is a, and G where forces are averaged: G₁ has to be the force at the end. The minimisation is audited as such,
 *
 *      M (Δq − h v₀ − h² (½ − β) a₀)/h² + β G_σ = 0,     M a₁ + G_σ = 0,
 *
 *  with the damping at q_σ = q₀ + σ Δq and the velocity Δq/h, and its end has to be a minimum: M + β (h² ∇²V + h C) is positive. */
import type { Matrix } from "../../../src/core/matrix.js";
import { damping, gradient, load, opposing, stiffness } from "../forces.js";
import { known, madeOf, type Rounded, sum } from "../rounded.js";
import { type Audit, inertia, type Report, type Step } from "../step.js";

export interface Weights {
  readonly beta: number;
  readonly gamma: number;
  readonly alphaM?: number;
  readonly alphaF?: number;
}

export const auditNewmark =
  ({ beta, gamma, alphaM = 0, alphaF = 0 }: Weights): Audit =>
  (step, report) => {
    const { q1, v1, before, after } = step;
    const [a0, a1] = [known(before[0]), known(after[0])];
    const [Q, V] = updated(step, a0, a1, beta, gamma, report);
    const G = opposing(step, step.at(1), madeOf(q1, [1, Q]), madeOf(v1, [1, V]));
    const averaged = alphaM !== 0 || alphaF !== 0;
    const terms: (readonly [number, Rounded])[] = [
      [1 - alphaM, inertia(step, a1)],
      [alphaM, inertia(step, a0)],
      [1 - alphaF, G],
    ];
    if (averaged) terms.push([alphaF, known(before[1])]);
    report("M ((1 − α_m) a₁ + α_m a₀) + (1 − α_f) G₁ + α_f G₀ = 0", sum(...terms));
    if (averaged) {
      // G₁ comes out of the equation: its terms, divided.
      const made = sum(...terms).size.map((size) => size / (1 - alphaF));
      report("G₁ is the force at the end", sum([1, { value: after[1], size: made }], [-1, G]));
    }
  };

/** What q₁ and v₁ are made of. */
function updated(step: Step, a0: Rounded, a1: Rounded, beta: number, gamma: number, report: Report) {
  const { h, q0, v0, dq, dv } = step;
  const path: (readonly [number, Rounded])[] = [
    [h, v0],
    [h * h * (0.5 - beta), a0],
    [h * h * beta, a1],
  ];
  const kick: (readonly [number, Rounded])[] = [
    [h * (1 - gamma), a0],
    [h * gamma, a1],
  ];
  report("Δq = h v + h² ((½ − β) a₀ + β a₁)", sum([1, dq], [-1, sum(...path)]));
  report("Δv = h ((1 − γ) a₀ + γ a₁)", sum([1, dv], [-1, sum(...kick)]));
  return [sum([1, q0], ...path), sum([1, v0], ...kick)] as const;
}

export const auditMinimization =
  ({ beta, gamma, sigma }: { readonly beta: number; readonly gamma: number; readonly sigma: number }): Audit =>
  (step, report) => {
    const { h, q0, q1, v0, dq, dv, before, after } = step;
    const [a0, a1] = [known(before[0]), known(after[0])];
    const predicted: (readonly [number, Rounded])[] = [
      [h, v0],
      [h * h * (0.5 - beta), a0],
    ];
    report("Δv = h ((1 − γ) a₀ + γ a₁)", sum([1, dv], [-h * (1 - gamma), a0], [-h * gamma, a1]));
    const place = madeOf(q1, [1, q0], ...predicted);
    const u = madeOf(sum([1 / h, dq]), [1, v0]);
    const G = sum(
      [1, gradient(step, place)],
      [-1, load(step, step.at(1), place, u)],
      [-1, damping(step, step.at(1), sum([1, q0], [sigma, dq]), u)],
    );
    report("M a₁ = f − ∂V_k/∂q", sum([1, inertia(step, a1)], [1, G]));
    const beyond = sum([1, dq], [-1, sum(...predicted)]);
    report("M (q₁ − q^pre)/h² + β ∂V_k/∂q = β f", sum([1 / (h * h), inertia(step, beyond)], [beta, G]));
    if (beta > 0) report("the minimum is one", deepestPivot(step, beta, place, u));
  };

/** The pivot of least size of M + β (h² K + h C), beside what it was left from: not negative beyond rounding. */
function deepestPivot(step: Step, beta: number, Q: Rounded, u: Rounded): Rounded {
  const { system, h } = step;
  const n = system.dof;
  const dense = new Float64Array(n * n);
  const add = (factor: number, { pattern, values }: Matrix) => {
    for (let i = 0; i < n; i++) {
      for (let k = pattern.rowStart[i]; k < pattern.rowStart[i + 1]; k++)
        dense[i * n + pattern.column[k]] += factor * values[k];
    }
  };
  add(1, system.mass.matrix);
  add(beta * h * h, stiffness(step, Q.value));
  const resistance = system.damping?.byVelocity;
  if (resistance != null) {
    const values = new Float64Array(resistance.pattern.column.length);
    resistance.values(step.at(1), Q.value, u.value, values);
    add(-beta * h, { pattern: resistance.pattern, values });
  }
  const rest = { value: Float64Array.of(0), size: Float64Array.of(1) };
  for (let k = 0; k < n; k++) {
    const diagonal = dense[k * n + k];
    let size = 0;
    for (let j = 0; j < n; j++) size = Math.max(size, Math.abs(dense[k * n + j]));
    // Elimination multiplies rounding by what it divides by; beyond the first negative pivot nothing is told.
    if (!(diagonal > 0)) {
      rest.value[0] = diagonal;
      rest.size[0] = size * n;
      break;
    }
    for (let i = k + 1; i < n; i++) {
      const factor = dense[i * n + k] / diagonal;
      for (let j = k; j < n; j++) dense[i * n + j] -= factor * dense[k * n + j];
    }
  }
  return rest;
}
