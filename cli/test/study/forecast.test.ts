/** What `--dry-run` tells of a study, by a clock that the test sets. */

import { loadStudy } from "noether/studies";
import { expect, test } from "vitest";
import { forecast } from "../../src/study/forecast.js";

const study = (vary: string) =>
  loadStudy(`noether: 1
study:
  model:
    noether: 1
    system: { coordinates: [x], parameters: { k: 1 }, mass: 1, potential: k*x^2/2 }
    start: { q: [1], v: [0] }
    method: central-difference
    time: { steps: 3, step: 0.1 }
  vary: { ${vary} }
`);

/** A clock that every look moves on by what is left of the list, the last of it for ever. */
function clock(...steps: number[]): () => number {
  let [t, k] = [0, 0];
  return () => {
    t += steps[Math.min(k++, steps.length - 1)];
    return t;
  };
}

test("quick cases are tried in larger and larger numbers until the time tells something", () => {
  const many = study("k: { from: 1, to: 2, count: 1000 }");
  const { tried, cases, failed, bytes } = forecast(many, clock(0.001));
  expect([tried, cases, failed]).toEqual([1000, 1000, 0]);
  expect(bytes).toBeGreaterThan(1000 * 50);
  // A batch of eight that takes seconds is enough.
  expect(forecast(many, clock(0, 1, 1, 700)).tried).toBe(8);
  expect(forecast(study("k: [1, 2, 3]"), clock(0.001)).tried).toBe(3);
});

test("of slow cases one after another is tried, for a few seconds", () => {
  const { tried, seconds } = forecast(study("k: { from: 1, to: 2, count: 100 }"), clock(2000));
  expect(tried).toBe(1);
  expect(seconds).toBeGreaterThan(100);
});

test("cases that fail are counted, with the first reason", () => {
  const { tried, failed, reason } = forecast(study("step: [0.1, 1e999, 0.2, -1]"), clock(0.001));
  expect([tried, failed]).toEqual([4, 2]);
  expect(reason).toMatch(/step/);
});
