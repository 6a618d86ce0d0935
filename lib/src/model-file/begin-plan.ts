/** A plan at its first step, observed as results report it: the command line and the studio begin every run here, so that the same model
 *  has the same digits, extremes and notices in both. */
import { InputError } from "../core/failure.js";
import type { LedgerBalance } from "../core/ledger.js";
import type { Observer } from "../core/observer.js";
import { begin, type Runner, type Snapshot } from "../core/run.js";
import type { State } from "../core/state.js";
import { type Invariant, isConservative } from "../core/system.js";
import type { Body } from "../mesh/body.js";
import { relativeDisplacement } from "../mesh/relative-displacement.js";
import {
  type Extremes,
  extremes,
  meanFrequency,
  type NotFinite,
  notFiniteIn,
  type Peak,
  peak,
  type Recording,
  recordingOf,
  type StepSizes,
  stepSizes,
} from "../observers/index.js";
import type { Plan } from "./build.js";
import type { Model } from "./load.js";
import type { RecordedQuantity } from "./record.js";

/** The observers of every run. */
export type PlannedObservers = Readonly<{
  invariants: Observer<Extremes[]>;
  /** Of a method that chooses its steps. */
  sizes?: Observer<StepSizes | null>;
  /** Of a model that measures something. */
  unmeasured?: Observer<NotFinite[]>;
  /** Of a method that is given its step: the frequency of the motion. */
  frequency?: Observer<number | null>;
  /** Of a body that is computed for small displacements: how small they are. */
  displaced?: Observer<Peak>;
}>;

export interface PlannedRun {
  readonly runner: Runner<PlannedObservers>;
  /** What a frame is recorded as; without an argument, what the model asks for. */
  recording(quantities?: readonly RecordedQuantity[]): Recording;
}

/** Sees the frames that the model records. `ledger` costs an energy balance: ask for it where it is kept. */
export interface FrameObserver {
  observe(s: Readonly<State>, ledger: () => LedgerBalance | null): void;
  /** The time of every accepted step, whether it is a frame or not. */
  step?(t: number): void;
}

export interface BeginOptions {
  /** Made when it is known what is conserved. */
  readonly frames?: (recording: PlannedRun["recording"]) => FrameObserver;
  readonly from?: Snapshot | undefined;
}

const ALL: readonly RecordedQuantity[] = ["q", "v", "energy", "ledger", "invariants"];

export function beginPlan(plan: Plan, { frames, from }: BeginOptions = {}): PlannedRun {
  const { problem, method, time, record, stop, measured, body } = plan;
  // A method that chooses its steps books work and dissipation when they end: frames between them have a ledger only where there
  // is nothing to book. Nor is a state computed at each of its steps only to see what is conserved: frames have to do.
  const between = !("step" in time) && time.interval !== undefined;
  const recordingWith =
    (invariants: readonly Invariant[]): PlannedRun["recording"] =>
    (quantities = record.quantities ?? ALL) =>
      recordingOf(problem, {
        invariants,
        ledger: !between || isConservative(problem.system),
        probes: record.probes,
        wanted: new Set(quantities),
      });
  const observe = (invariants: readonly Invariant[]) => {
    const seen = frames?.(recordingWith(invariants));
    return {
      invariants: extremes(invariants, { on: between ? "frames" : "steps" }),
      ...("step" in time ? { frequency: meanFrequency(problem.system) } : { sizes: stepSizes() }),
      ...(measured.length > 0 ? { unmeasured: notFiniteIn(measured, record.every) } : {}),
      ...(body?.linear ? { displaced: displacedIn(body) } : {}),
      ...(seen === undefined ? {} : { frames: observer(record.every, (s, ledger) => seen.observe(s, ledger)) }),
      ...(seen?.step === undefined
        ? {}
        : { steps: { ...observer(1, ({ t }) => seen.step?.(t)), on: "times" as const } }),
    };
  };
  const runner = begin(problem, method, {
    time,
    observe,
    ledger: true,
    ...(stop === null ? {} : { stop }),
    ...(from === undefined ? {} : { from }),
  });
  return { runner, recording: recordingWith(runner.invariants) };
}

/** Every so many steps: that costs little, and what is large is so for longer than that. */
function displacedIn(body: Body): Observer<Peak> {
  const displaced = relativeDisplacement(body);
  return peak(({ t, q, v }) => displaced(t, q, v), 8);
}

const observer = (every: number, observe: Observer<null>["observe"]): Observer<null> => ({
  every,
  observe,
  finish: () => null,
});

/** The times of the first state and of the last. */
export function spanOf({ time, problem: { t0 } }: Plan): readonly [number, number] {
  return [t0, "step" in time ? t0 + time.steps * time.step : time.end];
}

/** How much of the run is done at a state, from 0 to 1. */
export function partDone(plan: Plan, { n, t }: Pick<State, "n" | "t">): number {
  const [start, end] = spanOf(plan);
  return "step" in plan.time ? n / plan.time.steps : (t - start) / (end - start);
}

/** Where a model file has what a run complains of. */
const HOLDERS: Readonly<Record<string, string>> = { step: "time", constraints: "system" };

/** Does what may refuse the model, and says where in the file the reason is. */
export function blamedOn<T>({ root }: Model, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const holder = HOLDERS[error.place.key ?? ""];
    const part = holder === undefined ? root : root.at(holder);
    return part.blamed(() => {
      throw error;
    });
  }
}
