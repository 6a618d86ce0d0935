/** The runs of the workbench: one for each method chosen, with the colour that the method keeps in every picture. */
import { computed, type Signal, signal } from "@preact/signals";
import type { Snapshot } from "noether";
import type { JsonObject } from "noether/formats";
import type { Scene, SceneFrames } from "noether/scene";
import { begin, type Running } from "../engine/engine.js";
import type {
  Beginning,
  Complaint,
  Frames,
  ModelSource,
  Report,
  Sizes,
  Steps,
  StoredResult,
  Thinned,
} from "../engine/messages.js";
import { onMethods, onOpen, onRight, source } from "./model.js";

export type RunStatus = "idle" | "running" | "paused" | "done" | "refused" | "cancelled";

export interface RunState {
  readonly status: RunStatus;
  readonly beginning: Beginning | null;
  readonly kept: Thinned;
  /** Every frame, of a stored result that is thinned. */
  readonly table: Frames | null;
  /** What it looks like, as far as it is known. */
  readonly scene: { readonly scene: Scene; readonly frames: SceneFrames } | null;
  /** Why it cannot be drawn, where that is so. */
  readonly sceneless: string | null;
  /** Of a method that chooses them. */
  readonly steps: Steps | null;
  readonly sizes: Sizes;
  /** From 0 to 1. */
  readonly done: number;
  /** The document of `run --json`. */
  readonly document: JsonObject | null;
  readonly complaint: Complaint | null;
  /** What was run, and states on its way from which parts of it can be computed again; null before its end. */
  readonly origin: { readonly source: ModelSource; readonly marks: readonly Snapshot[] } | null;
}

export interface MethodRun {
  /** In the words of `--method`; null: the model's own. */
  readonly method: string | null;
  /** A place in the palette. */
  readonly colour: number;
  readonly state: Signal<RunState>;
}

const NOTHING: Thinned = { frames: [], stride: 1, extremes: null };

const IDLE: RunState = {
  ...{ status: "idle", beginning: null, kept: NOTHING, scene: null, sceneless: null, steps: null, sizes: {}, done: 0 },
  ...{ table: null, document: null, complaint: null, origin: null },
};

export const runs = signal<readonly MethodRun[]>([methodRun(null, 0)]);

const isAny = (status: RunStatus) => runs.value.some(({ state }) => state.value.status === status);

/** Is anything computed, or waiting to be? */
export const isRunning = computed(() => isAny("running") || isAny("paused"));

/** Do all that have not ended wait? */
export const isPaused = computed(() => isAny("paused") && !isAny("running"));

function methodRun(method: string | null, colour: number): MethodRun {
  return { method, colour, state: signal(IDLE) };
}

/** Colours that are taken stay with their methods. */
export function addMethod(method: string): void {
  const taken = new Set(runs.value.map(({ colour }) => colour));
  let colour = 0;
  while (taken.has(colour)) colour++;
  const added = methodRun(method, colour);
  runs.value = [...runs.value, added];
  runOne(added, source.value);
}

/** Other settings of the same method, in the same colour. */
export function changeMethod(run: MethodRun, method: string): void {
  running.get(run)?.cancel();
  running.delete(run);
  // A state of its own: what the old settings computed is not theirs.
  const changed = methodRun(method, run.colour);
  runs.value = runs.value.map((each) => (each === run ? changed : each));
  runOne(changed, source.value);
}

export function removeMethod(run: MethodRun): void {
  running.get(run)?.cancel();
  running.delete(run);
  runs.value = runs.value.filter((each) => each !== run);
}

/** Another model: its own method, and nothing that was computed before. */
function resetRuns(): void {
  for (const run of runs.value) running.get(run)?.cancel();
  running.clear();
  runs.value = [methodRun(null, 0)];
}

/** A stored result in the place of the model's own run. */
export function showResult({ beginning, kept, table, document, scene: looks }: StoredResult): void {
  const [run] = runs.value;
  if (run === undefined) return;
  const [scene, sceneless] = "missing" in looks ? [null, looks.missing] : [looks, null];
  run.state.value = { ...IDLE, status: "done", done: 1, beginning, kept, table, document, scene, sceneless };
}

const running = new Map<MethodRun, Running>();

/** Begins all runs anew; what was running is cancelled. */
export function runAll(model: ModelSource): void {
  for (const run of runs.value) runOne(run, model);
}

onRight(runAll);
onOpen(resetRuns);
onMethods((methods) => {
  for (const method of methods) addMethod(method);
});

function runOne(run: MethodRun, model: ModelSource): void {
  running.get(run)?.cancel();
  // What has been drawn stays until there is something newer.
  run.state.value = {
    ...run.state.value,
    status: "running",
    done: 0,
    table: null,
    complaint: null,
    origin: null,
    sceneless: null,
  };
  const begun: Running = begin({ kind: "run", source: model, method: run.method }, (report) => {
    if (running.get(run) === begun) run.state.value = after(run.state.value, report, model);
  });
  running.set(run, begun);
}

export function cancelAll(): void {
  for (const begun of running.values()) begun.cancel();
}

/** Pauses what is running. */
export function pauseAll(): void {
  for (const begun of running.values()) begun.pace("pause");
}

export const resumeAll = () => goOn("resume");

/** Computes one more frame of each run that has paused. */
export const computeFrame = () => goOn("one frame");

function goOn(pace: "resume" | "one frame"): void {
  for (const [{ state }, begun] of running) {
    if (state.value.status !== "paused") continue;
    state.value = { ...state.value, status: "running" };
    begun.pace(pace);
  }
}

function after(state: RunState, report: Report, source: ModelSource): RunState {
  switch (report.kind) {
    case "began":
      return { ...state, beginning: report.beginning };
    case "frames":
      return { ...state, kept: report.kept, steps: report.steps, sizes: report.sizes, done: report.done };
    case "scene":
      return { ...state, scene: report };
    case "ended":
      return {
        ...state,
        status: "done",
        done: 1,
        document: report.document,
        origin: { source, marks: report.marks },
      };
    case "paused":
      return { ...state, status: "paused" };
    case "refused":
      return {
        ...state,
        status: "refused",
        complaint: report.complaint,
        kept: NOTHING,
        scene: null,
        steps: null,
        document: null,
      };
    case "cancelled":
      return { ...state, status: "cancelled", document: null };
    case "answer":
      return state;
  }
}

/** What a run is called in pictures: the model's own method with a word more where another run has its name. */
export function nameOf({ method, state }: MethodRun): string {
  if (method !== null) return method;
  const own = state.value.beginning?.method["name"];
  if (typeof own !== "string") return "the model's method";
  return runs.value.some((other) => other.method === own) ? `${own}, as in the model` : own;
}
