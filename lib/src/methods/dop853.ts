/** DOP853, the Runge–Kutta method of order 8 by Dormand and Prince with step size control and dense output of order 7.
 *                                                                                            [hairer1993, ch. II.5, II.10]
 *      y = (q, v),  y' = (v, a);     y₁ = y₀ + h Σ b_i k_i,     k_i = y'(t₀ + c_i h, y₀ + h Σ a_ij k_j)
 *
 *  The reference everyone compares with: not symplectic, but as accurate as asked, down to a tolerance of 1e-13. An error is
 *  measured relative to the size of the motion: the largest position, and the largest velocity, seen so far. Twelve
 *  gradients a step, three more where states inside the step are wanted. Steps end at the kinks of the loads, across which
 *  no Runge–Kutta method keeps its order. Its balance is open; work and dissipation are integrated with the same weights. */
import type { Failure } from "../core/failure.js";
import { sidedForce } from "../core/jumps.js";
import { type Ledger, powersOf } from "../core/ledger.js";
import { hasSides } from "../core/load-jumps.js";
import { kinksOf, nextKink } from "../core/load-kinks.js";
import { family, noWork, type OwnClockStepper } from "../core/method.js";
import { real } from "../core/parameter.js";
import type { Problem, System } from "../core/system.js";
import { copy, normInf } from "../linalg/vec.js";
import { notFinite } from "../stepping/diagnosis.js";
import { lost, type Summation, summation } from "../stepping/summation.js";
import { NODES } from "./dop853/coefficients.js";
import { denseOutput } from "./dop853/dense-output.js";
import { errorOf, worstOf } from "./dop853/error.js";
import { copyPair, type Pair, pair } from "./dop853/pair.js";
import { END, SOLUTION, type Stages, stagesOf } from "./dop853/stages.js";
import { firstStep, following, grownScale, isTooShort, shortened } from "./dop853/step-size.js";

export const dop853 = family(
  {
    id: "dop853",
    title: "Dormand–Prince 8(5,3)",
    summary: "Adaptive, explicit, accurate to the tolerance: the reference for smooth motion over moderate times.",
    parameters: {
      tolerance: real(1e-10, "error of a step relative to the size of the motion", { min: 1e-14, max: 1e-1 }),
      summation,
    },
    cites: ["hairer1993"],
    variants: [{ tolerance: 1e-13 }, { summation: "plain" }],
  },
  ({ tolerance, summation: how }) => ({
    clock: "own",
    claims: { order: 8, symplectic: null, symmetric: false, conserves: ["linear-momentum"], balance: "open" },
    needs: [],
    prepare: (problem, ledger) => dop853Stepper(problem, tolerance, how, ledger),
  }),
);

/** Of times. */
const ROUNDING = 16 * Number.EPSILON;

/** What a restart has to know: the step just taken (for states inside it), the one to try next, and the sizes of the motion. */
const [BEGAN, TAKEN, ENDED, NEXT, REACH, SPEED, STARTED] = [0, 1, 2, 3, 4, 5, 6];

function dop853Stepper(problem: Problem, tolerance: number, how: Summation, ledger: Ledger | null): OwnClockStepper {
  const n = problem.system.dof;
  const work = noWork();
  const kinks = kinksOf(problem);
  const { load } = problem.system;
  const sided = load !== null && hasSides(load) ? sidedForce(load, load.jumps ?? kinks) : null;
  const system = sided === null ? problem.system : ({ ...problem.system, load: sided.load } as System);
  const stages = stagesOf(system, sided);
  const { V, A, Q } = stages;
  const estimate = errorOf(stages, tolerance);
  const dense = denseOutput(stages);
  const book = ledger && balanceOf(system, stages, ledger);

  const control = new Float64Array(7);
  control[BEGAN] = control[ENDED] = problem.t0;
  const state: Pair = { q: problem.q0.slice(), v: problem.v0.slice() };
  const before: Pair = { q: problem.q0.slice(), v: problem.v0.slice() };
  const { q, v } = state;
  const compensated = how === "compensated";
  const carry = pair(n);
  const carryBefore = pair(n);
  // Which step the stages and the dense output in scratch belong to, by the time it began.
  let stagesFrom = Number.NaN;
  let denseFrom = Number.NaN;

  /** The size of the motion so far; of the very first step also its length. */
  const measure = (t: number, limit: number) => {
    control[REACH] = Math.max(control[REACH], normInf(q), Number.MIN_VALUE);
    control[SPEED] = Math.max(control[SPEED], normInf(v), Number.MIN_VALUE);
    if (control[STARTED] === 1) return;
    sided?.enter(t, limit);
    stages.slope(0, t, state, 0);
    control[NEXT] = firstStep(control[REACH], control[SPEED], normInf(A[0]), limit - t, tolerance);
    control[STARTED] = 1;
  };
  /** The first slope is the last one of the step before, unless the run has just begun or been resumed, or the load jumps here. */
  const slopeAtStart = (t: number) => {
    if (stagesFrom === control[BEGAN] && stagesFrom < t && sided?.isAt(t) !== true) {
      V[0].set(V[END]);
      A[0].set(A[END]);
    } else stages.slope(0, t, state, 0);
    stagesFrom = Number.NaN;
  };
  /** The step that was tried is taken: its end is the new state. */
  const accept = (t: number, taken: number, end: number) => {
    book?.(t, taken, state);
    copyPair(state, before);
    control[BEGAN] = t;
    control[TAKEN] = taken;
    control[ENDED] = end;
    stagesFrom = t;
    denseFrom = Number.NaN;
    if (compensated) {
      copyPair(carry, carryBefore);
      for (let k = 0; k < n; k++) {
        carry.q[k] = lost(q[k], stages.increment.q[k], Q[k]);
        carry.v[k] = lost(v[k], stages.increment.v[k], V[END][k]);
      }
    }
    copy(Q, q);
    copy(V[END], v);
  };
  const prepareDense = () => {
    const t = control[BEGAN];
    const h = control[TAKEN];
    if (stagesFrom !== t) stages.step(t, before, h, carryBefore);
    else sided?.enter(t, t + h);
    dense.prepare(t, before, h);
    stagesFrom = t;
    denseFrom = t;
  };
  const tooShort = (h: number, t: number, finite: boolean): Failure =>
    finite ? { kind: "step-size", step: h, dof: worstOf(stages) } : notFinite(system, t, q, v);

  return {
    memory: [
      ...[control, q, v, before.q, before.v],
      ...(compensated ? [carry.q, carry.v, carryBefore.q, carryBefore.v] : []),
    ],
    work,
    get reach() {
      return control[STARTED] === 1 ? control[NEXT] : Number.POSITIVE_INFINITY;
    },
    step(s, limit) {
      measure(s.t, limit);
      // One that is as near as what its time is rounded by is this one.
      const kink = nextKink(kinks, s.t + ROUNDING * Math.abs(s.t));
      let stop = Math.min(limit, kink);
      sided?.enter(s.t, Math.min(s.t + control[NEXT], stop));
      slopeAtStart(s.t);
      let h = control[NEXT];
      let rejected = false;
      while (true) {
        const clipped = s.t + h >= stop;
        const taken = clipped ? stop - s.t : h;
        stages.step(s.t, state, taken, carry, 1);
        const finite = isFiniteAtEnd(stages);
        const reach = grownScale(control[REACH], normInf(Q));
        const speed = grownScale(control[SPEED], normInf(V[END]));
        const error = finite ? estimate(taken, reach, speed) : Number.POSITIVE_INFINITY;
        if (error <= 1) {
          accept(s.t, taken, clipped ? stop : s.t + taken);
          control[REACH] = reach;
          control[SPEED] = speed;
          const grown = following(taken, error, rejected);
          // A step cut short at a kink says little about the next one.
          control[NEXT] = clipped ? Math.max(grown, h) : grown;
          s.t = control[ENDED];
          return null;
        }
        if (clipped && stop < kink) {
          // A step that only the end of the run has cut short is tried again whole: a run that is taken further tries no other.
          stop = kink;
          continue;
        }
        rejected = true;
        h = shortened(taken, error);
        if (isTooShort(h, s.t)) return tooShort(h, s.t, finite);
      }
    },
    at(t, qOut, vOut) {
      if (t === control[ENDED]) {
        copy(q, qOut);
        copy(v, vOut);
        return;
      }
      if (denseFrom !== control[BEGAN]) prepareDense();
      dense.at((t - control[BEGAN]) / control[TAKEN], qOut, vOut);
    },
  };
}

function isFiniteAtEnd({ Q, V, A }: Stages): boolean {
  let sum = 0;
  for (let k = 0; k < Q.length; k++) sum += Q[k] + V[END][k] + A[END][k];
  return Number.isFinite(sum);
}

/** Enters work and dissipation of a step, by the weights of the solution. */
function balanceOf(system: System, stages: Stages, ledger: Ledger) {
  const powers = powersOf(system);
  const { V, Q, increment } = stages;
  return (t: number, h: number, { q }: Pair): void => {
    let done = 0;
    let dissipated = 0;
    for (let m = 0; m < SOLUTION.stages.length; m++) {
      const i = SOLUTION.stages[m];
      const weight = SOLUTION.weights[m];
      stages.place(i, q, h);
      done += h * weight * powers.load(t + NODES[i] * h, Q, V[i]);
      dissipated += h * weight * powers.dissipation(t + NODES[i] * h, Q, V[i]);
    }
    ledger.enter(done, dissipated, 0);
    for (let k = 0; k < q.length; k++) Q[k] = q[k] + increment.q[k];
  };
}
