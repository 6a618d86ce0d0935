/** The driver: the only time loop. A `Runner` takes as many steps as it is asked for, so that a script can drain it, the
 *  command line can look up between slices and the studio can draw; `run` and `march` are the two ways to use it. */
import { keepBooks } from "./books.js";
import { counted, sumOfWork } from "./counted.js";
import { type Failure, InputError } from "./failure.js";
import { causeOf } from "./force-terms.js";
import { type Ahead, type GrowthPolicy, type Guard, guard, nextLook } from "./growth.js";
import { preparedForJumps } from "./jumps.js";
import { type Ledger, type LedgerBalance, openLedger, type Unbooked } from "./ledger.js";
import {
  type FixedStepMethod,
  type Method,
  type OwnClockMethod,
  type OwnClockStepper,
  refuse,
  type Stepper,
  type Work,
} from "./method.js";
import type { Notice } from "./notice.js";
import type { Observed, Observers } from "./observer.js";
import { copyOf, type State } from "./state.js";
import { type Invariant, isConservative, kineticEnergy, type Problem } from "./system.js";
import type { Vec } from "./vec.js";
import { watching } from "./watch.js";

/** How far to go. Fixed-step methods take `steps` steps of `step`. A method with its own clock runs to `end`; frames are
 *  recorded every `interval`, or at its own steps when none is given. */
export type Time =
  | { readonly step: number; readonly steps: number }
  | { readonly end: number; readonly interval?: number | undefined };

export interface RunOptions<O extends Observers> {
  readonly time: Time;
  /** The observers, or how to make them from everything that is conserved: by the exact motion, then by the scheme alone. */
  readonly observe?: O | ((invariants: readonly Invariant[]) => O);
  /** Keep the energy ledger; costs an energy balance a step. */
  readonly ledger?: boolean;
  /** A motion that gains energy which nothing explains ends the run as failed; `report` lets it go on (default `fail`). */
  readonly growth?: GrowthPolicy;
  /** Ends the run, with status `stopped`, at the first state for which it is true. */
  readonly stop?: (s: Readonly<State>) => boolean;
  /** Go on from here, bit for bit as the run that made the snapshot would have. */
  readonly from?: Snapshot;
}

export type Status = "running" | "completed" | "stopped" | "failed";

/** Plain data: how the run ended, the last good state, and what was observed up to it. */
export interface Run<O extends Observers = Observers> {
  readonly status: Status;
  readonly failure: Failure | null;
  /** Steps accepted since the very start. */
  readonly steps: number;
  readonly last: Readonly<State>;
  readonly observed: Observed<O>;
  readonly ledger: LedgerBalance | null;
  readonly work: Readonly<Work>;
}

/** Everything a run needs to go on. */
export interface Snapshot {
  readonly state: State;
  /** Frames shown so far: what was recorded later belongs to a part of the run that will be repeated. */
  readonly frames: number;
  /** Are there frames left to be shown inside the step last taken? */
  readonly open?: boolean;
  readonly ledger: Vec | null;
  /** What the guard against growth has seen. */
  readonly growth?: Vec;
  readonly observers: Readonly<Record<string, Vec>>;
  readonly work: Readonly<Work>;
}

export interface Runner<O extends Observers = Observers> {
  /** Takes at most `steps` steps and tells whether there is more to do. A method with its own clock may have any number of frames inside
   *  a step: it shows at most `frames` of them, and the others first thing next time. */
  advance(steps: number, frames?: number): boolean;
  /** What observers see. */
  readonly state: Readonly<State>;
  readonly status: Status;
  /** What the exact motion conserves, then what only the scheme does. */
  readonly invariants: readonly Invariant[];
  /** What the method has to say before the run. */
  readonly notices: readonly Notice[];
  snapshot(): Snapshot;
  /** How things stand; the run may go on afterwards. */
  result(): Run<O>;
}

export function begin<O extends Observers>(problem: Problem, method: Method, options: RunOptions<O>): Runner<O> {
  refuse(method, problem.system);
  if (options.growth !== "report") refuseEndlessEnergy(problem);
  return method.clock === "fixed" ? beginFixed(problem, method, options) : beginOwn(problem, method, options);
}

/** Runs to the end. */
export function run<const O extends Observers = Record<never, never>>(
  problem: Problem,
  method: Method,
  options: RunOptions<O>,
): Run<O> {
  const runner = begin(problem, method, options);
  while (runner.advance(Number.MAX_SAFE_INTEGER));
  return runner.result();
}

/** The states of a run one after another, `every` steps apart: `for (const s of march(…)) draw(s)`. */
export function* march<O extends Observers>(
  problem: Problem,
  method: Method,
  options: RunOptions<O>,
  every = 1,
): Generator<Readonly<State>, Run<O>> {
  const runner = begin(problem, method, options);
  yield runner.state;
  let more = runner.status === "running";
  while (more) {
    more = runner.advance(every);
    if (runner.status !== "failed") yield runner.state;
  }
  return runner.result();
}

/** For scripts: the run, or an exception if it failed. */
export function orThrow<O extends Observers>(outcome: Run<O>): Run<O> {
  if (outcome.failure === null) return outcome;
  throw new Error(`the run failed at t = ${outcome.last.t}: ${JSON.stringify(outcome.failure)}`);
}

function beginFixed<O extends Observers>(
  problem: Problem,
  method: FixedStepMethod,
  { time, observe, ledger: open = false, growth = "fail", stop, from }: RunOptions<O>,
): Runner<O> {
  if (!("step" in time)) throw new InputError(`${method.id} takes fixed steps: give step and steps`, { key: "time" });
  const { step: h, steps } = time;
  if (!Number.isFinite(h) || h === 0) throw new InputError(`the step is ${h}; accepted: a finite number, not 0`);
  if (!Number.isSafeInteger(steps) || steps < 0) throw new InputError(`steps is ${steps}; accepted: 0, 1, 2, …`);
  refuseStandstill(problem.t0, problem.t0 + steps * h, Math.abs(h), "step");
  const ledger = ledgerFor(problem, method, open);
  const evaluations = { gradients: 0, tangents: 0 };
  const stepper = preparedForJumps(method, counted(problem, evaluations), h, steps, ledger);
  const { t0, q0, v0 } = problem;
  const s: State = { n: 0, t: t0, q: q0.slice(), v: v0.slice(), memory: stepper.memory };
  if (from !== undefined) restoreState(s, from.state, t0 + from.state.n * h);
  const notices = [...(stepper.notices ?? []), ...(stepper.check?.() ?? [])];
  const invariants = conserved(problem, stepper);
  const observers = typeof observe === "function" ? observe(invariants) : (observe ?? {});
  const watch = watching(observers, s);
  const guarded =
    growth === "fail" ? guard(problem, { ledger, step: h, own: stepper.energy ?? null, bounded: true }) : null;
  const work = sumOfWork(stepper.work, evaluations);
  const books = keepBooks<O>({ s, shown: s, work, ledger, open, guard: guarded, observers, from });
  if (from === undefined) {
    watch.tick(s);
    watch.look(0, 0);
  } else watch.next = s.n + 1;
  books.keep();

  let nextGuard = guarded === null ? Number.POSITIVE_INFINITY : nextLook(s.n, problem.system.dof);
  let status: Status = s.n >= steps ? "completed" : "running";
  if (stop?.(s)) status = "stopped";
  let failure: Failure | null = null;

  const ahead: Ahead = (more) => {
    const [state, booked, work] = [copyOf(s), ledger?.memory.slice(), guarded?.memory.slice()];
    while (advanceTo(stepper, s, s.n + 1, t0, h) === null) {
      guarded?.book?.(s);
      if (!more(s)) break;
    }
    restoreState(s, state, state.t);
    if (booked !== undefined) ledger?.memory.set(booked);
    if (work !== undefined) guarded?.memory.set(work);
    guarded?.reset(s);
  };
  const booking = guarded?.book != null;
  guarded?.reset(s);
  let suspect = 0;
  /** Is the state as it should be? Where it is not, the steps since it last was are taken again, one by one, to find the one that spoiled it. */
  const isSound = (): boolean => {
    const since = s.n - books.kept;
    const found = since === 0 ? null : (guarded?.inspect(s, since === 1 ? ahead : undefined) ?? null);
    if (found === null) {
      if (s.n >= nextGuard) nextGuard = s.n < suspect ? s.n + 1 : nextLook(s.n, problem.system.dof);
      return true;
    }
    suspect = s.n;
    books.takeBack();
    guarded?.reset(s);
    watch.next = nextGuard = s.n + 1;
    if (since === 1) [status, failure] = ["failed", found];
    return false;
  };

  return {
    state: s,
    invariants,
    notices,
    get status() {
      return status;
    },
    advance(count) {
      const last = Math.min(steps, s.n + count);
      while (status === "running" && s.n < last) {
        const watchful = stop !== undefined || ledger !== null || booking;
        books.mark();
        failure = advanceTo(stepper, s, watchful ? s.n + 1 : Math.min(last, watch.next, nextGuard), t0, h);
        if (failure !== null) {
          books.revert();
          failure = causeOf(failure, problem.system, s);
        } else guarded?.book?.(s);
        const stops = failure === null && stop?.(s) === true;
        const due = failure !== null || stops || s.n >= Math.min(last, nextGuard) || watch.keeps(s.n, s.n);
        if (due && !isSound()) continue;
        if (failure !== null) {
          status = "failed";
          break;
        }
        if (s.n >= watch.next) {
          watch.tick(s);
          watch.look(s.n, s.n);
        }
        if (due) books.keep();
        if (s.n >= steps) status = "completed";
        if (stops) status = "stopped";
      }
      return status === "running";
    },
    snapshot: () => books.snapshot(s.n),
    result: () => books.result(status, failure),
  };
}

/** What the system conserves and what the scheme does: where both name the same thing, the scheme knows it better. */
function conserved({ system }: Problem, { invariants: own = [] }: Stepper | OwnClockStepper): Invariant[] {
  const named = (name: string) => own.find((invariant) => invariant.name === name);
  const known = system.invariants.map((invariant) => named(invariant.name) ?? invariant);
  return [...known, ...own.filter((invariant) => !known.includes(invariant))];
}

/** The innermost loop: steps until somebody has to look. */
function advanceTo(stepper: Stepper, s: State, until: number, t0: number, h: number): Failure | null {
  for (let n = s.n; n < until; ) {
    const failure = stepper.step(s);
    if (failure !== null) return failure;
    n++;
    s.n = n;
    s.t = t0 + n * h;
  }
  return null;
}

function beginOwn<O extends Observers>(
  problem: Problem,
  method: OwnClockMethod,
  { time, observe, ledger: open = false, growth = "fail", stop, from }: RunOptions<O>,
): Runner<O> {
  if (!("end" in time)) throw new InputError(`${method.id} chooses its own steps: give end`, { key: "time" });
  const { end, interval } = time;
  const { t0 } = problem;
  if (!Number.isFinite(end) || end < t0) throw new InputError(`end is ${end}; accepted: a number from ${t0} on`);
  if (interval !== undefined && !(interval > 0)) throw new InputError(`interval is ${interval}; accepted: more than 0`);
  if (interval !== undefined) refuseStandstill(t0, end, interval, "interval");
  const ledger = ledgerFor(problem, method, open);
  const evaluations = { gradients: 0, tangents: 0 };
  const stepper = method.prepare(counted(problem, evaluations), ledger);
  // The method's clock, and what is shown of its motion: a state anywhere in its last step.
  const clock: State = { n: 0, t: t0, q: NOTHING, v: NOTHING, memory: stepper.memory };
  if (from !== undefined) restoreState(clock, from.state, from.state.n === 0 ? t0 : Math.max(t0, from.state.t));
  const frame: State = { n: clock.n, t: t0, q: problem.q0.slice(), v: problem.v0.slice(), memory: [] };
  const notices = [...(stepper.notices ?? []), ...(stepper.check?.() ?? [])];
  const invariants = conserved(problem, stepper);
  const observers = typeof observe === "function" ? observe(invariants) : (observe ?? {});
  const watch = watching(observers, frame);
  const guarded = growth === "fail" ? guardOfFrames(problem, stepper) : null;
  let unbooked: Unbooked | null = null;
  const books = keepBooks<O>({
    s: clock,
    shown: frame,
    work: sumOfWork(stepper.work, evaluations),
    ledger,
    unbooked: () => unbooked,
    open,
    guard: guarded,
    observers,
    from,
  });
  const everyStep = watch.stepwise || interval === undefined || stop !== undefined;
  const entered = ledger?.memory.slice();
  let frames = from?.frames ?? 0;
  /** Has the step last taken something that was not shown yet? */
  let isOpen = from?.open ?? false;
  let beforeTheEnd: Snapshot | null = null;
  let failure: Failure | null = null;
  let status: Status = "running";

  const show = (t: number) => {
    frame.n = clock.n;
    frame.t = t;
    stepper.at(t, frame.q, frame.v);
    account();
  };
  /** The ledger as it is in the state that is shown. */
  const account = () => {
    books.mark();
    unbooked = ledger === null ? null : (stepper.unbooked?.(frame.t) ?? null);
  };
  const runs = () => status === "running";
  const failAt = (found: Failure) => {
    failure = found;
    status = "failed";
  };
  /** Lets observers see what is shown, if it is as it should be; the run ends here if it is not, or if it is what was waited for. */
  const present = (n: number, frameNumber: number): void => {
    const found = guarded?.inspect(frame) ?? null;
    if (found !== null) {
      failAt(found);
      books.takeBack();
      account();
      return;
    }
    watch.look(n, frameNumber);
    books.keep();
    if (stop?.(frame)) status = "stopped";
  };
  /** The time of the next frame, if it lies inside the step last taken; or else NaN. */
  const nextFrame = (): number => {
    if (interval === undefined) return Number.NaN;
    const reach = Math.min(clock.t, end);
    const slack = reach === end ? 1e-9 * interval : 0; // a frame that misses the end by rounding belongs to the run
    const t = t0 + (frames + 1) * interval;
    return t <= reach + slack ? Math.min(t, reach) : Number.NaN;
  };
  /** Shows at most so many of the frames inside the step last taken, and tells how many. */
  const showFrames = (most: number): number => {
    let shown = 0;
    for (let t = nextFrame(); shown < most && runs() && !Number.isNaN(t); t = nextFrame()) {
      show(t);
      frames++;
      shown++;
      present(Number.NaN, frames);
    }
    return shown;
  };
  /** Shows the step's end to those who want to see every step, after its frames. */
  const showEnd = () => {
    show(clock.t);
    if (interval === undefined) frames++;
    present(clock.n, interval === undefined ? frames : Number.NaN);
  };
  const complete = () => {
    show(end);
    const found = guarded?.inspect(frame) ?? null;
    if (found === null) status = "completed";
    else {
      failAt(found);
      books.takeBack();
      account();
    }
  };
  const takeStep = () => {
    beforeTheEnd = clock.t + stepper.reach >= end ? books.snapshot(frames) : null;
    if (ledger !== null) entered?.set(ledger.memory);
    const found = stepper.step(clock, end);
    if (found !== null) {
      // What is known last is where the step began, wherever the last frame was.
      if (entered !== undefined) ledger?.memory.set(entered);
      failAt(found);
      show(clock.t);
      return;
    }
    clock.n++;
    if (clock.t < end) beforeTheEnd = null;
    isOpen = true;
    watch.tick(clock);
  };

  show(Math.min(clock.t, end));
  if (from === undefined) {
    watch.tick(clock);
    watch.look(0, 0);
  }
  books.keep();
  if (stop?.(frame)) status = "stopped";
  // A run resumed towards a later end may have frames left inside the step it had taken.
  else if (clock.t >= end && !isOpen && Number.isNaN(nextFrame())) status = "completed";

  return {
    state: frame,
    invariants,
    notices,
    get status() {
      return status;
    },
    advance(count, most = Number.POSITIVE_INFINITY) {
      let room = most;
      for (let taken = 0; runs(); taken++) {
        room -= showFrames(room);
        if (!runs() || !Number.isNaN(nextFrame())) break;
        if (isOpen && everyStep) showEnd();
        isOpen = false;
        if (runs() && clock.t >= end) complete();
        if (!runs() || taken === count) break;
        takeStep();
      }
      return runs();
    },
    snapshot: () => beforeTheEnd ?? { ...books.snapshot(frames), ...(isOpen && { open: true }) },
    result: () => books.result(status, failure),
  };
}

/** Loads are booked when an interval of such a method ends, not at every frame: under them only numbers out of range are seen. */
function guardOfFrames(problem: Problem, { energy, invariants = [] }: OwnClockStepper): Guard {
  const own = energy ?? invariants.find(({ name }) => name === "energy") ?? null;
  return guard(problem, { ledger: null, step: 0, own, bounded: isConservative(problem.system) });
}

function ledgerFor(problem: Problem, { claims }: Method, kept: boolean): Ledger | null {
  return kept ? openLedger(problem, claims.balance === "closed") : null;
}

/** From an energy that is no number nothing can be told about the energy of a motion. */
function refuseEndlessEnergy({ system, q0, v0 }: Problem): void {
  const energies = {
    kinetic: kineticEnergy(system, v0, new Float64Array(system.dof)),
    potential: system.potential(q0),
  };
  for (const [name, energy] of Object.entries(energies)) {
    if (Number.isFinite(energy)) continue;
    const found = `the ${name} energy of the start is ${energy}`;
    throw new InputError(`${found}; accepted: a start with a finite energy, in units that suit it`, { key: "start" });
  }
}

/** Times that are not told apart as numbers are no times: two steps of the last size have to be. */
function refuseStandstill(t0: number, end: number, step: number, key: string): void {
  const largest = Math.max(Math.abs(t0), Math.abs(end));
  const spacing = 2 ** (Math.floor(Math.log2(largest)) - 52);
  if (!(step < 2 * spacing)) return;
  const found = `a step of ${step} is lost in the time ${largest}, around which numbers are ${spacing} apart`;
  throw new InputError(`${found}; accepted: at least ${2 * spacing}, or a start nearer to 0`, { key: `time.${key}` });
}

const NOTHING = new Float64Array(0);

/** `t` is the time that belongs to it. */
function restoreState(s: State, from: Readonly<State>, t: number): void {
  const fits =
    from.q.length === s.q.length &&
    from.memory.length === s.memory.length &&
    from.memory.every((vector, i) => vector.length === s.memory[i].length);
  if (!fits) throw new InputError("the snapshot belongs to another system or another method");
  if (from.t !== t) {
    const found = `the snapshot is at t = ${from.t} after ${from.n} steps, which is t = ${t} of this run`;
    throw new InputError(`${found}: it is damaged, or belongs to another run`);
  }
  s.n = from.n;
  s.t = from.t;
  s.q.set(from.q);
  s.v.set(from.v);
  for (let i = 0; i < s.memory.length; i++) s.memory[i].set(from.memory[i]);
}
