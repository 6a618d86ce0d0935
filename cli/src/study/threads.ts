/** Threads that compute the cases of a study. A thread that dies, of memory or by any other cause, is noticed whether or not it says an error; the cases
 *  that it had are handed back, and another takes its place. */
import { Worker } from "node:worker_threads";
import type { Row, StudyBundle } from "noether/studies";

export interface StudyThread {
  /** The rows of these cases; rejected if the thread ends before. */
  run(indices: readonly number[]): Promise<readonly Row[]>;
  close(): void;
}

const PROGRAM = new URL("./study-thread.js", import.meta.url);

export function studyThread(bundle: StudyBundle, program: URL = PROGRAM): StudyThread {
  const start = () => {
    const worker = new Worker(program, { workerData: bundle, env: {} });
    worker.on("error", () => {});
    return worker;
  };
  let worker: Worker | null = null;
  return {
    run: (indices) =>
      new Promise((resolve, reject) => {
        worker ??= start();
        const own = worker;
        const lost = (error: Error) => {
          if (worker === own) worker = null;
          void own.terminate();
          settle(() => reject(error));
        };
        const done = (rows: readonly Row[]) => settle(() => resolve(rows));
        const ended = () => lost(new Error("the thread ended"));
        const settle = (end: () => void) => {
          own.off("message", done);
          own.off("error", lost);
          own.off("exit", ended);
          end();
        };
        own.on("message", done);
        own.on("error", lost);
        own.on("exit", ended);
        own.postMessage(indices);
      }),
    close: () => void worker?.terminate(),
  };
}
