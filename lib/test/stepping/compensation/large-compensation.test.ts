import { expect, test } from "vitest";
import { fromDiagonal, fromRows, fromTriplets } from "../../../src/linalg/matrix.js";
import { proportionality } from "../../../src/stepping/compensation/large-compensation.js";

test("C = a M is recognised, and nothing else", () => {
  const M = fromRows([
    [4, 1],
    [1, 3],
  ]);
  const times = (a: number) => ({ ...M, values: M.values.map((value) => a * value) });
  expect(proportionality(times(0.3), M)).toBeCloseTo(0.3, 15);
  expect(proportionality(times(-2e-9), M)).toBeCloseTo(-2e-9, 24);
  expect(proportionality(fromDiagonal(Float64Array.of(0.4, 0.3)), M)).toBeNull();
  expect(
    proportionality(
      fromRows([
        [0.4, 0.1],
        [0.1, 0.301],
      ]),
      M,
    ),
  ).toBeNull();
  // No damping at all, written with no entry.
  expect(proportionality(fromTriplets(2, [], [], []), M)).toBe(0);
});
