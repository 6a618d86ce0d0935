/** A run with everything a certificate asks of it: energies, invariants with what rounding does to them, the ledger, states. */
import { InputError } from "../../core/failure.js";
import type { LedgerBalance } from "../../core/ledger.js";
import type { Method } from "../../core/method.js";
import type { Observer } from "../../core/observer.js";
import type { Status } from "../../core/run.js";
import type { State } from "../../core/state.js";
import { energyOf, type Invariant, kineticEnergy, type Problem, totalForce } from "../../core/system.js";
import { maxOf, type Vec } from "../../core/vec.js";
import { dot } from "../../linalg/vec.js";
import { directions } from "./random.js";
import { runWithinBounds } from "./within-bounds.js";

export interface Instant {
  readonly t: number;
  readonly q: Vec;
  readonly v: Vec;
}

export interface Motion {
  readonly step: number;
  /** Steps taken, or frames seen of a method with its own clock. */
  readonly steps: number;
  /** Did it go far enough for invariants to be judged, even if it failed later? */
  readonly usable: boolean;
  /** Why it did not complete, in words. */
  readonly failure: string | null;
  /** The largest kinetic energy, and by how much the potential has varied. */
  readonly kinetic: number;
  readonly potential: number;
  readonly invariants: readonly Kept[];
  /** What the rounding of a state does to kinetic plus potential energy, conserved or not. */
  readonly energyRounding: number;
  readonly energy: { readonly t: Vec; readonly values: Vec };
  readonly ledger: LedgerBalance | null;
  /** The largest (h²/2) a·M a: what a step of the accelerations there could do. Balances of steps have terms of this size. */
  readonly stepEnergy: number;
  /** What the rounding of a position does to the energy of a step, through the accelerations there. */
  readonly stepRounding: number;
  /** A few states of it, the start first. */
  readonly states: readonly Instant[];
  /** The state at which the kinetic energy changes fastest: in a short contact, which a few states may all miss. */
  readonly hardest: Instant | null;
}

/** What an invariant did. */
export interface Kept {
  readonly name: string;
  /** Of the scheme alone, not of the exact motion. */
  readonly own: boolean;
  readonly variation: number;
  /** Its largest value, or the largest of the terms that cancel in it. */
  readonly scale: number;
  /** What the rounding of a state does to it. */
  readonly rounding: number;
}

/** So many states are kept, spread over the run. */
const STATES = 24;
/** A run that fails later than this has shown what it conserves. */
const FEWEST = 50;
/** A state is rounded by this much of its largest values. */
export const ULPS = 2 * Number.EPSILON;

/** Rounding errors of either sign add up like a random walk; those of iterations that stop on one side, linearly, by parts of an ulp. */
export const accumulated = (rounding: number, steps: number) => rounding * (4 * Math.sqrt(steps) + steps / 4);

export function watched(
  problem: Problem,
  method: Method,
  step: number,
  steps: number,
  as: "run" | "reference" = "run",
): Motion {
  const time = method.clock === "own" ? { end: problem.t0 + step * steps, interval: step } : { step, steps };
  const { system } = problem;
  let conserved: readonly Invariant[] = [];
  const observe = (invariants: readonly Invariant[]) => {
    conserved = invariants;
    return { seen: observer(problem, invariants, Math.max(1, Math.ceil(steps / STATES))) };
  };
  try {
    const outcome = runWithinBounds(problem, method, { time, observe, ledger: true, growth: "report" }, as);
    const { seen } = outcome.observed;
    const [energyRounding, ...rounding] = roundingOf(
      [energyOf(system), ...conserved],
      seen.states,
      solverTolerance(method),
    );
    const [speed, acceleration] = [Math.sqrt(2 * seen.kinetic), accelerationOf(problem, seen.states)];
    const completed = outcome.status === "completed" && seen.sound;
    return {
      step,
      steps: seen.count - 1,
      usable: seen.sound && (completed || seen.count > FEWEST),
      failure: completed ? null : `the run ${endOf(outcome.status, seen.sound)} after ${outcome.steps} steps`,
      kinetic: seen.kinetic,
      potential: seen.potential,
      invariants: conserved.map(({ name, varies = false }, i) => ({
        name,
        own: !varies && system.invariants.every((known) => known.name !== name),
        variation: seen.most[i] - seen.least[i],
        scale: Math.max(Math.abs(seen.most[i]), Math.abs(seen.least[i]), rounding[i] / ULPS),
        rounding: rounding[i],
      })),
      energyRounding,
      energy: seen.energy,
      ledger: outcome.ledger,
      stepEnergy: ((step * step) / 2) * acceleration ** 2,
      stepRounding: accelerationRounding(problem, seen.states) * step * (speed + step * acceleration),
      states: seen.states,
      hardest: seen.hardest,
    };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { ...NOTHING, step, failure: error.reason };
  }
}

const endOf = (status: Status, sound: boolean) =>
  !sound ? "left all numbers" : status === "running" ? "was not at its end" : "failed";

const NOTHING: Omit<Motion, "step"> = {
  steps: 0,
  usable: false,
  failure: null,
  kinetic: 0,
  potential: 0,
  invariants: [],
  energyRounding: 0,
  energy: { t: new Float64Array(0), values: new Float64Array(0) },
  ledger: null,
  stepEnergy: 0,
  stepRounding: 0,
  states: [],
  hardest: null,
};

interface Seen extends Pick<Motion, "kinetic" | "potential" | "states" | "hardest" | "energy"> {
  readonly count: number;
  readonly sound: boolean;
  readonly most: readonly number[];
  readonly least: readonly number[];
}

function observer({ system }: Problem, invariants: readonly Invariant[], stride: number): Observer<Seen> {
  const p = new Float64Array(system.dof);
  const states: Instant[] = [];
  const t: number[] = [];
  const energies: number[] = [];
  const most = invariants.map(() => Number.NEGATIVE_INFINITY);
  const least = invariants.map(() => Number.POSITIVE_INFINITY);
  const energyAt = invariants.findIndex(({ name }) => name === "energy");
  let [count, kinetic, high, low] = [0, 0, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  let sound = true;
  let [last, fastest] = [Number.NaN, 0];
  let hardest: Instant | null = null;
  return {
    observe(s: Readonly<State>) {
      if (count % stride === 0) states.push({ t: s.t, q: s.q.slice(), v: s.v.slice() });
      count++;
      const potential = system.potential(s.q);
      const now = kineticEnergy(system, s.v, p);
      kinetic = Math.max(kinetic, now);
      if (Math.abs(now - last) > fastest) {
        fastest = Math.abs(now - last);
        hardest = { t: s.t, q: s.q.slice(), v: s.v.slice() };
      }
      last = now;
      high = Math.max(high, potential);
      low = Math.min(low, potential);
      invariants.forEach((invariant, i) => {
        const value = invariant.value(s.t, s.q, s.v);
        most[i] = Math.max(most[i], value);
        least[i] = Math.min(least[i], value);
        if (i === energyAt) {
          t.push(s.t);
          energies.push(value);
        }
      });
      sound &&= Number.isFinite(kinetic + potential);
    },
    finish: () => ({
      count,
      sound,
      kinetic,
      potential: count === 0 ? 0 : high - low,
      most,
      least,
      states,
      hardest,
      energy: { t: Float64Array.from(t), values: Float64Array.from(energies) },
    }),
  };
}

/** The largest acceleration, in the norm of the mass. */
export function accelerationOf({ system }: Problem, states: readonly Instant[]): number {
  const [force, a] = [new Float64Array(system.dof), new Float64Array(system.dof)];
  let most = 0;
  for (const { t, q, v } of states) {
    totalForce(system, t, q, v, force);
    system.mass.solve(force, a);
    most = Math.max(most, Math.sqrt(Math.max(0, dot(force, a))));
  }
  return most;
}

/** By how much accelerations change, in the norm of the mass, where positions are off by some ulps of the largest values they take. */
function accelerationRounding({ system }: Problem, states: readonly Instant[]): number {
  const n = system.dof;
  const [force, off, a] = [new Float64Array(n), new Float64Array(n), new Float64Array(n)];
  const reach = reachOf(states, ({ q }) => q, ULPS);
  const { moved } = directions();
  let most = 0;
  for (const { t, q, v } of states) {
    totalForce(system, t, q, v, force);
    for (let sample = 0; sample < 3; sample++) {
      totalForce(system, t, moved(q, reach), v, off);
      for (let i = 0; i < n; i++) off[i] -= force[i];
      system.mass.solve(off, a);
      const change = Math.sqrt(Math.max(0, dot(off, a)));
      if (Number.isFinite(change)) most = Math.max(most, change);
    }
  }
  return most;
}

/** A part of the largest value that every entry takes. */
const reachOf = (states: readonly Instant[], of: (s: Instant) => Vec, part: number): Vec =>
  of(states[0]).map((_, i) => part * maxOf(states.map((s) => Math.abs(of(s)[i]))));

/** What iterations of a method may leave of its equations, relative to their terms; 0 for rounding alone. */
export function solverTolerance({ parameters, clock }: Method): number {
  const { tolerance } = parameters;
  return clock === "fixed" && typeof tolerance === "number" ? tolerance : 0;
}

/** By how much every invariant changes, at most, where the states of a motion are off by some ulps of the largest values they take. */
function roundingOf(invariants: readonly Invariant[], states: readonly Instant[], tolerance: number): number[] {
  const part = Math.max(ULPS, tolerance);
  const [ofPosition, ofVelocity] = [reachOf(states, ({ q }) => q, part), reachOf(states, ({ v }) => v, part)];
  const { moved } = directions();
  const rounding = invariants.map(() => 0);
  for (const { t, q, v } of states) {
    const values = invariants.map((invariant) => invariant.value(t, q, v));
    for (let sample = 0; sample < 3; sample++) {
      const [x, w] = [moved(q, ofPosition), moved(v, ofVelocity)];
      invariants.forEach((invariant, i) => {
        const off = Math.abs(invariant.value(t, x, w) - values[i]);
        if (Number.isFinite(off)) rounding[i] = Math.max(rounding[i], off, (Number.EPSILON / 2) * Math.abs(values[i]));
      });
    }
  }
  return rounding;
}
