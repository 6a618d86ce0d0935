import { describe, expect, test } from "vitest";
import { run } from "../../src/core/run.js";
import { dop853 } from "../../src/methods/dop853.js";
import { gauss } from "../../src/methods/gauss.js";
import { problemOf, sample } from "./cases.js";
import { isOrder, order, referenceOf } from "./order.js";
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

describe("an order is told from its neighbours", () => {
  const steps = Array.from({ length: 9 }, (_, k) => 0.1 / Math.SQRT2 ** k);
  const errorsOf = (p: number, { next = 0, plateau = 0, size = 1 }) =>
    steps.map((h, k) => size * h ** p * (1 + next * h * h) + plateau * (1 + 0.1 * (-1) ** k));

  test.each([
    { name: "a power", p: 4, given: {} },
    { name: "coarse steps", p: 8, given: { size: 1e3, next: 60 } },
    { name: "the plateau of rounding", p: 6, given: { size: 1e-2, plateau: 4e-14 } },
    { name: "between the two", p: 8, given: { size: 1e2, next: 30, plateau: 1e-15 } },
  ])("$name", ({ p, given }) => {
    const errors = errorsOf(p, given);
    expect(isOrder(p, steps, errors)).toBe(true);
    for (const other of [p - 1, p - 0.5, p + 0.5, p + 1]) expect(isOrder(other, steps, errors)).toBe(false);
  });

  test("an iteration that stops early is no rounding", () => {
    expect(isOrder(4, steps, errorsOf(4, { plateau: 1e-9 }))).toBe(false);
  });
});

sample("order", order);
