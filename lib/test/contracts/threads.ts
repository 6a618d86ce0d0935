/** The same digits whatever the number of threads: a run whose factorisations are shared by threads ends where it ends without, to the bit. */
import { expect } from "vitest";
import { begin } from "../../src/core/run.js";
import { specialised } from "../../src/core/specialise.js";
import { engageCrew } from "../../src/linalg/sparse/engaged-crew.js";
import type { Crew } from "../../src/linalg/sparse/wasm-kernels.js";
import { crewOf } from "../threads.js";
import { type Case, timeOf } from "./cases.js";

const STEPS = 12;

let crews: readonly Crew[] | null = null;

export function threads({ scheme, trial }: Case): void {
  crews ??= [crewOf(1), crewOf(3)];
  let calls = 0;
  /** Small factors are shared too where everything takes its special form; the problem is made anew, since its mass has a factor of its own. */
  const ended = (crew: Crew | null) =>
    specialised("always", () => {
      engageCrew(
        crew && {
          call(work) {
            calls++;
            crew.call(work);
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
        engageCrew(null);
      }
    });
  const alone = ended(null);
  for (const crew of crews) expect(ended(crew)).toEqual(alone);
  // Or nothing was measured.
  expect(calls).toBeGreaterThan(0);
}
