import fc from "fast-check";
import { expect, test } from "vitest";
import { eigenSymmetric } from "../../src/linalg/eigen-symmetric.js";
import { fromRows, multiply } from "../../src/linalg/matrix.js";
import { refinedLDLT } from "../../src/linalg/refined.js";
import { sparseLDLT } from "../../src/linalg/sparse/multifrontal.js";
import { norm2, subtract } from "../../src/linalg/vec.js";
import { rows, sized, vector } from "./matrices.js";

test("indefinite matrices are solved where plain LDLᵀ breaks down", () => {
  const A = fromRows([
    [0, 1, 0, 0],
    [1, 0, 2, 0],
    [0, 2, 0, 3],
    [0, 0, 3, 0],
  ]);
  expect(sparseLDLT(A.pattern).factor(A.values)).toEqual({ kind: "saddle-point", row: 0, rows: 4 });
  const refined = refinedLDLT(A.pattern);
  expect(refined.factor(A.values)).toBeNull();
  const x = Float64Array.of(1, 3, 5, 3);
  expect(refined.solve(x, x)).toBeNull();
  x.forEach((value) => {
    expect(value).toBeCloseTo(1, 11);
  });
});

test("random symmetric matrices, definite or not, are solved or given up as a failure", () => {
  let given = 0;
  let count = 0;
  const symmetric = (n: number) =>
    rows(n).map((a) => fromRows(a.map((row, i) => row.map((value, j) => value + a[j][i]))));
  fc.assert(
    fc.property(
      sized(12, (n) => fc.tuple(symmetric(n), vector(n))),
      ([A, b]) => {
        const { values } = eigenSymmetric(A);
        const sizes = values.map(Math.abs).sort();
        fc.pre(sizes[0] > 1e-3 * sizes[sizes.length - 1] && norm2(b) > 0);
        const refined = refinedLDLT(A.pattern);
        expect(refined.factor(A.values)).toBeNull();
        const x = new Float64Array(b.length);
        const failure = refined.solve(b, x);
        count++;
        if (failure !== null) {
          expect(failure).toMatchObject({ kind: "not-converged", tolerance: 1e-9 });
          expect(norm2(x)).toBe(0); // untouched
          given++;
          return;
        }
        const r = new Float64Array(b.length);
        multiply(A, x, r);
        subtract(r, b, r);
        expect(norm2(r) / norm2(b)).toBeLessThan(2e-9);
      },
    ),
    { numRuns: 500 },
  );
  expect(given).toBeLessThan(count / 100);
});

test("a singular matrix is factored, and its unsolvable equations are told", () => {
  // The rows add up to zero, and the right-hand side does not.
  const A = fromRows([
    [1, -1, 0, 0],
    [-1, 2, -1, 0],
    [0, -1, 2, -1],
    [0, 0, -1, 1],
  ]);
  const refined = refinedLDLT(A.pattern);
  expect(refined.factor(A.values)).toBeNull();
  const x = Float64Array.of(1, 0, 0, 0);
  const failure = refined.solve(x, x);
  expect(failure).toMatchObject({ kind: "not-converged", iterations: expect.any(Number) });
  expect([...x]).toEqual([1, 0, 0, 0]);
});
