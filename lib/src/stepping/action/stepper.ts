/** The stepper of variational and lagrange-dalembert: a step of discrete-action.ts with its ledger; with constraints, of
 *  constrained.ts. */
import type { Ledger } from "../../core/ledger.js";
import { type FixedStepScheme, noWork, type Stepper } from "../../core/method.js";
import { acceleration, type Invariant, isConservative, type Problem, type System } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { copy, dot } from "../../linalg/vec.js";
import { extrapolation } from "../extrapolation.js";
import type { ImplicitOptions } from "../implicit-parameters.js";
import { stateSum } from "../summation.js";
import { canonicalForm } from "../symplectic-forms.js";
import { actionBalance } from "./balance.js";
import { constrainedStepper } from "./constrained.js";
import { actionStep } from "./discrete-action.js";
import type { Node } from "./nodes.js";

/** A quadrature with its centre in the middle is of second order, and those with one or two nodes of equal weight are then
 *  their own inverse in reversed time; of the others, none is. */
export function actionScheme(nodes: readonly Node[], options: ImplicitOptions): FixedStepScheme {
  const centre = nodes.reduce((sum, { weight, place }) => sum + weight * place, 0);
  const even = Math.abs(centre - 0.5) < 1e-12;
  const explicit = nodes.every(({ place }) => place === 0 || place === 1);
  const midpoint = nodes.length === 1 && nodes[0].place === 0.5;
  return {
    clock: "fixed",
    claims: {
      order: even ? 2 : 1,
      symplectic: canonicalForm,
      symmetric: even,
      conserves: ["linear-momentum", "angular-momentum", ...(midpoint ? (["energy-of-linear-systems"] as const) : [])],
      balance: "closed",
    },
    needs: explicit ? [] : ["tangent"],
    handles: ["constraints"],
    prepare(problem, h, ledger) {
      const { constraints } = problem.system;
      if (constraints !== undefined) return constrainedStepper(problem, constraints, nodes, h, options, ledger);
      return actionStepper(problem, nodes, h, options, ledger);
    },
  };
}

function actionStepper(
  { system, t0, q0, v0 }: Problem,
  nodes: readonly Node[],
  h: number,
  { tolerance, summation }: ImplicitOptions,
  ledger: Ledger | null,
): Stepper {
  const n = system.dof;
  const work = noWork();
  const sum = stateSum(n, summation);
  const action = actionStep(system, nodes, h, sum, work, tolerance);
  const balance = ledger && actionBalance(system, nodes, h, ledger);
  const { V, A } = action;
  const [before, B, first] = Array.from({ length: 3 }, () => new Float64Array(n));
  // Where the first step starts to look for its acceleration B: at half the true one, for B carries v₀ to the mean velocity.
  acceleration(system, t0, q0, v0, first);
  for (let i = 0; i < n; i++) first[i] /= 2;
  const accelerations = extrapolation(first);
  // V of the step that led to the state; zero before the first, and where nothing moves.
  const mean = new Float64Array(n);
  const forward = (t: number, q: Vec, v: Vec) => {
    copy(accelerations.guess, B);
    return action.solve({ t, q, v }, B) === null ? V : null;
  };

  return {
    memory: [...accelerations.memory, mean, ...sum.memory],
    ...(isConservative(system) ? { invariants: [discreteEnergy(system, nodes, h, mean, forward)] } : {}),
    work,
    step(s) {
      const { t, q } = s;
      copy(accelerations.guess, B);
      const failure = action.solve(s, B);
      if (failure !== null) return failure;
      balance?.open(q);
      copy(q, before);
      for (let i = 0; i < n; i++) sum.carry(i, h * action.rest[i], 0);
      copy(V, mean);
      sum.addTimes(s, h, V, A); // M v₁ = D₂L_d: [kane2000, (8)]
      accelerations.enter(B);
      balance?.close(t, before, V, A, q);
      return null;
    },
  };
}

/** E_d = −∂L_d/∂h = ½ V·M V + Σ b_i V(Q_i) of the step that ends in the state, of the first one at the start: near the energy for ever,
 *  and what h is conjugate to.                                                                              [kane2000, (11)–(13)] */
function discreteEnergy(
  system: System,
  nodes: readonly Node[],
  h: number,
  mean: Vec,
  forward: (t: number, q: Vec, v: Vec) => Vec | null,
): Invariant {
  const n = system.dof;
  const [Q, momentum] = [new Float64Array(n), new Float64Array(n)];
  return {
    name: "discrete-energy",
    varies: true,
    value(t, q, v) {
      const ended = mean.some((speed) => speed !== 0);
      const V = ended ? mean : forward(t, q, v);
      if (V === null) return Number.NaN;
      system.mass.apply(V, momentum);
      let sum = dot(V, momentum) / 2;
      for (const { weight, place } of nodes) {
        const along = ended ? place - 1 : place;
        for (let i = 0; i < n; i++) Q[i] = q[i] + along * h * V[i];
        sum += weight * system.potential(Q);
      }
      return sum;
    },
  };
}
