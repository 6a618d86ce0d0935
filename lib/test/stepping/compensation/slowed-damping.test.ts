/** One mass whose damper stops it within a thousandth of a step of 1, thrown with another velocity than the damper allows. */
import { expect, test } from "vitest";
import { explained } from "../../../src/analysis/failure-text.js";
import { begin, run } from "../../../src/core/run.js";
import { bathe } from "../../../src/methods/bathe.js";
import { generalizedAlpha } from "../../../src/methods/generalized-alpha.js";
import { newmark } from "../../../src/methods/newmark.js";
import { spring } from "../../methods/oscillator.js";

const [k, c] = [1, 1000];
const thrown = spring({ k, c, q: 0, v: 1 });
const root = Math.sqrt((c * c) / 4 - k);
const [slow, fast] = [-k / (c / 2 + root), -c / 2 - root];
const exact = (t: number) => (Math.exp(slow * t) - Math.exp(fast * t)) / (slow - fast);

test.each([
  ["compensate: period", generalizedAlpha({ compensate: "period" })],
  ["process", newmark({ beta: 1 / 12, process: true })],
])("%s: what is said before the run, and where it fails, is the same, and following it helps", (setting, method) => {
  const notices = (step: number) => begin(thrown, method, { time: { step, steps: 1 } }).notices;
  const said = notices(1).find(({ code }) => code === "slowed-damping")?.message ?? "";
  expect(said).toMatch(new RegExp(`within 1/1000 of a step, and with ${setting} a start`));
  expect(said).toMatch(/Steps up to 0\.001 resolve it, and bathe stops it at any step$/);
  const { failure, last, steps } = run(thrown, method, { time: { step: 1, steps: 20 } });
  if (failure === null) throw new Error("the mass was stopped after all: then there is nothing to be said");
  const { system } = thrown;
  const text = explained({ failure, t: last.t, steps, step: 1, method, system, notices: notices(1) });
  expect(text).toMatch(/gains energy that nothing explains/);
  expect(text.endsWith(`As was said before the run: ${said}.`)).toBe(true);
  // At h c/m = 1, which is no longer spoken of, half of 1/12 of it at most is left of the error: 1 %.
  expect(notices(0.001)).toEqual([]);
  const resolved = run(thrown, method, { time: { step: 0.001, steps: 1000 } }).last.q[0];
  expect(Math.abs(resolved / exact(1) - 1)).toBeLessThan(0.01);
  // The damper's distance is 1/c; of the first step's (m/(h c))² less is right.
  const stopped = run(thrown, bathe(), { time: { step: 1, steps: 20 } }).last.q[0];
  expect(Math.abs(stopped / exact(20) - 1)).toBeLessThan(1e-4);
});
