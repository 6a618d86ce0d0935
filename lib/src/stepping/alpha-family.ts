/** The generalised-α family (engine of newmark, hht, wbz and generalized-alpha).          [chung1993, eqs. (3)–(7)]
 *
 *      q₁ = q₀ + h v₀ + h² ((½ − β) a₀ + β a₁)
 *      v₁ = v₀ + h ((1 − γ) a₀ + γ a₁)
 *      M ((1 − α_m) a₁ + α_m a₀) + (1 − α_f) G₁ + α_f G₀ = 0,        G = ∇V(q) − f_load − f_damping
 *
 *  Forces are averaged between the ends of the step, not evaluated inside it, so that one gradient serves two steps; for
 *  linear systems with time-linear loads the two readings are the same scheme. M a₀ + G₀ = 0 at the start.
 *  Cost: one gradient and one solve a step if linear; else one tangent, one factor and two or three gradients. */
import type { Ledger } from "../core/ledger.js";
import { type Claims, type FixedStepScheme, noWork, type Stepper } from "../core/method.js";
import { type Problem, totalForce } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { copy } from "../linalg/vec.js";
import type { LinearRecipe } from "./code/linear.js";
import { extrapolation } from "./extrapolation.js";
import { exactly, factorOf, product, productOf } from "./factors.js";
import { implicitStage } from "./implicit-acceleration.js";
import { IMPLICIT_DEFAULTS, type ImplicitOptions } from "./implicit-parameters.js";
import { lostOfLarger, stateSum } from "./summation.js";
import { newmarkForm } from "./symplectic-forms.js";
import { type FamilyCoefficients, trapezoidBalance } from "./trapezoid-balance.js";

const SEVERAL_ULPS = 4 * Number.EPSILON;

export function alphaScheme(coefficients: FamilyCoefficients, options = IMPLICIT_DEFAULTS): FixedStepScheme {
  return {
    clock: "fixed",
    claims: claimsOf(coefficients),
    needs: coefficients.beta === 0 ? [] : ["tangent"],
    prepare: (problem, h, ledger) => alphaStepper(problem, h, coefficients, options, ledger),
  };
}

/** Second order needs γ = ½ − α_m + α_f. For α_m = α_f the equation of motion, true at the start, stays true at the end of
 *  every step: the scheme is Newmark's with the same β and γ, and has its structure. */
function claimsOf({ beta, gamma, alphaM, alphaF }: FamilyCoefficients): Claims {
  const second = Math.abs(gamma - (0.5 - alphaM + alphaF)) < 1e-12;
  const newmark = alphaM === alphaF && gamma === 0.5;
  const average = newmark && beta === 0.25;
  return {
    order: second ? 2 : 1,
    symplectic: newmark ? newmarkForm(beta) : null,
    symmetric: newmark,
    conserves: [
      "linear-momentum",
      ...(average ? (["energy-of-linear-systems"] as const) : []),
      ...(newmark && beta === 0 ? (["angular-momentum"] as const) : []),
    ],
    balance: "closed",
  };
}

function alphaStepper(
  problem: Problem,
  h: number,
  coefficients: FamilyCoefficients,
  { tolerance, summation }: ImplicitOptions,
  ledger: Ledger | null,
): Stepper {
  const { beta, gamma, alphaM, alphaF } = coefficients;
  const { system, t0, q0, v0 } = problem;
  const n = system.dof;
  const work = noWork();
  const stage = implicitStage(
    system,
    { inertia: 1 - alphaM, forces: 1 - alphaF, velocity: gamma * h, position: beta * h * h },
    work,
    tolerance,
  );
  // h, h (½ − β) and h β, whose products have rounding errors with the mean 0; not in linear steps, whose code has none of it (code/linear.ts): there it would take a third of their time.
  const isLinear = system.kind === "linear";
  const [ofStep, before, after] = [1, 0.5 - beta, beta].map((part) => factorOf(productOf(exactly(h), exactly(part))));
  const sum = stateSum(n, summation);
  const { ofPositions, ofVelocities } = sum;
  const balance = ledger && trapezoidBalance(system, coefficients, ledger);
  const averaged = alphaM !== 0 || alphaF !== 0;

  // The acceleration and, where the scheme averages forces, G at the same instant.
  const a = new Float64Array(n);
  const G = new Float64Array(averaged ? n : 0);
  const [a1, path, mean, inertia] = Array.from({ length: 4 }, () => new Float64Array(n));

  const start = (t: number, q: Vec, v: Vec) => {
    totalForce(system, t, q, v, a);
    if (averaged) for (let i = 0; i < n; i++) G[i] = -a[i];
    system.mass.solve(a, a);
  };
  start(t0, q0, v0);
  const accelerations = extrapolation(a);

  const recipe: LinearRecipe = { coefficients, summation, h };
  return {
    // Where the stage is linear.
    ...(system.kind === "linear" && beta !== 0 && ledger === null && { code: recipe }),
    memory: [a, ...(averaged ? [G] : []), ...accelerations.memory.slice(1), ...sum.memory],
    work,
    restart(t, q, v) {
      start(t, q, v);
      accelerations.restart();
      balance?.forget();
    },
    step(s) {
      const { q, v } = s;
      balance?.open(s.t, q, v, a);
      for (let i = 0; i < n; i++) {
        const kick = isLinear ? h * (0.5 - beta) * a[i] : product(before, a[i]);
        const w = v[i] + kick;
        const y = isLinear ? h * w : product(ofStep, w);
        const place = q[i] + y;
        const rest =
          lostOfLarger(q[i], y, place) + (ofPositions[i] + h * (lostOfLarger(v[i], kick, w) + ofVelocities[i]));
        // Mostly below an ulp; a motion that the last step has nearly stopped carries the rounding of what it was.
        stage.q[i] = Math.abs(rest) > SEVERAL_ULPS * Math.abs(place) ? place + rest : place;
        stage.rest[i] = rest - (stage.q[i] - place);
        stage.v[i] = v[i] + h * (1 - gamma) * a[i];
      }
      copy(accelerations.guess, a1);
      if (averaged) {
        system.mass.apply(a, inertia);
        for (let i = 0; i < n; i++) stage.b[i] = alphaM * inertia[i] + alphaF * G[i];
      }
      const t = t0 + (s.n + 1) * h;
      const failure = stage.solve(t, a1, s);
      if (failure !== null) return failure;
      if (averaged) {
        // G₁ from the equation just solved: no further gradient.
        system.mass.apply(a1, inertia);
        for (let i = 0; i < n; i++) G[i] = -((1 - alphaM) * inertia[i] + stage.b[i]) / (1 - alphaF);
      }
      for (let i = 0; i < n; i++) {
        const kick = isLinear
          ? h * ((0.5 - beta) * a[i] + beta * a1[i])
          : product(before, a[i]) + product(after, a1[i]);
        const w = v[i] + kick;
        path[i] = w; // [kane2000, (22)]
        mean[i] = (1 - gamma) * a[i] + gamma * a1[i]; // [kane2000, (23)]
        sum.carry(i, h * (lostOfLarger(v[i], kick, w) + ofVelocities[i]), 0);
      }
      sum.addTimes(s, h, path, mean);
      balance?.close(h, t, q, v, a1);
      accelerations.enter(a1);
      return null;
    },
  };
}
