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
import { acceleration, type Problem } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { copy } from "../linalg/vec.js";
import { compiledStepper, hasCode, hasLoops } from "../stepping/code/compiled.js";
import { implicitSteps } from "../stepping/code/implicit-steps.js";
import { extrapolation } from "../stepping/extrapolation.js";
import { exactly, type Factor, factorOf, product } from "../stepping/factors.js";
import { implicitStage } from "../stepping/implicit-acceleration.js";
import { type ImplicitOptions, implicitParameters } from "../stepping/implicit-parameters.js";
import { stageBalance } from "../stepping/stages/balance.js";
import { lostOfLarger, stateSum } from "../stepping/summation.js";
import { canonicalForm } from "../stepping/symplectic-forms.js";

export const midpoint = family(
  {
    id: "midpoint",
    title: "Implicit midpoint",
    summary: "Symplectic and momentum-keeping; the safe implicit choice for nonlinear conservative motion.",
    parameters: implicitParameters,
    cites: ["hairer2006"],
    variants: [],
  },
  (options) => ({
    clock: "fixed",
    claims: {
      order: 2,
      symplectic: canonicalForm,
      symmetric: true,
      conserves: ["linear-momentum", "angular-momentum", "energy-of-linear-systems"],
      balance: "closed",
    },
    needs: ["tangent"],
    prepare: (problem, h, ledger) => midpointStepper(problem, h, options, ledger),
  }),
);

function midpointStepper(
  { system, t0, q0, v0 }: Problem,
  h: number,
  { tolerance, summation }: ImplicitOptions,
  ledger: Ledger | null,
): Stepper {
  const n = system.dof;
  const work = noWork();
  const coefficients = { inertia: 1, forces: 1, velocity: h / 2, position: (h * h) / 4 };
  const { diagonal } = system.mass;
  const compiles = tolerance === 0 && diagonal !== null && (hasCode(system) || hasLoops(system, "place"));
  // Where whole steps are code, what is left to this stepper is nothing for code.
  const stage = implicitStage(system, coefficients, work, tolerance, false);
  const balance = ledger && stageBalance(system, [1], h, ledger);
  const sum = stateSum(n, summation);
  const { q: Q, v: V, rest } = stage;
  const { ofPositions, ofVelocities } = sum;
  const half = factorOf(exactly(h / 2));
  const [A, first] = Array.from({ length: 2 }, () => new Float64Array(n));
  acceleration(system, t0, q0, v0, first);
  const accelerations = extrapolation(first);
  const { guess } = accelerations;

  const general: Stepper = {
    memory: [...accelerations.memory, ...sum.memory],
    work,
    restart(t, q, v) {
      acceleration(system, t, q, v, first);
      accelerations.restart();
    },
    step(s) {
      const { q, v } = s;
      predict(q, v, ofPositions, ofVelocities, half, Q, rest);
      copy(v, V);
      copy(guess, A);
      const t = t0 + (s.n + 0.5) * h;
      const failure = stage.solve(t, A, s);
      if (failure !== null) return failure;
      balance?.open(q);
      balance?.stage(0, t, Q, V);
      sum.addPath(s, h, half, V, A);
      accelerations.enter(A);
      balance?.close(q);
      return null;
    },
  };
  if (!compiles) return general;
  return compiledStepper(system, general, {
    ...implicitSteps("place", summation, diagonal),
    h,
    book:
      balance &&
      ((before, after) => {
        const [found] = accelerations.memory;
        for (let i = 0; i < n; i++) {
          Q[i] = before.q[i] + (h / 2) * before.v[i] + ((h * h) / 4) * found[i];
          V[i] = before.v[i] + (h / 2) * found[i];
        }
        balance.open(before.q);
        balance.stage(0, t0 + (before.n + 0.5) * h, Q, V);
        balance.close(after.q);
      }),
  });
}

/** Q = q + h/2 v, and what it is rounded by into rest. */
function predict(q: Vec, v: Vec, ofPositions: Vec, ofVelocities: Vec, half: Factor, Q: Vec, rest: Vec): void {
  for (let i = 0; i < q.length; i++) {
    const y = product(half, v[i]);
    const x = q[i];
    const to = x + y;
    Q[i] = to;
    rest[i] = lostOfLarger(x, y, to) + (ofPositions[i] + half.high * ofVelocities[i]);
  }
}
