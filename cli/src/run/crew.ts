/** Threads that help to factor the matrices of large systems; the digits of a run do not depend on them. */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { type Crew, engageCrew } from "noether/linalg";

/** Smaller systems are factored before a thread has started. */
const LARGE = 20_000;
/** Beyond that, the parts of a factorisation that one thread does alone take most of the time. */
const MOST_HELPERS = 3;

const HELPER = `
  const { parentPort } = require("node:worker_threads");
  parentPort.on("message", ({ module, memory, board }) => {
    new WebAssembly.Instance(module, { env: { memory } }).exports.help(board);
  });
`;

/** Runs with as many helpers as there are processors to spare, if the system is large enough for them. */
export async function withCrew<T>(unknowns: number, run: () => Promise<T>): Promise<T> {
  const helpers = unknowns > LARGE ? Math.min(availableParallelism() - 1, MOST_HELPERS) : 0;
  if (helpers < 1) return run();
  const workers = Array.from({ length: helpers }, () => new Worker(HELPER, { eval: true }));
  engageCrew(crewOf(workers));
  try {
    return await run();
  } finally {
    engageCrew(null);
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

function crewOf(workers: readonly Worker[]): Crew {
  // A helper that could not start is missed by nobody: the others do its work.
  for (const worker of workers) worker.on("error", () => {});
  return {
    call(work) {
      for (const worker of workers) worker.postMessage(work);
    },
  };
}
