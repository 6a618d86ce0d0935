/** The engine in a worker. Everything that computes is here; the page draws. */
import type { FromWorker, Report, ToWorker } from "./messages.js";
import { complaintOf } from "./opened.js";
import { runModel, type Task } from "./run.js";

const cancelled = new Set<number>();

function taskOf(task: number): Task {
  return {
    tell(report: Report, transfer: Transferable[] = []) {
      const message: FromWorker = { task, report };
      postMessage(message, { transfer });
    },
    isCancelled: () => cancelled.has(task),
  };
}

addEventListener("message", async ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === "cancel") {
    cancelled.add(data.task);
    return;
  }
  const task = taskOf(data.task);
  try {
    await runModel(data.request, task);
  } catch (error) {
    task.tell({ kind: "refused", complaint: complaintOf(error) });
  }
  cancelled.delete(data.task);
});
