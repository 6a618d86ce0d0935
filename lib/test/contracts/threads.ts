/** The same digits whatever the number of threads: a run whose factorisations are shared by threads ends where it ends without, to the bit. */
import { expect } from "vitest";
import { begin } from "../../src/core/run.js";
import { specialised } from "../../src/core/specialise.js";
import { useThreads } from "../../src/linalg/sparse/thread-pool.js";
import type { ThreadPool } from "../../src/linalg/sparse/wasm-kernels.js";
import { poolOf } from "../threads.js";
import { type Case, timeOf } from "./cases.js";

const STEPS = 12;

let crews: readonly ThreadPool[] | null = null;

export function threads({ scheme, trial }: Case): void {
  crews ??= [poolOf(1), poolOf(3)];
  let calls = 0;
  /** Small factors are shared too where everything takes its special form; the problem is made anew, since its mass has a factor of its own. */
  const ended = (threads: ThreadPool | null) =>
    specialised("always", () => {
      useThreads(
        threads && {
          call(work) {
            calls++;
            threads.call(work);
          },
        },
      );
      try {
        const problem = trial.build();
        const time = timeOf(scheme, problem, trial.step / 4, STEPS);
        const runner = begin(problem, scheme.method, { time, growth: "report" });
        while (runner.advance(Number.MAX_SAFE_INTEGER));
        const { last, status } = runner.result();
        return { status, t: last.t, q: [...last.q], v: [...last.v] };
      } finally {
        useThreads(null);
      }
    });
  const alone = ended(null);
  for (const threads of crews) expect(ended(threads)).toEqual(alone);
  // Or nothing was measured.
  expect(calls).toBeGreaterThan(0);
}
