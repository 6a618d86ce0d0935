import { expect, test } from "vitest";
import { run } from "../../src/core/run.js";
import { dop853 } from "../../src/methods/dop853.js";
import { gauss } from "../../src/methods/gauss.js";
import { problemOf, sample } from "./cases.js";
import { order, referenceOf } from "./order.js";
import { trials } from "./problems.js";

const smooth = trials.filter(({ kinks, reference }) => kinks !== true && reference === undefined);

test.each(smooth)("two unrelated methods agree on the reference of $name", (trial) => {
  const { q, v } = referenceOf(trial);
  const steps = 4 * Math.round(trial.end / trial.step);
  const other = run(problemOf(trial), gauss({ stages: 6 }), { time: { step: trial.end / steps, steps } }).last;
  for (let i = 0; i < q.length; i++) {
    // Both are accurate to about 1e-13 of the motion; an order of magnitude is left to rounding.
    expect(Math.abs(q[i] - other.q[i])).toBeLessThan(1e-12 * Math.max(1, Math.abs(q[i])));
    expect(Math.abs(v[i] - other.v[i])).toBeLessThan(1e-12 * Math.max(1, Math.abs(v[i])));
  }
});

test.each(smooth)("dop853 keeps what its tolerance promises, down to 1e-13: $name", (trial) => {
  const { q } = referenceOf(trial);
  for (const tolerance of [1e-6, 1e-8, 1e-10, 1e-12, 1e-13]) {
    const { last, status } = run(problemOf(trial), dop853({ tolerance }), { time: { end: trial.end } });
    expect(status).toBe("completed");
    const error = Math.max(...q.map((x, i) => Math.abs(x - last.q[i]))) / Math.max(...q.map(Math.abs));
    // Errors of single steps add up: some tens of steps, each within its tolerance.
    expect(error, `${tolerance}`).toBeLessThan(100 * tolerance);
  }
});

sample("order", order);
