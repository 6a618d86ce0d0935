/** The driver: the only time loop. A `Runner` takes as many steps as it is asked for, so that a script can drain it, the
 *  command line can look up between slices and the studio can draw; `run` and `march` are the two ways to use it. */
import { bookkeeping } from "./books.js";
import { counted, sumOfWork } from "./counted.js";
import type { Failure } from "./failure.js";
import { causeOf } from "./force-terms.js";
import { type Ahead, type GrowthPolicy, guard, nextLook } from "./growth.js";
import { preparedForJumps } from "./jumps.js";
import type { LedgerBalance } from "./ledger.js";
import { type FixedStepMethod, type Method, mayDissipate, refuse, type Stepper, type Work } from "./method.js";
import type { Notice } from "./notice.js";
import type { Observed, Observers } from "./observer.js";
import { beginOwn } from "./own-clock.js";
import { conserved, ledgerFor, refuseEndlessEnergy, refuseStandstill, restoreState } from "./run-start.js";
import { copyOf, type State } from "./state.js";
import type { Invariant, Problem } from "./system.js";
import { stepCountOf, type Time } from "./time.js";
import type { Vec } from "./vec.js";
import { watching } from "./watch.js";
import { withheldStates } from "./withheld.js";

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
  /** And what of the steps taken so far. */
  remarks(): readonly Notice[];
  /** The last step at which the guard against growth has looked: the states up to it belong to the motion, later ones may turn out not to. */
  readonly inspected: number;
  /** Is the state as it should be, as far as can be seen from it alone? */
  accepts(): boolean;
  /** Of the state as it is; where that is not accepted, or observers have not been shown all up to it, of the step last inspected: what comes
   *  after it is computed again. */
  snapshot(): Snapshot;
  /** How things stand; the run may go on afterwards, and ends where it would have. */
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

/** The states of a run one after another, `every` steps apart: `for (const s of march(…)) draw(s)`. One that the guard against growth does not accept
 *  waits, with those after it, until it is known whether it belongs to the motion. */
export function* march<O extends Observers>(
  problem: Problem,
  method: Method,
  options: RunOptions<O>,
  every = 1,
): Generator<Readonly<State>, Run<O>> {
  const runner = begin(problem, method, options);
  yield runner.state;
  const waiting: State[] = [];
  let more = runner.status === "running";
  while (more) {
    more = runner.advance(every);
    const failed = runner.status === "failed";
    while (waiting.length > 0 && waiting[0].n <= runner.inspected) yield waiting.shift() as State;
    if (failed) break;
    if (waiting.length === 0 && runner.accepts()) yield runner.state;
    else waiting.push(copyOf(runner.state));
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
  const { step: h, steps } = stepCountOf(time, problem.t0, method.id);
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
  const own = stepper.energy ?? null;
  const dissipative = mayDissipate(method, problem.system);
  const guarded = growth === "fail" ? guard(problem, { ledger, step: h, own, dissipative, bounded: true }) : null;
  const withheld =
    guarded === null ? null : withheldStates(s, [...(ledger === null ? [] : [ledger.memory]), guarded.memory]);
  const watch = watching(observers, s, () => books.balance(), withheld);
  const work = sumOfWork(stepper.work, evaluations);
  const books = bookkeeping<O>({ s, shown: s, work, ledger, open, guard: guarded, observers, from });
  if (from === undefined) {
    watch.tick(s);
    watch.look(0, 0);
    withheld?.release();
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
    withheld?.drop();
    books.takeBack();
    guarded?.reset(s);
    watch.next = nextGuard = s.n + 1;
    if (since === 1) [status, failure] = ["failed", found];
    return false;
  };

  const accepts = () => s.n === books.kept || guarded === null || guarded.accepts(s);

  return {
    state: s,
    invariants,
    notices,
    remarks: () => [],
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
        } else {
          ledger?.follow?.(s.t, s.q, s.v);
          guarded?.book?.(s);
        }
        const stops = failure === null && stop?.(s) === true;
        const due = failure !== null || stops || s.n >= Math.min(steps, nextGuard);
        if (due && !isSound()) continue;
        try {
          if (failure === null && s.n >= watch.next) {
            watch.tick(s);
            watch.look(s.n, s.n);
          }
          if (due) {
            withheld?.release();
            books.keep();
          }
        } finally {
          // Also where an observer throws: the motion itself has ended.
          if (failure !== null) status = "failed";
          else if (stops) status = "stopped";
          else if (s.n >= steps) status = "completed";
        }
      }
      return status === "running";
    },
    get inspected() {
      return guarded === null ? s.n : books.kept;
    },
    accepts,
    snapshot() {
      const isOfNow = s.n === books.kept || (withheld?.isEmpty !== false && accepts());
      return isOfNow ? books.snapshot(s.n) : books.snapshotOfKept();
    },
    result() {
      withheld?.release(accepts);
      return books.result(status, failure);
    },
  };
}

/** The innermost loop: steps until the next state that is observed or checked. */
function advanceTo(stepper: Stepper, s: State, until: number, t0: number, h: number): Failure | null {
  while (s.n < until) {
    if (stepper.leap !== undefined) s.n += stepper.leap(s, until - s.n);
    s.t = t0 + s.n * h;
    if (s.n === until) break;
    const failure = stepper.step(s);
    if (failure !== null) return failure;
    s.n++;
    s.t = t0 + s.n * h;
  }
  return null;
}
