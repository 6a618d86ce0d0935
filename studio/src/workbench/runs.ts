/** The runs of the workbench: one for each method chosen, with the colour that the method keeps in every picture. */
import { type Signal, signal } from "@preact/signals";
import type { JsonObject } from "noether/formats";
import { begin, type Running } from "../engine/engine.js";
import type { Beginning, Complaint, Frames, ModelSource, Report } from "../engine/messages.js";

export type RunStatus = "idle" | "running" | "done" | "refused" | "cancelled";

export interface RunState {
  readonly status: RunStatus;
  readonly beginning: Beginning | null;
  readonly frames: Frames;
  /** From 0 to 1. */
  readonly done: number;
  /** The document of `run --json`. */
  readonly document: JsonObject | null;
  readonly complaint: Complaint | null;
}

export interface MethodRun {
  /** In the words of `--method`; null: the model's own. */
  readonly method: string | null;
  /** A place in the palette. */
  readonly colour: number;
  readonly state: Signal<RunState>;
}

const IDLE: RunState = { status: "idle", beginning: null, frames: [], done: 0, document: null, complaint: null };

export const runs = signal<readonly MethodRun[]>([methodRun(null, 0)]);

function methodRun(method: string | null, colour: number): MethodRun {
  return { method, colour, state: signal(IDLE) };
}

/** Colours that are taken stay with their methods. */
export function addMethod(method: string): void {
  const taken = new Set(runs.value.map(({ colour }) => colour));
  let colour = 0;
  while (taken.has(colour)) colour++;
  runs.value = [...runs.value, methodRun(method, colour)];
}

export function removeMethod(run: MethodRun): void {
  running.get(run)?.cancel();
  runs.value = runs.value.filter((each) => each !== run);
}

const running = new Map<MethodRun, Running>();

/** Begins all runs anew; what was running is cancelled. */
export function runAll(source: ModelSource): void {
  for (const run of runs.value) runOne(run, source);
}

function runOne(run: MethodRun, source: ModelSource): void {
  running.get(run)?.cancel();
  // What has been drawn stays until there is something newer.
  run.state.value = { ...run.state.value, status: "running", done: 0, complaint: null };
  const begun: Running = begin({ kind: "run", source, method: run.method }, (report) => {
    if (running.get(run) === begun) run.state.value = after(run.state.value, report);
  });
  running.set(run, begun);
}

export function cancelAll(): void {
  for (const run of runs.value) if (run.state.value.status === "running") running.get(run)?.cancel();
}

function after(state: RunState, report: Report): RunState {
  switch (report.kind) {
    case "began":
      return { ...state, beginning: report.beginning, document: null };
    case "frames":
      return { ...state, frames: report.frames, done: report.done };
    case "ended":
      return { ...state, status: "done", done: 1, document: report.document };
    case "refused":
      return { ...state, status: "refused", complaint: report.complaint };
    case "cancelled":
      return { ...state, status: "cancelled" };
  }
}

/** What a run is called in pictures. */
export function nameOf({ method, state }: MethodRun): string {
  const own = state.value.beginning?.method["name"];
  return method ?? (typeof own === "string" ? own : "the model's method");
}
