import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Matrix } from "../../src/core/matrix.js";
import { analyze } from "../../src/linalg/factorization.js";
import { fromRows, fromTriplets, multiply, toRows } from "../../src/linalg/matrix.js";
import { laplacian, largest, noise, positiveDefinite, rows, sized, sparse, times, vector } from "./matrices.js";

/** ‖b − A x‖ over ‖A‖ ‖x‖ + ‖b‖: a backward stable solver keeps it at rounding, whatever the condition of A. */
function backwardError(A: Matrix, x: Float64Array, b: Float64Array): number {
  const a = toRows(A);
  const residual = times(a, x).map((value, i) => value - b[i]);
  const norm = a.reduce(
    (m, row) =>
      Math.max(
        m,
        row.reduce((sum, value) => sum + Math.abs(value), 0),
      ),
    0,
  );
  return largest(residual) / (norm * largest(x) + largest(b) || 1);
}

const solved = (A: Matrix, b: Float64Array, symmetric: boolean) => {
  const factorization = analyze(A.pattern, symmetric);
  const failure = factorization.factor(A.values);
  if (failure !== null) return failure;
  const x = b.slice();
  factorization.solve(x, x);
  return x;
};

// Partial pivoting grows entries by at most 2^(n-1); on these small matrices by less than 100.
const STABLE = 1e-13;

describe("dense elimination", () => {
  const cases = sized(7, (n) => fc.tuple(rows(n).map(fromRows), vector(n)));
  test("solves full matrices or says that they are singular", () => {
    fc.assert(
      fc.property(cases, ([A, b]) => {
        const x = solved(A, b, false);
        if (x instanceof Float64Array) expect(backwardError(A, x, b)).toBeLessThan(STABLE);
        else expect(x.kind).toBe("singular");
      }),
      { numRuns: 2000 },
    );
  });

  test("solves sparse patterns, unsymmetric ones included", () => {
    fc.assert(
      fc.property(
        sized(7, (n) => fc.tuple(sparse(n), vector(n))),
        ([A, b]) => {
          const x = solved(A, b, false);
          if (x instanceof Float64Array) expect(backwardError(A, x, b)).toBeLessThan(STABLE);
          else expect(x.kind).toBe("singular");
        },
      ),
      { numRuns: 1000 },
    );
  });

  test("a matrix of rank n − 1 is singular for every n", () => {
    for (let n = 1; n <= 6; n++) {
      const random = noise(n);
      const a = Array.from({ length: n }, () => Array.from({ length: n }, random));
      a[n - 1] = a[0].map((_, j) => a.slice(0, n - 1).reduce((sum, row, i) => sum + row[j] * (i + 0.3), 0));
      const outcome = solved(fromRows(a), new Float64Array(n).fill(1), false);
      expect(outcome).toMatchObject({ kind: "singular" });
    }
  });

  test("units of very different size are no reason to call a matrix singular", () => {
    const A = fromRows([
      [1e20, 1],
      [1, 1e-18],
    ]);
    const x = solved(A, Float64Array.of(1e20, 1), true) as Float64Array;
    expect([...x]).toEqual([expect.closeTo(1, 14), expect.closeTo(0, 14)]);
  });

  test("NaN in a matrix is a failure, not a result", () => {
    for (let n = 1; n <= 5; n++) {
      const a = Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => (i === j ? 1 : 0)));
      const A = fromRows(a);
      A.values[n * n - 1] = Number.NaN;
      expect(solved(A, new Float64Array(n), false)).toMatchObject({ kind: "singular" });
    }
  });
});

describe("sparse LDLᵀ", () => {
  test("solves positive definite matrices", () => {
    const cases = fc.integer({ min: 16, max: 40 }).chain((n) => fc.tuple(positiveDefinite(n), vector(n)));
    fc.assert(
      fc.property(cases, ([A, b]) => {
        const x = solved(A, b, true);
        expect(x).toBeInstanceOf(Float64Array);
        if (x instanceof Float64Array) expect(backwardError(A, x, b)).toBeLessThan(STABLE);
      }),
      { numRuns: 300 },
    );
  });

  test("factors again with other values on the same pattern, and solves the same twice", () => {
    const A = laplacian(7, 6, 5);
    const factorization = analyze(A.pattern, true);
    const random = noise(3);
    const x = Float64Array.from({ length: 210 }, random);
    const b = new Float64Array(210);
    for (const factor of [1, 7]) {
      const B = { pattern: A.pattern, values: A.values.map((value) => factor * value) };
      multiply(B, x, b);
      expect(factorization.factor(B.values)).toBeNull();
      const first = new Float64Array(210);
      const second = new Float64Array(210);
      factorization.solve(b, first);
      factorization.solve(b, second);
      expect(second).toEqual(first);
      // The condition number is about 1200: three digits of sixteen may go.
      for (let i = 0; i < 210; i++) expect(Math.abs(first[i] - x[i])).toBeLessThan(1e-12);
    }
  });

  test("a structure that is not supported is singular, and the row is named", () => {
    const n = 30;
    const i: number[] = [];
    const j: number[] = [];
    const a: number[] = [];
    for (let k = 0; k < n - 1; k++) {
      i.push(k, k + 1, k, k + 1);
      j.push(k, k + 1, k + 1, k);
      a.push(0.1, 0.1, -0.1, -0.1);
    }
    const failure = solved(fromTriplets(n, i, j, a), new Float64Array(n), true);
    expect(failure).toMatchObject({ kind: "singular", row: expect.any(Number) });
  });
});
