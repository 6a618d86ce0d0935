import type { ThreadTask } from "noether/linalg";
import { expect, test } from "vitest";
import { threadPool } from "../src/engine/thread-pool.js";

/** A machine on which every start of threads is noted, with what each of them is called for. */
function machine(isIsolated: boolean, processors: number) {
  const started: ThreadTask[][][] = [];
  return {
    ...{ isIsolated, processors, started },
    startThreads(count: number) {
      const calls = Array.from({ length: count }, (): ThreadTask[] => []);
      started.push(calls);
      return calls.map((own) => ({ postMessage: (work: ThreadTask) => void own.push(work) }));
    },
  };
}

test("memory is shared where the page is isolated and there is a processor to spare, and nowhere else", () => {
  expect(threadPool(machine(false, 8))).toBeUndefined();
  expect(threadPool(machine(true, 1))).toBeUndefined();
});

test.each([
  [2, 1],
  [16, 3],
])(
  "on %i processors %i threads start once, when they are first called, and each is called every time",
  (processors, count) => {
    const own = machine(true, processors);
    const pool = threadPool(own);
    expect(own.started).toEqual([]);
    const work = [1, 2].map((queue): ThreadTask => ({ module: {}, memory: {}, queue }));
    for (const each of work) pool?.call(each);
    expect(own.started).toEqual([Array.from({ length: count }, () => work)]);
  },
);
