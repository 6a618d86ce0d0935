/** Threads that compute the cases of a study. A thread that dies, of memory or by any other cause, is noticed whether or not it says an error; the cases
 *  that it had are handed back, and another takes its place. */
import { Worker } from "node:worker_threads";
import { InputError } from "noether";
import type { Row, StudyBundle } from "noether/studies";

/** A thread that ended without an error of its own: it was ended from outside, and its cases have no part in that. */
export class ThreadEnded extends Error {
  override readonly name = "ThreadEnded";
  constructor() {
    super("the thread ended");
  }
}

export interface StudyThread {
  /** The rows of these cases; rejected if the thread ends before. It may be asked for more before it has answered. */
  run(indices: readonly number[]): Promise<readonly Row[]>;
  /** For good: what is asked of it later is rejected, and starts nothing. */
  close(): void;
}

export interface EndableThread extends StudyThread {
  /** For tests: ends it as something outside might. What is asked of it later starts another. */
  end(): void;
}

const PROGRAM = new URL("./study-thread.js", import.meta.url);

export function studyThread(bundle: StudyBundle, program: URL = PROGRAM): EndableThread {
  let closed = false;
  let running: { readonly worker: Worker; end(error: Error): void; readonly waiting: Waiting[] } | null = null;
  const start = () => {
    const worker = new Worker(program, { workerData: bundle, env: {} });
    const waiting: Waiting[] = [];
    const own = {
      worker,
      waiting,
      end(error: Error) {
        if (running === own) running = null;
        void worker.terminate();
        // Of several, the first is the one that it was at.
        for (const [i, { reject }] of waiting.splice(0).entries()) reject(i === 0 ? error : new ThreadEnded());
      },
    };
    // It answers in the order in which it was asked.
    worker.on("message", (rows: readonly Row[]) => waiting.shift()?.resolve(rows));
    // What leaves a thread is no longer of its class.
    worker.on("error", (error: Error) => own.end(error.name === "InputError" ? new InputError(error.message) : error));
    worker.on("exit", () => own.end(new ThreadEnded()));
    return own;
  };
  return {
    run: (indices) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new ThreadEnded());
        running ??= start();
        running.waiting.push({ resolve, reject });
        running.worker.postMessage(indices);
      }),
    end: () => void running?.worker.terminate(),
    close() {
      closed = true;
      void running?.worker.terminate();
    },
  };
}

interface Waiting {
  resolve(rows: readonly Row[]): void;
  reject(error: Error): void;
}
