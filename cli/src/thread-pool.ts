/** Threads that help to factor large matrices and with the forces of many particles, of a run or of a model that is opened. They are started when they are first
 *  called for, and the digits do not depend on them. */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { ThreadPool } from "noether/linalg";

/** Beyond that, the parts of a factorisation that one thread does alone take most of the time. */
const MOST_THREADS = 3;

const THREAD = `
  const { parentPort } = require("node:worker_threads");
  parentPort.on("message", ({ module, memory, other, queue }) => {
    const env = { memory };
    const calls = other ? new WebAssembly.Instance(other, { env }).exports : {};
    new WebAssembly.Instance(module, { env, calls }).exports.runTasks(queue);
  });
`;

/** As many threads as there are processors to spare; undefined where there are none. */
export function threadPool(processors = availableParallelism()): ThreadPool | undefined {
  const threads = Math.min(processors - 1, MOST_THREADS);
  if (threads < 1) return undefined;
  let workers: readonly Worker[] | null = null;
  return {
    call(work) {
      workers ??= Array.from({ length: threads }, thread);
      for (const worker of workers) worker.postMessage(work);
    },
  };
}

function thread(): Worker {
  const worker = new Worker(THREAD, { eval: true });
  // The program ends when its own work does. A thread that cannot start is not needed: the others do its work.
  worker.unref();
  worker.on("error", () => {});
  return worker;
}
