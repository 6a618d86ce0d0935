import { expect, test } from "vitest";
import { exceedancesOf, incrementalDynamicAnalysis } from "../../src/analysis/incremental-dynamic-analysis.js";
import { percentile } from "../../src/analysis/percentile.js";

test("percentiles lie between neighbours, and infinite values are the largest", () => {
  expect(percentile([3, 1, 2], 0.5)).toBe(2);
  expect(percentile([4, 1, 2, 3], 0.5)).toBe(2.5);
  expect(percentile([0, 10], 0.16)).toBeCloseTo(1.6, 14);
  expect(percentile([1, 2, Number.POSITIVE_INFINITY], 0.5)).toBe(2);
  expect(percentile([1, Number.POSITIVE_INFINITY], 0.5)).toBe(Number.POSITIVE_INFINITY);
  expect(percentile([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY], 0.25)).toBe(Number.POSITIVE_INFINITY);
  expect(percentile([Number.NaN, 7], 0.9)).toBe(7);
  expect(percentile([], 0.5)).toBeNaN();
});

const levels = [0.1, 0.2, 0.3, 0.4];

test("elastic structures: demands in proportion, percentiles of their factors", () => {
  const factors = Array.from({ length: 101 }, (_, k) => 1 + k / 100);
  const runs = factors.flatMap((factor, k) =>
    // In no order, as a study may finish them.
    [...levels].reverse().map((intensity) => ({ record: `r${k}`, intensity, demand: factor * intensity })),
  );
  const { curves, median, below, above, levels: at } = incrementalDynamicAnalysis(runs);
  expect(at).toEqual(levels);
  expect(curves).toHaveLength(101);
  expect(curves[0].intensity).toEqual(levels);
  levels.forEach((x, k) => {
    expect(median[k]).toBeCloseTo(1.5 * x, 12);
    expect(below[k]).toBeCloseTo(1.16 * x, 12);
    expect(above[k]).toBeCloseTo(1.84 * x, 12);
  });
});

test("runs that failed end the curves above them", () => {
  const collapse = [0.25, 0.35, 9, 9, 9];
  const runs = collapse.flatMap((limit, k) =>
    levels.map((intensity) => ({
      record: `r${k}`,
      intensity,
      demand: intensity > limit ? Number.NaN : intensity * (k + 1),
    })),
  );
  const { curves, median, above } = incrementalDynamicAnalysis(runs);
  expect(curves.map(({ failedFrom }) => failedFrom)).toEqual([0.3, 0.4, ...Array(3).fill(Number.POSITIVE_INFINITY)]);
  expect(curves[0].demand).toEqual([0.1, 0.2]);
  // At 0.4 two of five have failed: the others demand 3, 4, 5 times 0.4, and the median is the largest of them.
  expect(median[3]).toBeCloseTo(5 * 0.4, 12);
  expect(above[3]).toBeNaN();
  expect(above[0]).toBeCloseTo(0.1 * percentile([1, 2, 3, 4, 5], 0.84), 12);
});

test("records with levels of their own are compared in between", () => {
  const runs = [
    ...[0.1, 0.2, 0.4].map((intensity) => ({ record: "a", intensity, demand: 2 * intensity })),
    ...[0.15, 0.3].map((intensity) => ({ record: "b", intensity, demand: 4 * intensity })),
  ];
  const { levels: at, median } = incrementalDynamicAnalysis(runs);
  expect(at.at(-1)).toBeCloseTo(0.3, 14);
  at.forEach((x, k) => {
    expect(median[k]).toBeCloseTo(3 * x, 12);
  });
});

test("exceedances count runs that failed", () => {
  const runs = [
    { record: "a", intensity: 1, demand: 0.5 },
    { record: "b", intensity: 1, demand: 2 },
    { record: "b", intensity: 0.5, demand: 1 },
    { record: "c", intensity: 1, demand: Number.NaN },
  ];
  expect(exceedancesOf(runs, 1)).toEqual([
    { intensity: 0.5, count: 1, exceeding: 1 },
    { intensity: 1, count: 3, exceeding: 2 },
  ]);
});
