/** How much the heap keeps of what a run does. What is allocated and kept in every step shows in every window of steps; the
 *  code that the compiler makes at its own time, and what other tests leave behind, only in some. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Runner } from "../../src/core/run.js";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

const WINDOWS = 4;

/** The least number of bytes a step that was kept in any of four windows, after one in which the compiler settles. */
export function keptPerStep(runner: Pick<Runner, "advance">, window: number): number {
  runner.advance(window);
  const growths = Array.from({ length: WINDOWS }, () => {
    collect();
    const before = process.memoryUsage().heapUsed;
    runner.advance(window);
    collect();
    return process.memoryUsage().heapUsed - before;
  });
  return Math.min(...growths) / window;
}
