/** The driver: the only time loop. A `Runner` takes as many steps as it is asked for, so that a script can drain it, the
 *  command line can look up between slices and the studio can draw; `run` and `march` are the two ways to use it. */
import { type Failure, InputError } from "./failure.js";
import { type Ledger, type LedgerBalance, openLedger } from "./ledger.js";
import {
  type FixedStepMethod,
  type Method,
  noWork,
  type OwnClockMethod,
  type OwnClockStepper,
  refuse,
  type Stepper,
  type Work,
} from "./method.js";
import type { Observed, Observers } from "./observer.js";
import { copyOf, type State } from "./state.js";
import type { Invariant, Problem } from "./system.js";
import type { Vec } from "./vec.js";

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
  readonly ledger: Vec | null;
  readonly observers: Readonly<Record<string, Vec>>;
  readonly work: Readonly<Work>;
}

export interface Runner<O extends Observers = Observers> {
  /** Takes at most `steps` steps and tells whether there is more to do. */
  advance(steps: number): boolean;
  /** What observers see. */
  readonly state: Readonly<State>;
  readonly status: Status;
  /** What the exact motion conserves, then what only the scheme does. */
  readonly invariants: readonly Invariant[];
  /** What the method has to say before the run. */
  readonly notices: readonly string[];
  snapshot(): Snapshot;
  /** How things stand; the run may go on afterwards. */
  result(): Run<O>;
}

export function begin<O extends Observers>(problem: Problem, method: Method, options: RunOptions<O>): Runner<O> {
  refuse(method, problem.system);
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
  { time, observe, ledger: wanted, stop, from }: RunOptions<O>,
): Runner<O> {
  if (!("step" in time)) throw new InputError(`${method.id} takes fixed steps: give step and steps`, { key: "time" });
  const { step: h, steps } = time;
  if (!Number.isFinite(h) || h === 0) throw new InputError(`the step is ${h}; accepted: a finite number, not 0`);
  if (!Number.isSafeInteger(steps) || steps < 0) throw new InputError(`steps is ${steps}; accepted: 0, 1, 2, …`);
  const ledger = wanted ? openLedger(problem, method.claims.balance === "closed") : null;
  const stepper = method.prepare(problem, h, ledger);
  const { t0, q0, v0 } = problem;
  const s: State = { n: 0, t: t0, q: q0.slice(), v: v0.slice(), memory: stepper.memory };
  if (from !== undefined) restoreState(s, from.state);
  const notices = [...(stepper.notices ?? []), ...(stepper.check?.() ?? [])];
  const invariants = conserved(problem, stepper);
  const watch = watching(typeof observe === "function" ? observe(invariants) : observe, s);
  const books = keepBooks<O>({ s, work: stepper.work, ledger, watch, from });
  if (from === undefined) {
    watch.tick(s);
    watch.look(0, 0);
  } else watch.next = s.n + 1;

  let status: Status = s.n >= steps ? "completed" : "running";
  if (stop?.(s)) status = "stopped";
  let failure: Failure | null = null;
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
        const pause = stop !== undefined || ledger !== null ? s.n + 1 : Math.min(last, watch.next);
        books.mark();
        failure = sprint(stepper, s, pause, t0, h);
        if (failure !== null) {
          books.revert();
          status = "failed";
          break;
        }
        if (s.n >= watch.next) {
          watch.tick(s);
          watch.look(s.n, s.n);
        }
        if (s.n >= steps) status = "completed";
        if (stop?.(s)) status = "stopped";
      }
      return status === "running";
    },
    snapshot: () => books.snapshot(s.n),
    result: () => books.result(status, failure, s),
  };
}

/** What the system conserves and what the scheme does: where both name the same thing, the scheme knows it better. */
function conserved({ system }: Problem, { invariants: own = [] }: Stepper | OwnClockStepper): Invariant[] {
  const named = (name: string) => own.find((invariant) => invariant.name === name);
  const known = system.invariants.map((invariant) => named(invariant.name) ?? invariant);
  return [...known, ...own.filter((invariant) => !known.includes(invariant))];
}

/** The innermost loop: steps until somebody has to look. */
function sprint(stepper: Stepper, s: State, until: number, t0: number, h: number): Failure | null {
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
  { time, observe, ledger: wanted, stop, from }: RunOptions<O>,
): Runner<O> {
  if (!("end" in time)) throw new InputError(`${method.id} chooses its own steps: give end`, { key: "time" });
  const { end, interval } = time;
  const { t0 } = problem;
  if (!Number.isFinite(end) || end < t0) throw new InputError(`end is ${end}; accepted: a number from ${t0} on`);
  if (interval !== undefined && !(interval > 0)) throw new InputError(`interval is ${interval}; accepted: more than 0`);
  const ledger = wanted ? openLedger(problem, method.claims.balance === "closed") : null;
  const stepper = method.prepare(problem, ledger);
  // The method's clock, and what is shown of its motion: a state anywhere in its last step.
  const clock: State = { n: 0, t: t0, q: NOTHING, v: NOTHING, memory: stepper.memory };
  if (from !== undefined) restoreState(clock, from.state);
  const frame: State = { n: clock.n, t: t0, q: problem.q0.slice(), v: problem.v0.slice(), memory: [] };
  const notices = [...(stepper.notices ?? []), ...(stepper.check?.() ?? [])];
  const invariants = conserved(problem, stepper);
  const watch = watching(typeof observe === "function" ? observe(invariants) : observe, frame);
  const books = keepBooks<O>({ s: clock, work: stepper.work, ledger, watch, from });
  const everyStep = watch.stepwise || interval === undefined || stop !== undefined;
  let frames = from?.frames ?? 0;
  let beforeTheEnd: Snapshot | null = null;
  let failure: Failure | null = null;

  const show = (t: number) => {
    frame.n = clock.n;
    frame.t = t;
    stepper.at(t, frame.q, frame.v);
  };
  /** Shows the frames that lie inside the step just taken; true if one of them ends the run. */
  const showFrames = (): boolean => {
    if (interval === undefined) return false;
    const reach = Math.min(clock.t, end);
    const slack = reach === end ? 1e-9 * interval : 0; // a frame that misses the end by rounding belongs to the run
    for (let t = t0 + (frames + 1) * interval; t <= reach + slack; t = t0 + (frames + 1) * interval) {
      show(Math.min(t, reach));
      frames++;
      watch.look(Number.NaN, frames);
      if (stop?.(frame)) return true;
    }
    return false;
  };

  show(Math.min(clock.t, end));
  if (from === undefined) {
    watch.tick(clock);
    watch.look(0, 0);
  }
  // A run resumed towards a later end may have frames left inside the step it had taken.
  let status: Status = showFrames() || stop?.(frame) ? "stopped" : clock.t >= end ? "completed" : "running";

  return {
    state: frame,
    invariants,
    notices,
    get status() {
      return status;
    },
    advance(count) {
      for (let i = 0; i < count && status === "running"; i++) {
        beforeTheEnd = clock.t + stepper.reach >= end ? books.snapshot(frames) : null;
        books.mark();
        failure = stepper.step(clock, end);
        if (failure !== null) {
          books.revert();
          status = "failed";
          break;
        }
        clock.n++;
        if (clock.t < end) beforeTheEnd = null;
        else status = "completed";
        if (showFrames()) {
          status = "stopped";
          break;
        }
        watch.tick(clock);
        if (everyStep) {
          show(clock.t);
          if (interval === undefined) frames++;
          watch.look(clock.n, interval === undefined ? frames : Number.NaN);
          if (stop?.(frame)) status = "stopped";
        }
        if (status === "completed") show(end);
      }
      return status === "running";
    },
    snapshot: () => beforeTheEnd ?? books.snapshot(frames),
    result: () => books.result(status, failure, frame),
  };
}

const NOTHING = new Float64Array(0);

function restoreState(s: State, from: Readonly<State>): void {
  const fits =
    from.q.length === s.q.length &&
    from.memory.length === s.memory.length &&
    from.memory.every((vector, i) => vector.length === s.memory[i].length);
  if (!fits) throw new InputError("the snapshot belongs to another system or another method");
  s.n = from.n;
  s.t = from.t;
  s.q.set(from.q);
  s.v.set(from.v);
  for (let i = 0; i < s.memory.length; i++) s.memory[i].set(from.memory[i]);
}

/** The observers of a run, and the next step at which one of them wants to look. */
interface Watch {
  readonly observers: Observers;
  /** Does somebody want to see every step, whatever the frames? */
  readonly stepwise: boolean;
  next: number;
  /** For those who want to know the time of every step and nothing else. */
  tick(clock: Readonly<State>): void;
  /** `n`, `frame`: the number of the step and of the frame now shown, NaN for one that is not to be seen. */
  look(n: number, frame: number): void;
}

function watching(observers: Observers | undefined, s: Readonly<State>): Watch {
  const all = Object.values(observers ?? {});
  const strides = all.map(({ every = 1 }) => {
    if (!Number.isSafeInteger(every) || every < 1) throw new InputError(`every is ${every}; accepted: 1, 2, 3, …`);
    return every;
  });
  const watch: Watch = {
    observers: observers ?? {},
    stepwise: all.some(({ on }) => on === "steps"),
    next: Number.POSITIVE_INFINITY,
    tick(clock) {
      for (let i = 0; i < all.length; i++) {
        if (all[i].on === "times" && clock.n % strides[i] === 0) all[i].observe(clock);
      }
    },
    look(n, frame) {
      let next = Number.POSITIVE_INFINITY;
      for (let i = 0; i < all.length; i++) {
        const every = strides[i];
        next = Math.min(next, every === 1 ? n + 1 : (Math.floor(n / every) + 1) * every);
        if (all[i].on === "times") continue;
        const count = all[i].on === "steps" ? n : frame;
        if (every === 1 ? !Number.isNaN(count) : count % every === 0) all[i].observe(s);
      }
      watch.next = next;
    },
  };
  return watch;
}

interface Parts {
  readonly s: State;
  readonly work: Readonly<Work>;
  readonly ledger: Ledger | null;
  readonly watch: Watch;
  readonly from: Snapshot | undefined;
}

/** Puts back what a snapshot kept of ledger and observers, and makes snapshots and results. */
function keepBooks<O extends Observers>({ s, work, ledger, watch, from }: Parts) {
  if (from !== undefined) {
    if (from.ledger !== null) ledger?.memory.set(from.ledger);
    for (const [name, memory] of Object.entries(from.observers)) watch.observers[name]?.memory?.set(memory);
  }
  const earlier = from?.work ?? noWork();
  const marked = ledger?.memory.slice() ?? NOTHING;
  const totalWork = (): Work => {
    const fill = Math.max(earlier.fill ?? 0, work.fill ?? 0);
    return {
      gradients: earlier.gradients + work.gradients,
      tangents: earlier.tangents + work.tangents,
      factorizations: earlier.factorizations + work.factorizations,
      iterations: earlier.iterations + work.iterations,
      ...(fill > 0 && { fill }),
    };
  };
  return {
    /** A step that fails on its way may have made entries: they are taken back. */
    mark(): void {
      if (ledger !== null) marked.set(ledger.memory);
    },
    revert(): void {
      ledger?.memory.set(marked);
    },
    snapshot(frames: number): Snapshot {
      const observers: Record<string, Vec> = {};
      for (const [name, observer] of Object.entries(watch.observers)) {
        if (observer.memory !== undefined) observers[name] = observer.memory.slice();
      }
      return { state: copyOf(s), frames, ledger: ledger?.memory.slice() ?? null, observers, work: totalWork() };
    },
    result(status: Status, failure: Failure | null, shown: Readonly<State>): Run<O> {
      const observed = Object.fromEntries(Object.entries(watch.observers).map(([name, o]) => [name, o.finish()]));
      return {
        status,
        failure,
        steps: s.n,
        last: copyOf(shown),
        observed: observed as Observed<O>,
        ledger: ledger?.balance(shown.q, shown.v) ?? null,
        work: totalWork(),
      };
    },
  };
}
