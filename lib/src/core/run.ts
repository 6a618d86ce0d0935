/** The driver: the only time loop. A `Runner` takes as many steps as it is asked for, so that a script can drain it, the
 *  command line can look up between slices and the studio can draw; `run` and `march` are the two ways to use it. */
import { type Failure, InputError } from "./failure.js";
import { type Ledger, type LedgerBalance, openLedger } from "./ledger.js";
import { type Method, type OwnClockStepper, refuse, type Stepper, type Work } from "./method.js";
import type { Observed, Observer, Observers } from "./observer.js";
import { copyOf, type State } from "./state.js";
import type { Problem } from "./system.js";
import type { Vec } from "./vec.js";

/** How far to go. Fixed-step methods take `steps` steps of `step`. A method with its own clock runs to `end`; frames are
 *  recorded every `interval`, or at its own steps when none is given. */
export type Time =
  | { readonly step: number; readonly steps: number }
  | { readonly end: number; readonly interval?: number | undefined };

export interface RunOptions<O extends Observers> {
  readonly time: Time;
  readonly observe?: O;
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
  /** Frames recorded so far, for methods with their own clock. */
  readonly frames: number;
  readonly ledger: Vec | null;
  readonly observers: Readonly<Record<string, Vec>>;
}

export interface Runner<O extends Observers = Observers> {
  /** Takes at most `steps` steps and tells whether there is more to do. */
  advance(steps: number): boolean;
  /** What observers see. */
  readonly state: Readonly<State>;
  readonly status: Status;
  snapshot(): Snapshot;
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
  while (runner.advance(every)) yield runner.state;
  if (runner.status !== "failed") yield runner.state;
  return runner.result();
}

/** For scripts: the run, or an exception if it failed. */
export function orThrow<O extends Observers>(outcome: Run<O>): Run<O> {
  if (outcome.failure === null) return outcome;
  throw new Error(`the run failed at t = ${outcome.last.t}: ${JSON.stringify(outcome.failure)}`);
}

function beginFixed<O extends Observers>(
  problem: Problem,
  method: Extract<Method, { clock: "fixed" }>,
  options: RunOptions<O>,
): Runner<O> {
  const { time, stop, from } = options;
  if (!("step" in time)) throw new InputError(`${method.id} takes fixed steps: give step and steps`, { key: "time" });
  const { step: h, steps } = time;
  if (!Number.isFinite(h) || h === 0) throw new InputError(`the step is ${h}; accepted: a finite number, not 0`);
  const ledger = options.ledger ? openLedger(problem, method.claims.balance === "closed") : null;
  const stepper = method.prepare(problem, h, ledger);
  const s = startState(problem, stepper, from);
  const watch = watching(options.observe, s, from === undefined);
  const books = restored<O>({ s, stepper, ledger, watch, from });

  const t0 = problem.t0;
  let status: Status = s.n >= steps ? "completed" : "running";
  let failure: Failure | null = null;
  return {
    state: s,
    get status() {
      return status;
    },
    advance(count) {
      if (status === "completed" && s.n < steps) status = "running";
      const last = Math.min(steps, s.n + count);
      while (status === "running" && s.n < last) {
        failure = stepper.step(s);
        if (failure !== null) {
          status = "failed";
          break;
        }
        s.n++;
        s.t = t0 + s.n * h;
        if (s.n >= watch.next) watch.look(s.n, s.n);
        if (stop?.(s)) status = "stopped";
        else if (s.n >= steps) status = "completed";
      }
      return status === "running";
    },
    snapshot: () => books.snapshot(0),
    result: () => books.result(status, failure, s),
  };
}

function beginOwn<O extends Observers>(
  problem: Problem,
  method: Extract<Method, { clock: "own" }>,
  options: RunOptions<O>,
): Runner<O> {
  const { time, stop, from } = options;
  if (!("end" in time)) throw new InputError(`${method.id} chooses its own steps: give end`, { key: "time" });
  const { end, interval } = time;
  const ledger = options.ledger ? openLedger(problem, method.claims.balance === "closed") : null;
  const stepper = method.prepare(problem, ledger);
  // The method's state may run ahead of what is shown: frames lie inside its last step.
  const s = startState(problem, stepper, from);
  const frame: State = { n: s.n, t: Math.min(s.t, end), q: s.q.slice(), v: s.v.slice(), memory: [] };
  const watch = watching(options.observe, frame, from === undefined);
  const books = restored<O>({ s, stepper, ledger, watch, from });
  let frames = from?.frames ?? 0;
  let status: Status = s.t >= end ? "completed" : "running";
  let failure: Failure | null = null;

  const showAt = (t: number) => {
    frame.t = t;
    frame.n = s.n;
    if (t === s.t) {
      frame.q.set(s.q);
      frame.v.set(s.v);
    } else stepper.at(t, frame.q, frame.v);
  };
  /** Times between the previous step and this one at which something is to be seen. */
  const recordFrames = () => {
    if (interval === undefined) {
      showAt(Math.min(s.t, end));
      watch.look(s.t <= end ? s.n : Number.NaN, ++frames);
      return;
    }
    const reach = Math.min(s.t, end);
    // A frame that falls on the end but for rounding belongs to the run.
    const slack = 1e-9 * interval;
    for (let t = problem.t0 + (frames + 1) * interval; t <= reach + slack; t = problem.t0 + (frames + 1) * interval) {
      showAt(Math.min(t, reach));
      watch.look(Number.NaN, ++frames);
    }
    showAt(reach);
    if (s.t <= end) watch.look(s.n, Number.NaN);
  };
  return {
    state: frame,
    get status() {
      return status;
    },
    advance(count) {
      for (let i = 0; i < count && status === "running"; i++) {
        failure = stepper.step(s);
        if (failure !== null) {
          status = "failed";
          break;
        }
        s.n++;
        recordFrames();
        if (stop?.(frame)) status = "stopped";
        else if (s.t >= end) status = "completed";
      }
      return status === "running";
    },
    snapshot: () => books.snapshot(frames),
    result: () => books.result(status, failure, frame),
  };
}

function startState(problem: Problem, stepper: Stepper | OwnClockStepper, from: Snapshot | undefined): State {
  const { t0, q0, v0 } = problem;
  if (from === undefined) return { n: 0, t: t0, q: q0.slice(), v: v0.slice(), memory: stepper.memory };
  stepper.memory.forEach((vector, i) => {
    vector.set(from.state.memory[i]);
  });
  return { n: from.state.n, t: from.state.t, q: from.state.q.slice(), v: from.state.v.slice(), memory: stepper.memory };
}

/** The observers of a run, and the next step at which one of them wants to look. */
interface Watch {
  readonly observers: Observers;
  next: number;
  /** `n`, `frame`: the number of the step and of the frame now shown, NaN for one that is not to be seen. */
  look(n: number, frame: number): void;
}

function watching(observers: Observers | undefined, s: Readonly<State>, fresh: boolean): Watch {
  const all = Object.values(observers ?? {});
  const due = (o: Observer<unknown>, n: number, frame: number) => (o.on === "steps" ? n : frame) % (o.every ?? 1) === 0;
  const watch: Watch = {
    observers: observers ?? {},
    next: Number.POSITIVE_INFINITY,
    look(n, frame) {
      let next = Number.POSITIVE_INFINITY;
      for (const observer of all) {
        const every = observer.every ?? 1;
        if (due(observer, n, frame)) observer.observe(s);
        next = Math.min(next, (Math.floor(n / every) + 1) * every);
      }
      watch.next = next;
    },
  };
  if (fresh) watch.look(0, 0);
  else watch.next = s.n + 1;
  return watch;
}

interface Parts {
  readonly s: State;
  readonly stepper: Stepper;
  readonly ledger: Ledger | null;
  readonly watch: Watch;
  readonly from: Snapshot | undefined;
}

/** Puts back what a snapshot kept of ledger and observers, and makes snapshots and results. */
function restored<O extends Observers>({ s, stepper, ledger, watch, from }: Parts) {
  if (from !== undefined) {
    if (ledger !== null && from.ledger !== null) ledger.memory.set(from.ledger);
    for (const [name, memory] of Object.entries(from.observers)) watch.observers[name]?.memory?.set(memory);
  }
  return {
    snapshot(frames: number): Snapshot {
      const observers: Record<string, Vec> = {};
      for (const [name, observer] of Object.entries(watch.observers)) {
        if (observer.memory !== undefined) observers[name] = observer.memory.slice();
      }
      return { state: copyOf(s), frames, ledger: ledger?.memory.slice() ?? null, observers };
    },
    result(status: Status, failure: Failure | null, shown: Readonly<State>): Run<O> {
      const observed = Object.fromEntries(Object.entries(watch.observers).map(([name, o]) => [name, o.finish()]));
      return {
        status,
        failure,
        steps: s.n,
        last: copyOf(shown),
        observed: observed as Observed<O>,
        // The ledger is booked at the method's own steps, so it closes at the last of them.
        ledger: ledger?.balance(s.q, s.v) ?? null,
        work: { ...stepper.work },
      };
    },
  };
}
