/** Runs of methods with their own clock: the method chooses its steps, and the run shows what is asked for of the motion inside them. */
import { bookkeeping } from "./books.js";
import { counted, sumOfWork } from "./counted.js";
import type { Failure } from "./failure.js";
import { type Guard, guard } from "./growth.js";
import type { Unbooked } from "./ledger.js";
import type { OwnClockMethod, OwnClockStepper } from "./method.js";
import type { Observers } from "./observer.js";
import type { Runner, RunOptions, Snapshot, Status } from "./run.js";
import { conserved, ledgerFor, refuseStandstill, restoreState } from "./run-start.js";
import type { State } from "./state.js";
import { isConservative, type Problem } from "./system.js";
import { spanOf } from "./time.js";
import { watching } from "./watch.js";

export function beginOwn<O extends Observers>(
  problem: Problem,
  method: OwnClockMethod,
  { time, observe, ledger: open = false, growth = "fail", stop, from }: RunOptions<O>,
): Runner<O> {
  const { t0 } = problem;
  const { end, interval } = spanOf(time, t0, method.id);
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
  const watch = watching(observers, frame, () => books.balance());
  const guarded = growth === "fail" ? guardOfFrames(problem, stepper) : null;
  let unbooked: Unbooked | null = null;
  const books = bookkeeping<O>({
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
  const followed = { q: problem.q0.slice(), v: problem.v0.slice() };
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
  /** Shows the step's end to observers of every step, after its frames. */
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
    if (ledger?.follow !== undefined) {
      stepper.at(clock.t, followed.q, followed.v);
      ledger.follow(clock.t, followed.q, followed.v);
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
    remarks: () => stepper.remarks?.() ?? [],
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
    // Every state that is shown has been inspected.
    get inspected() {
      return frame.n;
    },
    accepts: () => true,
    snapshot: () => beforeTheEnd ?? { ...books.snapshot(frames), ...(isOpen && { open: true }) },
    result: () => books.result(status, failure),
  };
}

/** Loads are booked when an interval of such a method ends, not at every frame: under them only numbers out of range are seen. */
function guardOfFrames(problem: Problem, { energy, invariants = [] }: OwnClockStepper): Guard {
  const own = energy ?? invariants.find(({ name }) => name === "energy") ?? null;
  const bounded = isConservative(problem.system);
  return guard(problem, { ledger: null, step: 0, own, dissipative: false, bounded });
}

const NOTHING = new Float64Array(0);
