import fc from "fast-check";
import { expect, test } from "vitest";
import { eigenGeneralized, eigenSymmetric } from "../../src/linalg/eigen-symmetric.js";
import { bilinear, fromDiagonal, fromRows, multiply } from "../../src/linalg/matrix.js";
import { largest, positiveDefinite, rows, sized } from "./matrices.js";

const symmetric = (n: number) =>
  rows(n).map((a) => fromRows(a.map((row, i) => row.map((value, j) => value + a[j][i]))));

test("vectors are orthonormal and belong to their values", () => {
  fc.assert(
    fc.property(sized(12, symmetric), (A) => {
      const n = A.pattern.size;
      const { values, vectors } = eigenSymmetric(A);
      const size = largest(A.values) * n + 1;
      const image = new Float64Array(n);
      vectors.forEach((x, k) => {
        multiply(A, x, image);
        // n rotations and reflections, each with the rounding of its own length
        for (let i = 0; i < n; i++) expect(Math.abs(image[i] - values[k] * x[i])).toBeLessThan(1e-14 * n * size);
        vectors.forEach((y, l) => {
          const product = x.reduce((sum, value, i) => sum + value * y[i], 0);
          expect(Math.abs(product - (k === l ? 1 : 0))).toBeLessThan(1e-14 * n);
        });
        if (k > 0) expect(values[k]).toBeGreaterThanOrEqual(values[k - 1]);
      });
    }),
    { numRuns: 150 },
  );
});

test("the chain of n springs has the frequencies of the textbook", () => {
  const n = 50;
  const K = fromRows(
    Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => [2, -1][Math.abs(i - j)] ?? 0)),
  );
  const { values } = eigenSymmetric(K);
  // 2 − 2 cos(kπ/(n+1)); the absolute error is rounding of the norm, 4
  values.forEach((value, k) => {
    expect(Math.abs(value - (2 - 2 * Math.cos(((k + 1) * Math.PI) / (n + 1))))).toBeLessThan(2e-14);
  });
});

test("a pair of matrices has M-orthonormal vectors that diagonalise K", () => {
  const pairs = fc.integer({ min: 1, max: 9 }).chain((n) => fc.tuple(symmetric(n), positiveDefinite(n)));
  fc.assert(
    fc.property(pairs, ([K, M]) => {
      const pairsFound = eigenGeneralized(K, M);
      if ("kind" in pairsFound) throw new Error("a positive definite mass was refused");
      const { values, vectors } = pairsFound;
      const size = largest(K.values) * K.pattern.size + 1;
      vectors.forEach((x, k) => {
        vectors.forEach((y, l) => {
          // M has eigenvalues between 1/2 and about 100: two digits may go
          expect(Math.abs(bilinear(M, x, y) - (k === l ? 1 : 0))).toBeLessThan(1e-11);
          expect(Math.abs(bilinear(K, x, y) - (k === l ? values[k] : 0))).toBeLessThan(1e-11 * size);
        });
      });
    }),
    { numRuns: 150 },
  );
});

test("a mass that is not positive definite is a failure naming the row", () => {
  const outcome = eigenGeneralized(fromDiagonal([1, 1, 1]), fromDiagonal([1, 0, 1]));
  expect(outcome).toEqual({ kind: "singular", row: 1, pivot: 0 });
});

test.each([1e-200, 1e-300, 1e200])("in units of %d the eigenvalues are those of the plain matrix", (unit) => {
  const rows = [
    [2, -1, 0.5],
    [-1, 3, -1],
    [0.5, -1, 4],
  ];
  const { values: expected } = eigenSymmetric(fromRows(rows));
  const { values, vectors } = eigenSymmetric(fromRows(rows.map((row) => row.map((a) => a * unit))));
  // A few roundings: the entries are those times the unit, rounded.
  for (const [k, value] of values.entries()) expect(value / unit).toBeCloseTo(expected[k], 13);
  for (const vector of vectors) expect(vector.reduce((sum, x) => sum + x * x, 0)).toBeCloseTo(1, 13);
});
