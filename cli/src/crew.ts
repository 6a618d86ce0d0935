/** Threads that help to factor large matrices, of a run or of a model that is opened. They are started when a factorisation first
 *  calls for them, and the digits do not depend on them. */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { engageCrew } from "noether/linalg";

/** Beyond that, the parts of a factorisation that one thread does alone take most of the time. */
const MOST_HELPERS = 3;

const HELPER = `
  const { parentPort } = require("node:worker_threads");
  parentPort.on("message", ({ module, memory, board }) => {
    new WebAssembly.Instance(module, { env: { memory } }).exports.help(board);
  });
`;

/** Engages as many helpers as there are processors to spare. */
export function engageHelpers(processors = availableParallelism()): void {
  const helpers = Math.min(processors - 1, MOST_HELPERS);
  if (helpers < 1) return;
  let workers: readonly Worker[] | null = null;
  engageCrew({
    call(work) {
      workers ??= Array.from({ length: helpers }, helper);
      for (const worker of workers) worker.postMessage(work);
    },
  });
}

function helper(): Worker {
  const worker = new Worker(HELPER, { eval: true });
  // The program ends when its own work does. A helper that cannot start is missed by nobody: the others do its work.
  worker.unref();
  worker.on("error", () => {});
  return worker;
}
