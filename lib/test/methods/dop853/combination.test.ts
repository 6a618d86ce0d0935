import { expect, test } from "vitest";
import { combination, combine, combined } from "../../../src/methods/dop853/combination.js";

test("sums the terms of a table in its order, entry by entry and all at once", () => {
  const row = combination([
    [0, 0.1],
    [2, -3],
    [3, 0.7],
  ]);
  const x = [1, 2, 3, 4].map((stage) => Float64Array.of(stage, stage / 3));
  const out = Float64Array.of(5, 5);
  combine(row, x, out);
  const expected = [0, 1].map((k) => 0.1 * x[0][k] + -3 * x[2][k] + 0.7 * x[3][k]);
  expect([...out]).toEqual(expected);
  expect([combined(row, x, 0), combined(row, x, 1)]).toEqual(expected);
  combine(combination([]), x, out);
  expect([...out]).toEqual([0, 0]);
});
