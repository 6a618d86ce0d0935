/** How much of the heap a run takes: what it keeps, what it makes and leaves behind, and the vectors among that. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Runner } from "../../src/core/run.js";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

const WINDOWS = 4;

/** The least number of bytes a step that was kept in any of four windows, after one in which the compiler settles. What is allocated and kept
 *  in every step shows in every window of steps; the code that the compiler makes at its own time, and what other tests leave
 *  behind, only in some. */
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

/** The least number of bytes a step that were made in any window, kept or not, after so many steps that the compiler has settled. A window in
 *  which rubbish was collected ends with less than it began with, and is left out. */
export function madePerStep(
  runner: Pick<Runner, "advance">,
  { warm, window }: { warm: number; window: number },
): number {
  runner.advance(warm);
  const made: number[] = [];
  for (let turn = 0; turn < 4 * WINDOWS; turn++) {
    if (turn % WINDOWS === 0) collect();
    const before = process.memoryUsage().heapUsed;
    runner.advance(window);
    const grown = process.memoryUsage().heapUsed - before;
    if (grown >= 0) made.push(grown / window);
  }
  return Math.min(...made);
}

const MAKERS = ["subarray", "slice", "map", "filter"] as const;
const KINDS = [Float64Array, Int32Array, Uint8Array] as const;

/** How many typed arrays `work` makes, views and copies included. */
export function vectorsMade(work: () => void): number {
  let made = 0;
  const vectors = Object.getPrototypeOf(Float64Array.prototype) as Record<string, (...given: unknown[]) => unknown>;
  const makers = MAKERS.map((name) => [name, vectors[name]] as const);
  const scope = globalThis as unknown as Record<string, unknown>;
  try {
    for (const [name, maker] of makers) {
      vectors[name] = function (this: unknown, ...given: unknown[]) {
        made++;
        return maker.apply(this, given);
      };
    }
    for (const Kind of KINDS) {
      scope[Kind.name] = new Proxy(Kind, {
        construct(target, given) {
          made++;
          return Reflect.construct(target, given) as object;
        },
      });
    }
    work();
  } finally {
    for (const [name, maker] of makers) vectors[name] = maker;
    for (const Kind of KINDS) scope[Kind.name] = Kind;
  }
  return made;
}
