import { expect, test } from "vitest";
import { fittedOrder } from "../../src/analysis/fitted-order.js";
import { uniform } from "../../src/core/random.js";

const steps = Array.from({ length: 12 }, (_, k) => 2 ** -k);

test("the exact slope of a power, whatever the order of the rows", () => {
  for (const p of [1, 2, 4, 8]) {
    const { order, standardError, used } = fittedOrder(
      steps,
      steps.map((h) => 3 * h ** p),
    );
    expect(order).toBeCloseTo(p, 12);
    expect(standardError).toBeLessThan(1e-12);
    expect(used).toHaveLength(12);
  }
  const shuffled = [3, 0, 5, 1, 4, 2].map((k) => steps[k]);
  const found = fittedOrder(
    shuffled,
    shuffled.map((h) => h * h),
  );
  expect(found.order).toBeCloseTo(2, 12);
  expect(found.used.map((at) => shuffled[at])).toEqual(steps.slice(0, 6));
});

test("coarse steps that are not asymptotic and a plateau of rounding are left out", () => {
  const next = uniform(3);
  const errors = steps.map((h) => h ** 4 / (1 + 30 * h * h) + 1e-9 * (0.5 + next()));
  const { order, used } = fittedOrder(steps, errors);
  expect(Math.abs(order - 4)).toBeLessThan(0.2);
  // The plateau begins where h⁴ is about 1e-9, at h = 2^-7.5.
  expect(Math.max(...used)).toBeLessThan(8);
  expect(Math.min(...used)).toBeGreaterThan(1);
});

test("a plateau alone, too few errors, and errors that are no numbers have no order", () => {
  expect(
    fittedOrder(
      steps,
      steps.map(() => 1e-14),
    ).order,
  ).toBeNaN();
  expect(fittedOrder([1, 0.5], [1, 0.25]).order).toBeNaN();
  expect(
    fittedOrder(
      steps,
      steps.map(() => Number.NaN),
    ).used,
  ).toEqual([]);
  // Zero errors are no points of the line, the others are.
  const { order, used } = fittedOrder(
    steps,
    steps.map((h, k) => (k === 5 ? 0 : h * h)),
  );
  expect(order).toBeCloseTo(2, 12);
  expect(used).toHaveLength(11);
});

test("the standard error is that of a line through noise", () => {
  const next = uniform(11);
  const found = Array.from({ length: 200 }, () =>
    fittedOrder(
      steps,
      steps.map((h) => h * h * Math.exp(0.02 * (next() + next() + next() + next() - 2))),
    ),
  );
  const mean = found.reduce((sum, { order }) => sum + order, 0) / found.length;
  const spread = Math.sqrt(found.reduce((sum, { order }) => sum + (order - mean) ** 2, 0) / (found.length - 1));
  const said = found.reduce((sum, { standardError }) => sum + standardError, 0) / found.length;
  expect(mean).toBeCloseTo(2, 2);
  // Both are known from 200 samples, to about 5 %.
  expect(Math.abs(said / spread - 1)).toBeLessThan(0.2);
});
