/** The same digits whatever the number of threads: a run whose factorisations are shared by threads ends where it ends without, to the bit. */
import { expect } from "vitest";
import { begin } from "../../src/core/run.js";
import { specialised } from "../../src/core/specialise.js";
import type { ThreadPool, ThreadTask } from "../../src/core/threads.js";
import { poolOf } from "../threads.js";
import { type Case, timeOf } from "./cases.js";

const STEPS = 12;

let pools: readonly ThreadPool[] | null = null;

export function threads({ scheme, trial }: Case): void {
  pools ??= [poolOf(1), poolOf(3)];
  let calls = 0;
  /** Small factors are shared too where everything takes its special form. */
  const ended = (pool?: ThreadPool) =>
    specialised("always", () => {
      const threads = pool && {
        call(work: ThreadTask) {
          calls++;
          pool.call(work);
        },
      };
      const built = trial.build();
      const problem = { ...built, system: { ...built.system, threads } };
      const time = timeOf(scheme, problem, trial.step / 4, STEPS);
      const runner = begin(problem, scheme.method, { time, growth: "report" });
      while (runner.advance(Number.MAX_SAFE_INTEGER));
      const { last, status } = runner.result();
      return { status, t: last.t, q: [...last.q], v: [...last.v] };
    });
  const alone = ended();
  for (const pool of pools) expect(ended(pool)).toEqual(alone);
  // Or nothing was measured.
  expect(calls).toBeGreaterThan(0);
}
