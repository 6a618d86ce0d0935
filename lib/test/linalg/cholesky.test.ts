import fc from "fast-check";
import { expect, test } from "vitest";
import { backwardSolve, cholesky, forwardSolve } from "../../src/linalg/cholesky.js";
import { toRows } from "../../src/linalg/matrix.js";
import { largest, positiveDefinite, sized, times, vector } from "./matrices.js";

test("factor and both solves invert a positive definite matrix", () => {
  fc.assert(
    fc.property(
      sized(10, (n) => fc.tuple(positiveDefinite(n).map(toRows), vector(n))),
      ([a, b]) => {
        const n = a.length;
        const l = Float64Array.from(a.flat());
        expect(cholesky(n, l)).toBeNull();
        const x = b.slice();
        forwardSolve(n, l, x);
        backwardSolve(n, l, x);
        const residual = times(a, x).map((value, i) => value - b[i]);
        // Condition below 1000, entries below 10
        expect(largest(residual)).toBeLessThan(1e-12);
      },
    ),
  );
});

test("the row where a matrix stops being positive is named", () => {
  expect(cholesky(2, Float64Array.of(1, 0, 2, 3))).toEqual({ kind: "singular", row: 1, pivot: -1 });
  expect(cholesky(1, Float64Array.of(0))).toEqual({ kind: "singular", row: 0, pivot: 0 });
});
