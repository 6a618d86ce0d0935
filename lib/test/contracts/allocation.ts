/** A step makes no vectors and no views of vectors: everything is allocated when the method is prepared. Counted by what makes them, so
 *  that it does not depend on what the compiler has done. */
import { expect } from "vitest";
import { begin } from "../../src/core/run.js";
import type { Case } from "./cases.js";
import { timeOf } from "./cases.js";
import { vectorsMade } from "./heap.js";

/** Work space for what few steps ask for (bounds on rounding errors, a renewed factor) is made when it is first asked for: in one window of
 *  steps, not in all. */
const WARM = 40;
const WINDOW = 20;
const WINDOWS = 4;

export function allocation({ scheme, trial, problem }: Case): void {
  const time = timeOf(scheme, problem, trial.step / 8, 10 * (WARM + WINDOWS * WINDOW));
  const runner = begin(problem, scheme.method, { time, growth: "report" });
  runner.advance(WARM);
  const made = Array.from({ length: WINDOWS }, () => vectorsMade(() => runner.advance(WINDOW)));
  expect(Math.min(...made), `vectors in windows of ${WINDOW} steps: ${made}`).toBe(0);
}
