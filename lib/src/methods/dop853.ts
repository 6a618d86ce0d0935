/** DOP853, the Runge–Kutta method of order 8 by Dormand and Prince with step size control and dense output of order 7.
 *                                                                                            [hairer1993, ch. II.5, II.10]
 *      y = (q, v),  y' = (v, a);     y₁ = y₀ + h Σ b_i k_i,     k_i = y'(t₀ + c_i h, y₀ + h Σ a_ij k_j)
 *
 *  The reference everyone compares with: not symplectic, but as accurate as asked, down to a tolerance of 1e-13. An error is
 *  measured relative to the size of the motion: the largest position, and the largest velocity, seen so far. Twelve
 *  gradients a step, three more where states inside the step are wanted. Steps end at the kinks of the loads, across which
 *  no Runge–Kutta method keeps its order. Its balance is open; work and dissipation are integrated with the same weights. */
import { pow } from "../core/elementary.js";
import { sidedForce } from "../core/jumps.js";
import { type Ledger, powersOf } from "../core/ledger.js";
import { hasSides } from "../core/load-jumps.js";
import { kinksOf, nextKink } from "../core/load-kinks.js";
import { family, noWork, type OwnClockStepper } from "../core/method.js";
import { once } from "../core/once.js";
import { real } from "../core/parameter.js";
import { acceleration, type Problem, type System } from "../core/system.js";
import { minOf, type Vec } from "../core/vec.js";
import { copy, normInf } from "../linalg/vec.js";
import { notFinite } from "../stepping/diagnosis.js";
import { lost, type Summation, summation } from "../stepping/summation.js";
import { COEFFICIENTS, DENSE, DENSE_STAGES, ERROR5, NODES, ORDER3 } from "./dop853/coefficients.js";
import { type Combination, combination, combine, combined } from "./dop853/combination.js";

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

const SAFETY = 0.9;
const GROW = 6;
const SHRINK = 1 / 3;
const END = 12;
/** Of times. */
const ROUNDING = 16 * Number.EPSILON;

/** The tables as sums over stages. */
const combinations = once(() => {
  const rows = COEFFICIENTS.map(combination);
  return {
    rows,
    solution: rows[END],
    order5: combination(ERROR5),
    order3: combination(ORDER3),
    inside: DENSE.map((row) => combination(row.map((weight, j) => [DENSE_STAGES[j], weight]))),
  };
});

interface Pair {
  readonly q: Vec;
  readonly v: Vec;
}

const pair = (n: number): Pair => ({ q: new Float64Array(n), v: new Float64Array(n) });

function dop853Stepper(problem: Problem, tolerance: number, how: Summation, ledger: Ledger | null): OwnClockStepper {
  const { rows, solution, inside } = combinations();
  const n = problem.system.dof;
  const work = noWork();
  const kinks = kinksOf(problem);
  const { load } = problem.system;
  const sided = load !== null && hasSides(load) ? sidedForce(load, load.jumps ?? kinks) : null;
  const system = sided === null ? problem.system : ({ ...problem.system, load: sided.load } as System);
  const powers = ledger && powersOf(system);
  // k_i = (V_i, A_i), and where the stage was evaluated.
  const V = NODES.map(() => new Float64Array(n));
  const A = NODES.map(() => new Float64Array(n));
  const Q = new Float64Array(n);
  const increment = pair(n);
  const sums = pair(n);
  const errors = Array.from({ length: 3 }, () => new Float64Array(n));
  const dense = Array.from({ length: 8 }, () => pair(n));

  // What a restart has to know: the step just taken (for states inside it) and the one to try next.
  const control = new Float64Array(7);
  const [BEGAN, TAKEN, ENDED, NEXT, REACH, SPEED, STARTED] = [0, 1, 2, 3, 4, 5, 6];
  control[BEGAN] = control[ENDED] = problem.t0;
  const q = problem.q0.slice();
  const v = problem.v0.slice();
  const qBefore = problem.q0.slice();
  const vBefore = problem.v0.slice();
  const compensated = how === "compensated";
  const carry = pair(n);
  const carryBefore = pair(n);
  // Which step the stages and the dense output in scratch belong to, by the time it began.
  let stagesOf = Number.NaN;
  let denseOf = Number.NaN;

  /** k_i at Q, V[i]. */
  const evaluate = (i: number, t: number) => {
    acceleration(system, t, Q, V[i], A[i]);
  };
  const slope = (i: number, t: number, from: Vec, fromV: Vec, h: number) => {
    combine(rows[i], V, sums.q);
    combine(rows[i], A, sums.v);
    addTimes(from, h, sums.q, Q);
    addTimes(fromV, h, sums.v, V[i]);
    evaluate(i, t + NODES[i] * h);
  };
  /** All stages of a step of size h; the last is the slope at its end, where Q and V[END] are the new state: it takes along what
   *  the sums so far have lost. */
  const stages = (t: number, from: Vec, fromV: Vec, h: number, lostSoFar: Pair, first = 0) => {
    sided?.enter(t, t + h);
    for (let i = first; i < END; i++) slope(i, t, from, fromV, h);
    combine(solution, V, sums.q);
    combine(solution, A, sums.v);
    addIncrement(from, h, sums.q, lostSoFar.q, increment.q, Q);
    addIncrement(fromV, h, sums.v, lostSoFar.v, increment.v, V[END]);
    evaluate(END, t + h);
  };
  const ofErrors = new Float64Array(2);
  /** Estimated error of the step in units of what is tolerated.                               [hairer1993, eq. (10.17)] */
  const estimate = (h: number, reach: number, speed: number): number => {
    ofErrors.fill(0);
    addErrors(V, reach, errors, ofErrors);
    addErrors(A, speed, errors, ofErrors);
    const fifth = ofErrors[0];
    const third = ofErrors[1];
    if (fifth === 0 && third === 0) return 0;
    return (Math.abs(h) * fifth) / (tolerance * Math.sqrt((fifth + 0.01 * third) * 2 * n));
  };
  const book = (t: number, h: number) => {
    if (ledger === null || powers === null) return;
    let done = 0;
    let dissipated = 0;
    for (let m = 0; m < solution.stages.length; m++) {
      const i = solution.stages[m];
      const weight = solution.weights[m];
      combine(rows[i], V, sums.q);
      addTimes(q, h, sums.q, Q);
      done += h * weight * powers.load(t + NODES[i] * h, Q, V[i]);
      dissipated += h * weight * powers.dissipation(t + NODES[i] * h, Q, V[i]);
    }
    ledger.enter(done, dissipated, 0);
    for (let k = 0; k < n; k++) Q[k] = q[k] + increment.q[k];
  };
  const prepareDense = () => {
    const t = control[BEGAN];
    const h = control[TAKEN];
    if (stagesOf !== t) stages(t, qBefore, vBefore, h, carryBefore);
    else sided?.enter(t, t + h);
    for (let i = END + 1; i < NODES.length; i++) slope(i, t, qBefore, vBefore, h);
    for (let term = 0; term < inside.length; term++) {
      combine(inside[term], V, dense[4 + term].q);
      combine(inside[term], A, dense[4 + term].v);
    }
    combine(solution, V, sums.q);
    combine(solution, A, sums.v);
    for (let k = 0; k < n; k++) {
      writeDense(dense, "q", k, h, qBefore[k], sums.q[k], V[0][k], V[END][k]);
      writeDense(dense, "v", k, h, vBefore[k], sums.v[k], A[0][k], A[END][k]);
    }
    stagesOf = t;
    denseOf = t;
  };

  return {
    memory: [control, q, v, qBefore, vBefore, ...(compensated ? [carry.q, carry.v, carryBefore.q, carryBefore.v] : [])],
    work,
    get reach() {
      return control[STARTED] === 1 ? control[NEXT] : Number.POSITIVE_INFINITY;
    },
    step(s, limit) {
      control[REACH] = Math.max(control[REACH], normInf(q), Number.MIN_VALUE);
      control[SPEED] = Math.max(control[SPEED], normInf(v), Number.MIN_VALUE);
      if (control[STARTED] === 0) {
        sided?.enter(s.t, limit);
        slope(0, s.t, q, v, 0);
        control[NEXT] = firstStep(control[REACH], control[SPEED], normInf(A[0]), limit - s.t, tolerance);
        control[STARTED] = 1;
      }
      // One that is as near as what its time is rounded by is this one.
      const kink = nextKink(kinks, s.t + ROUNDING * Math.abs(s.t));
      let stop = Math.min(limit, kink);
      sided?.enter(s.t, Math.min(s.t + control[NEXT], stop));
      // The first slope is the last one of the step before, unless the run has just begun or been resumed, or the load jumps here.
      if (stagesOf === control[BEGAN] && stagesOf < s.t && sided?.isAt(s.t) !== true) {
        V[0].set(V[END]);
        A[0].set(A[END]);
      } else slope(0, s.t, q, v, 0);
      stagesOf = Number.NaN;
      let h = control[NEXT];
      let rejected = false;
      while (true) {
        const clipped = s.t + h >= stop;
        const taken = clipped ? stop - s.t : h;
        stages(s.t, q, v, taken, carry, 1);
        let sum = 0;
        for (let k = 0; k < n; k++) sum += Q[k] + V[END][k] + A[END][k];
        const reach = grownScale(control[REACH], normInf(Q));
        const speed = grownScale(control[SPEED], normInf(V[END]));
        const error = Number.isFinite(sum) ? estimate(taken, reach, speed) : Number.POSITIVE_INFINITY;
        const wanted = error === 0 ? GROW : SAFETY * pow(error, -1 / 8);
        if (error <= 1) {
          book(s.t, taken);
          copy(q, qBefore);
          copy(v, vBefore);
          control[REACH] = reach;
          control[SPEED] = speed;
          control[BEGAN] = s.t;
          control[TAKEN] = taken;
          control[ENDED] = clipped ? stop : s.t + taken;
          const grown = taken * Math.min(rejected ? 1 : GROW, Math.max(SHRINK, wanted));
          // A step cut short at a kink says little about the next one.
          control[NEXT] = clipped ? Math.max(grown, h) : grown;
          stagesOf = s.t;
          denseOf = Number.NaN;
          s.t = control[ENDED];
          if (compensated) {
            copy(carry.q, carryBefore.q);
            copy(carry.v, carryBefore.v);
            for (let k = 0; k < n; k++) {
              carry.q[k] = lost(q[k], increment.q[k], Q[k]);
              carry.v[k] = lost(v[k], increment.v[k], V[END][k]);
            }
          }
          copy(Q, q);
          copy(V[END], v);
          return null;
        }
        if (clipped && stop < kink) {
          // A step that only the end of the run has cut short is tried again whole: a run that is taken further tries no other.
          stop = kink;
          continue;
        }
        rejected = true;
        h = taken * Math.max(error === Number.POSITIVE_INFINITY ? 0.1 : SHRINK, Math.min(0.9, wanted));
        if (!(h > 4 * Number.EPSILON * Math.abs(s.t)) || h < 1e-290) {
          if (Number.isFinite(sum)) return { kind: "step-size", step: h, dof: worstOf(combinations().order5, A, n) };
          return notFinite(system, s.t, q, v);
        }
      }
    },
    at(t, qOut, vOut) {
      if (t === control[ENDED]) {
        copy(q, qOut);
        copy(v, vOut);
        return;
      }
      if (denseOf !== control[BEGAN]) prepareDense();
      const x = (t - control[BEGAN]) / control[TAKEN];
      const y = 1 - x;
      copy(dense[7].q, qOut);
      copy(dense[7].v, vOut);
      for (let term = 6; term >= 0; term--) {
        const factor = term % 2 === 0 ? x : y;
        addTimes(dense[term].q, factor, qOut, qOut);
        addTimes(dense[term].v, factor, vOut, vOut);
      }
    },
  };
}

/** The size of the motion with a step that is only tried. From rest it is unknown and the trial tells it; later a wild trial
 *  must not excuse its own error. */
function grownScale(known: number, tried: number): number {
  return known === Number.MIN_VALUE ? Math.max(known, tried) : Math.max(known, Math.min(tried, 100 * known));
}

/** A step that resolves the quickest of the motion's own times: |q|/|v|, |v|/|a|, √(|q|/|a|). */
function firstStep(q: number, v: number, a: number, span: number, tolerance: number): number {
  const tiny = 1e-100;
  const times = [q / v, v / a, Math.sqrt(q / a)].filter((time) => time > tiny && time < 1 / tiny);
  const quickest = times.length === 0 ? span / 100 : minOf(times);
  return Math.min(span, quickest * pow(tolerance, 1 / 8));
}

function worstOf(row: Combination, slopes: readonly Vec[], n: number): number {
  let worst = 0;
  let size = -1;
  for (let k = 0; k < n; k++) {
    const error = Math.abs(combined(row, slopes, k));
    if (error > size) {
      worst = k;
      size = error;
    }
  }
  return worst;
}

/** out = x + h y; may alias. */
function addTimes(x: Vec, h: number, y: Vec, out: Vec): void {
  for (let k = 0; k < x.length; k++) out[k] = x[k] + h * y[k];
}

/** increment = h y + what was lost before; out = x + increment. */
function addIncrement(x: Vec, h: number, y: Vec, lostSoFar: Vec, increment: Vec, out: Vec): void {
  for (let k = 0; k < x.length; k++) {
    const dx = h * y[k] + lostSoFar[k];
    increment[k] = dx;
    out[k] = x[k] + dx;
  }
}

/** Adds the squares of the errors of orders 5 and 3 to `squares`. */
function addErrors(slopes: readonly Vec[], scale: number, errors: readonly Vec[], squares: Vec): void {
  const { order5, solution, order3 } = combinations();
  const [fifth, eighth, third] = errors;
  combine(order5, slopes, fifth);
  combine(solution, slopes, eighth);
  combine(order3, slopes, third);
  for (let k = 0; k < fifth.length; k++) {
    const e5 = fifth[k];
    const e3 = eighth[k] - third[k];
    squares[0] += (e5 / scale) * (e5 / scale);
    squares[1] += (e3 / scale) * (e3 / scale);
  }
}

/** The polynomial inside a step, entry k; its upper terms hold their sums already. */
function writeDense(
  dense: readonly Pair[],
  part: "q" | "v",
  k: number,
  h: number,
  before: number,
  mean: number,
  slopeBefore: number,
  slopeAfter: number,
): void {
  const change = h * mean;
  const bend = h * slopeBefore - change;
  dense[0][part][k] = before;
  dense[1][part][k] = change;
  dense[2][part][k] = bend;
  dense[3][part][k] = change - h * slopeAfter - bend;
  for (let term = 4; term < 8; term++) dense[term][part][k] *= h;
}
