/** Threads for factorisations, as the program engages them. */
import { Worker } from "node:worker_threads";
import { afterAll } from "vitest";
import type { ThreadPool } from "../src/core/threads.js";

const THREAD = `
  const { parentPort } = require("node:worker_threads");
  parentPort.on("message", ({ module, memory, other, queue }) => {
    const env = { memory };
    const calls = other ? new WebAssembly.Instance(other, { env }).exports : {};
    const { exports } = new WebAssembly.Instance(module, { env, calls });
    exports.runTasks(queue);
  });
`;
const workers: Worker[] = [];

/** So many threads that do as they are asked, until the tests of the file are over. */
export function poolOf(size: number): ThreadPool {
  const team = Array.from({ length: size }, () => new Worker(THREAD, { eval: true }));
  workers.push(...team);
  return {
    call(work) {
      for (const worker of team) worker.postMessage(work);
    },
  };
}

afterAll(() => Promise.all(workers.map((worker) => worker.terminate())));
