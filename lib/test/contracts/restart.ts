/** n steps, a snapshot, n more: the same bits as 2n steps, for every method, with ledger and observers. */
import { expect } from "vitest";
import { begin, type RunOptions, run } from "../../src/core/run.js";
import type { Time } from "../../src/core/time.js";
import { decodeCheckpoint, encodeCheckpoint } from "../../src/formats/checkpoint.js";
import { extremes } from "../../src/observers/extremes.js";
import { stepSizes } from "../../src/observers/step-sizes.js";
import { type Case, stepsOf } from "./cases.js";

const STEPS = 60;

export function restart({ scheme, trial, problem }: Case): void {
  const { method } = scheme;
  const h = trial.step / 4;
  const all = stepsOf({ scheme, trial }, STEPS);
  const time = (steps: number): Time =>
    method.clock === "own" ? { end: problem.t0 + steps * h, interval: h / 3 } : { step: h, steps };
  const options = (steps: number) => ({
    time: time(steps),
    ledger: true,
    observe: { extremes: extremes(problem.system.invariants), steps: stepSizes() },
  });
  const whole = run(problem, method, options(all));

  // A run that was meant to end here, and one that is interrupted on its way.
  const first = begin(problem, method, options(all / 2));
  while (first.advance(7));
  const interrupted = begin(problem, method, options(all));
  interrupted.advance(all / 6);
  // A body at rest in its shape has no time of its own: the first step of dop853 is then a part of the whole run, and a run with another
  // end is another run.
  const timeless = method.id === "dop853" && problem.q0.every((x) => x === 0);
  for (const runner of timeless ? [interrupted] : [first, interrupted]) {
    // Through the bytes of a checkpoint file, as the command line does.
    const bytes = encodeCheckpoint({ run: {}, notes: {}, snapshot: runner.snapshot() });
    const from = decodeCheckpoint(bytes).snapshot;
    const resumed = run(problem, method, { ...options(all), from } as RunOptions<
      ReturnType<typeof options>["observe"]
    >);
    expect([...resumed.last.q]).toEqual([...whole.last.q]);
    expect([...resumed.last.v]).toEqual([...whole.last.v]);
    expect(resumed.ledger).toEqual(whole.ledger);
    expect(resumed.observed).toEqual(whole.observed);
    expect(resumed.steps).toBe(whole.steps);
    expect(resumed.work.iterations).toBe(whole.work.iterations);
  }
}
