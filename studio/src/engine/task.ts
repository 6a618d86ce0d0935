/** A worker's side of one task: what the page has said about it, and what it is told. */
import type { Runner } from "noether";
import type { FromWorker, Report, ToWorker } from "./messages.js";

export interface Task {
  tell(report: Report, transfer?: Transferable[]): void;
  readonly isCancelled: boolean;
  /** Has the page drawn the frames that it was told of? */
  readonly isDrawn: boolean;
  /** Does it go on, pause, or compute one frame and pause then? */
  pace: "on" | "paused" | "one frame";
  /** Resolves when the page has said something of it. */
  woken(): Promise<void>;
}

export interface HeardTask extends Task {
  hear(message: ToWorker): void;
}

export function taskOf(task: number): HeardTask {
  let [isCancelled, isDrawn, pace]: [boolean, boolean, Task["pace"]] = [false, true, "on"];
  let wake: (() => void) | null = null;
  return {
    tell(report, transfer = []) {
      const message: FromWorker = { task, report };
      if (report.kind === "frames") isDrawn = false;
      postMessage(message, { transfer });
    },
    hear({ kind }) {
      if (kind === "cancel") isCancelled = true;
      if (kind === "drawn") isDrawn = true;
      if (kind === "pause") pace = "paused";
      if (kind === "resume") pace = "on";
      if (kind === "one frame") pace = "one frame";
      if (pace !== "paused" || isCancelled) wake?.();
    },
    get isCancelled() {
      return isCancelled;
    },
    get isDrawn() {
      return isDrawn;
    },
    get pace() {
      return pace;
    },
    set pace(next) {
      pace = next;
    },
    woken: () =>
      new Promise((resolve) => {
        wake = () => {
          wake = null;
          resolve();
        };
      }),
  };
}

/** Lets messages in. Timers are held back when they come one after another; ports are not. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** Milliseconds: short enough to be cancelled at once. */
const SLICE = 25;

/** Runs to the end, or until `isEnough`; false: it was cancelled. */
export async function inSlices(
  runner: Pick<Runner, "status" | "advance">,
  task: Task,
  isEnough = () => false,
): Promise<boolean> {
  for (let count = 16; runner.status === "running" && !isEnough(); ) {
    const began = performance.now();
    runner.advance(count, count);
    count = Math.max(1, Math.round(count * Math.min(2, SLICE / Math.max(performance.now() - began, 1e-3))));
    await nextTask();
    if (task.isCancelled) return false;
  }
  return true;
}
