/** Fourth order for free: Newmark's steps with β = 1/12 on processed velocities.
 *
 *  Positions of Newmark with β = 1/12, γ = ½ satisfy Cowell's (Numerov's) formula, of fourth order, if only they start right.
 *  Put the exact motion into q₁ = q₀ + h v* + h² (5 a₀ + a₁)/12 and expand:
 *
 *      v* = v + h²/12 ȧ + O(h⁴),      ȧ = M⁻¹(Ḟ(t) − ∇²V(q) v)
 *
 *  So the velocities that the steps carry are v*, and what is shown is the v that belongs to it: v = (M − h²/12 ∇²V)⁻¹(M v* −
 *  h²/12 Ḟ). Positions and velocities are of fourth order, forces are untouched, and the motion is conjugate to Newmark's: it
 *  keeps what that keeps, in other coordinates, and its energy error is bounded. Ḟ is a central difference over 2h, whose error
 *  is of the same order. Cost beyond Newmark's: one tangent and one factor a step (one for the run, if linear). Stable for
 *  h ω < √6. All forces must have a potential: no damping, loads of time alone. */
import type { Ledger } from "../core/ledger.js";
import { type FixedStepScheme, noWork, type Stepper } from "../core/method.js";
import type { State } from "../core/state.js";
import type { Problem, System } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { effectiveMatrix } from "../linalg/effective-matrix.js";
import { analyze } from "../linalg/factorization.js";
import { copy } from "../linalg/vec.js";
import { alphaScheme } from "./alpha-family.js";
import type { ImplicitOptions } from "./implicit-parameters.js";

export function processedNewmark(options: ImplicitOptions): FixedStepScheme {
  const newmark = alphaScheme({ beta: 1 / 12, gamma: 1 / 2, alphaM: 0, alphaF: 0 }, options);
  return {
    clock: "fixed",
    claims: { order: 4, symplectic: null, symmetric: true, conserves: ["linear-momentum"], balance: "open" },
    needs: ["tangent", "forces-with-potential"],
    prepare: (problem, h, ledger) => processedStepper(problem, h, newmark, ledger),
  };
}

function processedStepper(problem: Problem, h: number, newmark: FixedStepScheme, ledger: Ledger | null): Stepper {
  const { system, t0, q0, v0 } = problem;
  const processing = velocityProcessing(system, h);
  const vStar = new Float64Array(system.dof);
  processing.before(t0, q0, v0, vStar);
  const base = newmark.prepare({ ...problem, v0: vStar }, h, null);
  const inner: State = { n: 0, t: t0, q: q0.slice(), v: vStar, memory: base.memory };
  const kept = [vStar, ...base.memory].map((vector) => ({ vector, copy: vector.slice() }));
  const work = noWork();
  const shown = new Float64Array(system.dof);
  const workOf = workOverStep(system, h);
  return {
    memory: [vStar, ...base.memory],
    work: total(base.work, processing.work, work),
    step(s) {
      inner.n = s.n;
      inner.t = s.t;
      copy(s.q, inner.q);
      for (const { vector, copy: before } of kept) copy(vector, before);
      let failure = base.step(inner);
      if (failure === null) failure = processing.after(t0 + (s.n + 1) * h, inner.q, vStar, shown);
      if (failure !== null) {
        for (const { vector, copy: before } of kept) copy(before, vector);
        return failure;
      }
      total(base.work, processing.work, work);
      ledger?.enter(workOf(s.t, s, inner.q, shown), 0, 0);
      copy(inner.q, s.q);
      copy(shown, s.v);
      return null;
    },
  };
}

/** ∫ F·q̇ dt over a step from s to (q, v) by Simpson's rule, to fourth order as the motion is: in the middle of the step the cubic through
 *  both ends has the velocity 3/2 Δq/h − (v₀ + v₁)/4. */
function workOverStep({ dof, load }: System, h: number) {
  const [start, middle, end] = Array.from({ length: 3 }, () => new Float64Array(dof));
  return (t: number, s: Pick<State, "q" | "v">, q: Vec, v: Vec): number => {
    if (load === null) return 0;
    // Loads of time alone: they read no state.
    for (const [force, at] of [
      [start, t],
      [middle, t + h / 2],
      [end, t + h],
    ] as const) {
      force.fill(0);
      load.addTo(at, q, v, force);
    }
    let sum = 0;
    for (let i = 0; i < dof; i++) {
      const between = (1.5 * (q[i] - s.q[i])) / h - (s.v[i] + v[i]) / 4;
      sum += start[i] * s.v[i] + 4 * middle[i] * between + end[i] * v[i];
    }
    return (h / 6) * sum;
  };
}

type Work = ReturnType<typeof noWork>;

/** out = a + b. */
function total(a: Readonly<Work>, b: Readonly<Work>, out: Work): Work {
  out.gradients = a.gradients + b.gradients;
  out.tangents = a.tangents + b.tangents;
  out.factorizations = a.factorizations + b.factorizations;
  out.iterations = a.iterations + b.iterations;
  return out;
}

function velocityProcessing(system: System, h: number) {
  const n = system.dof;
  const { mass, load } = system;
  const work = noWork();
  const matrix = effectiveMatrix(system);
  const factorization = analyze(matrix.pattern, true);
  const weight = (h * h) / 12;
  const [momentum, rate, ahead] = Array.from({ length: 3 }, () => new Float64Array(n));
  let factored = false;

  const assembled = (t: number, q: Vec, v: Vec) => {
    matrix.assemble(1, 0, -weight, t, q, v);
  };
  /** Ḟ(t), to second order. */
  const loadRate = (t: number, q: Vec, v: Vec) => {
    rate.fill(0);
    if (load === null) return;
    ahead.fill(0);
    load.addTo(t + h, q, v, ahead);
    load.addTo(t - h, q, v, rate);
    for (let i = 0; i < n; i++) rate[i] = (ahead[i] - rate[i]) / (2 * h);
  };
  return {
    work,
    /** v* = M⁻¹((M − h²/12 ∇²V) v + h²/12 Ḟ). */
    before(t: number, q: Vec, v: Vec, out: Vec) {
      assembled(t, q, v);
      loadRate(t, q, v);
      const { rowStart, column } = matrix.pattern;
      for (let i = 0; i < n; i++) {
        momentum[i] = weight * rate[i];
        for (let k = rowStart[i]; k < rowStart[i + 1]; k++) momentum[i] += matrix.values[k] * v[column[k]];
      }
      mass.solve(momentum, out);
    },
    after(t: number, q: Vec, vStar: Vec, out: Vec) {
      if (!factored || system.kind !== "linear") {
        assembled(t, q, vStar);
        const failure = factorization.factor(matrix.values);
        work.factorizations++;
        if (failure !== null) return failure;
        factored = true;
      }
      mass.apply(vStar, momentum);
      loadRate(t, q, vStar);
      for (let i = 0; i < n; i++) momentum[i] -= weight * rate[i];
      return factorization.solve(momentum, out);
    },
  };
}
