/** Threads of a worker that compute the cases of its jobs, one job each at a time. A thread that dies takes its job with it and is replaced. */
import { Worker } from "node:worker_threads";
import { InputError } from "noether";
import type { Row, StudyBundle } from "noether/studies";
import { recent } from "./recent.js";
import type { Computer } from "./serve.js";

/** What a thread is asked for. The study is sent if the thread does not have it. */
export interface Task {
  readonly hash: string;
  readonly bundle: StudyBundle | null;
  readonly first: number;
  readonly last: number;
  /** Not zero when no further case is to be begun. */
  readonly stop: SharedArrayBuffer;
}

/** What it answers: rows, now and then, and how it ended. */
export type Answer =
  | { readonly rows: readonly Row[] }
  | { readonly ended: true }
  | { readonly wrong: string }
  | { readonly failed: string };

/** Studies that a thread keeps ready. */
export const READY = 4;

interface Thread {
  run(task: Omit<Task, "bundle" | "stop">, bundle: StudyBundle): Promise<Row[]>;
  close(): Promise<unknown>;
}

export function caseThreads(count: number): Computer {
  const stop = new SharedArrayBuffer(4);
  let closed = false;
  const idle: Thread[] = [];
  const all = new Set<Thread>();
  return {
    threads: count,
    async compute(hash, bundle, first, last) {
      if (closed) return [];
      const thread = idle.pop() ?? startThread(stop);
      all.add(thread);
      try {
        const rows = await thread.run({ hash, first, last }, bundle);
        idle.push(thread);
        return rows;
      } catch (error) {
        if (error instanceof InputError) idle.push(thread);
        else {
          all.delete(thread);
          await thread.close();
        }
        throw error;
      }
    },
    stop: () => void Atomics.store(new Int32Array(stop), 0, 1),
    async close() {
      closed = true;
      await Promise.all([...all].map((thread) => thread.close()));
    },
  };
}

function startThread(stop: SharedArrayBuffer): Thread {
  // A case can neither read the environment nor write to the terminal.
  const worker = new Worker(new URL("./case-thread.js", import.meta.url), { env: {} });
  const known = recent<true>(READY);
  let closing = false;
  return {
    run: ({ hash, first, last }, bundle) =>
      new Promise((resolve, reject) => {
        const rows: Row[] = [];
        const settle = (end: () => void) => {
          worker.removeAllListeners();
          worker.on("error", () => {});
          end();
        };
        worker.removeAllListeners();
        worker.on("message", (answer: Answer) => {
          if ("rows" in answer) rows.push(...answer.rows);
          else if ("ended" in answer) settle(() => resolve(rows));
          else if ("wrong" in answer) settle(() => reject(new InputError(answer.wrong)));
          else settle(() => reject(new Error(answer.failed)));
        });
        worker.on("error", (error) => settle(() => reject(error)));
        // What it had sent before it was ended counts.
        worker.on("exit", () =>
          settle(() => (closing ? resolve(rows) : reject(new Error("the thread that computed it has died")))),
        );
        const task: Task = { hash, bundle: known.has(hash) ? null : bundle, first, last, stop };
        known.get(hash, () => true);
        worker.postMessage(task);
      }),
    close() {
      closing = true;
      return worker.terminate();
    },
  };
}
