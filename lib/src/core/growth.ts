/** Does a motion gain or lose energy that nothing explains? A run that does has computed something else, and ends:
 *
 *      K + V > E₀ + W + 10 S  or  K + V < E₀ + W − D − 10 S,
 *      S the largest so far of |K₀|, |V₀|, |W|, |P h| and the kinetic energy that is explained,
 *
 *  where W is what loads have put in (and a damping that drives), D what damping has taken out, and the kinetic energy is explained as far as
 *  the potential has fallen and loads have worked: K ≤ E₀ + W − V. What falls into a well, however deep, turns potential into kinetic
 *  energy: the sum stays. A body that falls from a potential of 0 has a scale of its own that way, and a motion that explodes
 *  does not make one for itself. Work is booked to within a step, in which loads of power P do P h: after a start from nothing that is all there
 *  is. It counts where loads depend on time alone; those that follow the motion would hide that it explodes, and count at the start only. A weight that is
 *  part of V does work as well: where the start has no energy at all, |∇V(q₀)·(q − q₀)| and |∇V(q₀)·v h| are scales too, which grow less than the energy of
 *  what explodes.
 *
 *  Where a ledger is kept, it knows W and D, and of every state, not only of those that are looked at, whether its energy is a number. A ledger costs an energy balance a step, which may double the cost of an explicit one; without it the
 *  work of the loads is booked here, by Simpson's rule over the step, at the cost of the load alone, and a damping that is seen to drive ends the watch
 *  over the bounds. D is then not known, and neither is what dry friction takes.
 *
 *  Some things look like a gain or a loss that nothing explains and are none; they are told apart when a bound is passed, which costs nothing before:
 *  - V is computed with rounding errors far above a small motion (1 − cos x, the strain energy of a stiff solid): then ∇V, whose
 *    errors are as small as the motion, does not know about the change.
 *  - A method conserves the energy of its own, approximate potential: then that is what counts.
 *  - A step next to the limit of stability lets the energy swing by a factor 1/(1 − h²ω²/4): what swings comes back soon, to within S
 *    of where it was; what grows does not.
 *  - A method that damps may stop a motion at the bottom of a well before it has gained any speed, if its steps are long: so all that has been
 *    set free is lost at once, and then no more. What runs away goes on to fall.
 *  - Damping of which no ledger knows explains what is lost from here on, step by step. */
import { binaryExponent } from "./elementary.js";
import type { Failure } from "./failure.js";
import { type Ledger, powersOf } from "./ledger.js";
import type { State } from "./state.js";
import { type Invariant, kineticEnergy, type Problem, type System } from "./system.js";
import type { Vec } from "./vec.js";

/** `fail`: the run ends as failed. `report`: it goes on, to show an instability. */
export type GrowthPolicy = "fail" | "report";

/** The bound, in units of S. */
const TIMES = 10;
/** Steps between two checks, independent of observers; at the start they are close together. A check costs about what a step does, and the code
 *  for it has to be compiled: thousands of steps of a few unknowns are over before that pays. The states between two looks may have to be kept: of
 *  many unknowns no more than so many positions, and as many velocities and numbers of every vector that the method remembers. */
const FARTHEST = 256;
const FARTHEST_OF_FEW = 4096;
const FEW = 16;
const MOST_KEPT = 2 ** 20;
/** What swings comes back within so many steps. */
const PATIENCE = 64;
/** What has come back or to rest may go as far again, and that much farther. */
const HIGHER = 4;
/** Of a change of V, the share that ∇V has to know about; of a change of the energy, the share that a method's own may have, since it is rounded. */
const KNOWN = 0.01;
/** The steps that belong to the start. */
const FIRST = 16;

export interface Guard {
  /** Null: the state is as it should be. `ahead` shows how the motion would go on, one state after another, as long as its callback returns true. */
  inspect(s: Readonly<State>, ahead?: Ahead): Failure | null;
  /** Is the state as it should be, as far as can be seen without looking ahead? Leaves no trace. */
  accepts(s: Readonly<State>): boolean;
  /** Books the work of the step that has led here; null where there is nothing to book, or a ledger that does. */
  readonly book: ((s: Readonly<State>) => void) | null;
  /** The state is another one than the step before had led to. */
  reset(s: Readonly<State>): void;
  /** The largest scale so far, how far the bound was raised, what was booked: what a checkpoint has to keep. */
  readonly memory: Vec;
}

export type Ahead = (more: (s: Readonly<State>) => boolean) => void;

/** The next step at which to look: 1, 2, 4, … 256, 512, 768, …; of few unknowns 1, 2, 4, … 4096, 8192, 12288, … */
export function nextLook(n: number, dof: number): number {
  const farthest = dof <= FEW ? FARTHEST_OF_FEW : Math.max(1, Math.min(FARTHEST, powerOfTwoBelow(MOST_KEPT / dof)));
  if (n >= farthest) return (Math.floor(n / farthest) + 1) * farthest;
  return n < 1 ? 1 : 2 ** (binaryExponent(n) + 1);
}

const powerOfTwoBelow = (x: number): number => 2 ** binaryExponent(x);

export interface GuardOptions {
  /** Null where none is kept. */
  readonly ledger: Pick<Ledger, "supplied" | "dissipated" | "isFinite" | "closed"> | null;
  readonly step: number;
  /** The energy that the method's balance is about, where it is not that of the system. */
  readonly own: Invariant | null;
  /** May the method take energy out of a motion that nothing damps? */
  readonly dissipative: boolean;
  /** Look at the size of the energy, too, not only whether it is a number. */
  readonly bounded: boolean;
}

export function guard(
  { system, t0, q0, v0 }: Problem,
  { ledger, step, own, dissipative, bounded }: GuardOptions,
): Guard {
  const [scratch, path, slope] = Array.from({ length: 3 }, () => new Float64Array(system.dof));
  const kinetic0 = kineticEnergy(system, v0, scratch);
  const start = kinetic0 + system.potential(q0);
  const watched = bounded && Number.isFinite(start);
  const atStart = Math.max(kinetic0, Math.abs(start - kinetic0));
  const memory = Float64Array.of(atStart, 0, 0, 0);
  const { reset, book } = workBooking(system, step, memory);

  /** What the energy should not exceed but by the errors of the method, and what it should not fall below. */
  const ceiling = () => start + (ledger?.supplied ?? memory[WORK]);
  const floor = () => ceiling() - (ledger?.dissipated ?? 0);
  const energyIn = ({ q, v }: Readonly<State>) => kineticEnergy(system, v, scratch) + system.potential(q);
  /** By how much it is above or below; negative in between. */
  const excessOf = (energy: number) => Math.max(energy - ceiling(), floor() - energy);
  const isDamped = ledger === null && system.damping !== null;
  const isRubbed = ledger === null && system.friction !== undefined;

  /** What the force of the start has done on the way, and does in a step. */
  const ofWeight = ({ q, v }: Readonly<State>) => {
    system.gradient(q0, slope);
    let [work, rate] = [0, 0];
    for (let i = 0; i < slope.length; i++) {
      work += slope[i] * (q[i] - q0[i]);
      rate += slope[i] * v[i];
    }
    return Math.max(Math.abs(work), Math.abs(step * rate));
  };
  const { load: power, dissipation } = powersOf(system);
  const isOfTime = system.load?.byPosition == null && system.load?.byVelocity == null;
  /** What loads may have done that is not booked yet. */
  const pending = ({ n, t, q, v }: Readonly<State>) =>
    system.load !== null && (isOfTime || n <= FIRST)
      ? Math.abs(step) * Math.max(Math.abs(power(t, q, v)), Math.abs(power(t - step / 2, q, v)))
      : 0;

  /** Is there a force, on the way from the start to here, that is as large as one must be where V changes by so much? */
  const isFelt = ({ q, v }: Readonly<State>, change: number): boolean => {
    if (kineticEnergy(system, v, scratch) > KNOWN * change) return true;
    for (const part of [1, 0.75, 0.5, 0.25]) {
      for (let i = 0; i < q.length; i++) path[i] = q0[i] + part * (q[i] - q0[i]);
      system.gradient(path, slope);
      let work = 0;
      for (let i = 0; i < q.length; i++) work += slope[i] * (q[i] - q0[i]);
      if (!(Math.abs(work) <= KNOWN * change)) return true;
    }
    return false;
  };

  const kept = (energy: Invariant, { t, q, v }: Readonly<State>, bound: number): boolean =>
    excessOf(start + energy.value(t, q, v) - energy.value(t0, q0, v0)) <= bound;

  /** Does the energy come back, or come to rest after a loss? Then it may go as far again. */
  const passes = (s: Readonly<State>, excess: number, ahead: Ahead): boolean => {
    const mayRest = (dissipative || isDamped) && energyIn(s) < floor();
    let [farthest, steps, damped, rate] = [excess, 0, 0, isDamped ? dissipation(s.t, s.q, s.v) : 0];
    let [isBack, isLost] = [false, !mayRest];
    ahead((next) => {
      const now = excessOf(energyIn(next));
      if (!Number.isFinite(now)) {
        isLost = true;
        return false;
      }
      if (isDamped) {
        const before = rate;
        rate = dissipation(next.t, next.q, next.v);
        damped += (step * (before + rate)) / 2;
      }
      farthest = Math.max(farthest, now);
      isBack = now <= memory[SCALE];
      isLost ||= now - damped > 2 * excess;
      return !isBack && ++steps < PATIENCE;
    });
    if (isBack || !isLost) memory[RAISED] = HIGHER * farthest;
    return isBack || !isLost;
  };

  /** A ledger that is open does not know the energies of states that are not looked at. */
  const bookEnergy = (s: Readonly<State>) => {
    if (!Number.isFinite(energyIn(s))) memory[WORK] = Number.NaN;
  };
  const booking = () => {
    if (!watched) return null;
    if (ledger !== null) return ledger.closed ? null : bookEnergy;
    return system.load === null ? null : book;
  };

  const inspect = (s: Readonly<State>, ahead?: Ahead): Failure | null => {
    const lost = outOfRange(s);
    if (lost !== null || !watched) return lost;
    if (ledger === null && system.damping !== null && dissipation(s.t, s.q, s.v) < 0) memory[DRIVEN] = 1;
    if (memory[DRIVEN] === 1) return null;
    // A state since the last look, if not this one, had an energy that is no number.
    const isLost = ledger !== null && !(ledger.isFinite && Number.isFinite(memory[WORK]));
    const energy = isLost ? Number.NaN : energyIn(s);
    if (isRubbed && energy < floor() && energy > Number.NEGATIVE_INFINITY) return null;
    const excess = excessOf(energy);
    if (Number.isFinite(excess)) {
      const kinetic = kineticEnergy(system, s.v, scratch) - Math.max(0, energy - ceiling());
      memory[SCALE] = Math.max(memory[SCALE], Math.abs(ceiling() - start), pending(s), kinetic);
    }
    let bound = Math.max(TIMES * memory[SCALE], memory[RAISED]);
    if (excess <= bound) return null;
    if (Number.isFinite(excess) && atStart === 0) {
      memory[SCALE] = Math.max(memory[SCALE], ofWeight(s));
      bound = Math.max(bound, TIMES * memory[SCALE]);
      if (excess <= bound) return null;
    }
    if (Number.isFinite(excess)) {
      if (own !== null && kept(own, s, Math.max(bound, KNOWN * excess))) return null;
      if (!isFelt(s, excess)) return null;
      if (ahead !== undefined && passes(s, excess, ahead)) return null;
    }
    const fault = Number.isFinite(excess) ? null : (system.fault?.(s.q) ?? null);
    const isLoss = energy < floor();
    const explained = isLoss ? floor() : ceiling();
    const limit = isLoss ? explained - bound : explained + bound;
    return fault ?? { kind: "growth", energy, bound: limit, start, supplied: explained - start, t: s.t };
  };

  return {
    memory,
    reset,
    book: booking(),
    inspect,
    accepts(s) {
      const before = memory.slice();
      const found = inspect(s);
      memory.set(before);
      return found === null;
    },
  };
}

/** The numbers of a guard's memory. */
const [SCALE, RAISED, WORK, DRIVEN] = [0, 1, 2, 3];

/** Books the work of the loads by Simpson's rule over the step. */
function workBooking(
  system: System,
  step: number,
  memory: Vec,
): Pick<Guard, "reset"> & { book(s: Readonly<State>): void } {
  const [before, path, loads, loadsBefore, between] = Array.from({ length: 5 }, () => new Float64Array(system.dof));
  const loadsAt = ({ t, q, v }: Pick<State, "t" | "q" | "v">, out: Vec) => {
    out.fill(0);
    system.load?.addTo(t, q, v, out);
  };
  return {
    reset(s) {
      before.set(s.q);
      loadsAt(s, loadsBefore);
    },
    book(s) {
      loadsAt(s, loads);
      // A load may vanish at all step points, a pulse between them among others.
      for (let i = 0; i < before.length; i++) path[i] = (before[i] + s.q[i]) / 2;
      loadsAt({ t: s.t - step / 2, q: path, v: s.v }, between);
      let work = 0;
      for (let i = 0; i < loads.length; i++)
        work += (loadsBefore[i] + 4 * between[i] + loads[i]) * (s.q[i] - before[i]);
      memory[WORK] += work / 6;
      before.set(s.q);
      loadsBefore.set(loads);
    },
  };
}

function outOfRange({ q, v }: Readonly<State>): Failure | null {
  for (let i = 0; i < q.length; i++) {
    if (!Number.isFinite(q[i])) return { kind: "not-finite", dof: i, term: "position" };
    if (!Number.isFinite(v[i])) return { kind: "not-finite", dof: i, term: "velocity" };
  }
  return null;
}
