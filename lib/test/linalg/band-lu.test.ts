import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Matrix } from "../../src/core/matrix.js";
import { bandLU, bandOf, operationsOf } from "../../src/linalg/band-lu.js";
import { denseLU } from "../../src/linalg/dense-lu.js";
import { fromRows, fromTriplets, multiply, toRows } from "../../src/linalg/matrix.js";
import { largest, noise, sparse, vector } from "./matrices.js";

const ANY = Number.POSITIVE_INFINITY;

function factored(A: Matrix) {
  const band = bandOf(A.pattern, ANY);
  if (band === null) throw new Error("every matrix has a band");
  const factorization = bandLU(band);
  return { band, factorization, failure: factorization.factor(A.values) };
}

/** Random entries on some diagonals: small on the main one, so that rows have to change places again and again, unless it is all
 *  that stands between a triangle and a singular matrix. */
function banded(n: number, lower: number, upper: number, seed = 1): Matrix {
  const random = noise(seed);
  const [i, j, a]: [number[], number[], number[]] = [[], [], []];
  for (let row = 0; row < n; row++) {
    for (let column = Math.max(0, row - lower); column <= Math.min(n - 1, row + upper); column++) {
      i.push(row);
      j.push(column);
      a.push(row !== column ? random() : lower * upper > 0 ? 0.01 * random() : 3 + random());
    }
  }
  return fromTriplets(n, i, j, a);
}

describe("LU within the band", () => {
  test.each([
    [1, 1, 1],
    [2, 1, 1],
    [50, 1, 1],
    [50, 3, 3],
    [50, 0, 4],
    [50, 4, 0],
    [60, 2, 7],
    [60, 7, 2],
  ])("%i rows with %i diagonals below and %i above: the solution of the dense elimination", (n, lower, upper) => {
    for (let seed = 1; seed <= 20; seed++) {
      const A = banded(n, lower, upper, seed);
      const { factorization, failure } = factored(A);
      expect(failure).toBeNull();
      const b = Float64Array.from({ length: n }, noise(seed + 100));
      const x = new Float64Array(n);
      factorization.solve(b, x);
      const r = new Float64Array(n);
      multiply(A, x, r);
      const norm = Math.max(...toRows(A).map((row) => row.reduce((sum, value) => sum + Math.abs(value), 0)));
      // Backward stable: partial pivoting in a band lets entries grow little.
      expect(largest(r.map((value, i) => value - b[i]))).toBeLessThan(1e-13 * (norm * largest(x) + largest(b)));
      const same = b.slice();
      factorization.solve(same, same);
      expect(same).toEqual(x);
    }
  });

  test("random patterns: it and the dense elimination agree on what is singular", () => {
    const cases = fc.integer({ min: 1, max: 12 }).chain((n) => fc.tuple(sparse(n), vector(n)));
    let singular = 0;
    fc.assert(
      fc.property(cases, ([A, b]) => {
        const dense = denseLU(A.pattern);
        const expected = dense.factor(A.values);
        const { factorization, failure } = factored(A);
        expect(failure?.kind).toBe(expected?.kind);
        if (expected !== null) singular++;
        else {
          const r = new Float64Array(b.length);
          const x = new Float64Array(b.length);
          factorization.solve(b, x);
          multiply(A, x, r);
          const norm = largest(A.values) * b.length;
          expect(largest(r.map((value, i) => value - b[i]))).toBeLessThan(1e-13 * (norm * largest(x) + largest(b)));
        }
      }),
      { numRuns: 1000 },
    );
    expect(singular).toBeGreaterThan(100);
  });

  test("a zero that is only the rounding of what cancelled is found out; small units are none", () => {
    // Rows of which the last is a combination of the others, in numbers that are not binary fractions.
    const A = fromRows([
      [0.1, 0.3, 0],
      [0.7, 0.9, 0.2],
      [0.1 + 0.7, 0.3 + 0.9, 0.2],
    ]);
    expect(factored(A).failure).toMatchObject({ kind: "singular" });
    const small = fromRows([
      [1e20, 1],
      [1, 1e-18],
    ]);
    const { factorization, failure } = factored(small);
    expect(failure).toBeNull();
    const x = Float64Array.of(1e20, 1);
    factorization.solve(x, x);
    expect([...x]).toEqual([expect.closeTo(1, 14), expect.closeTo(0, 14)]);
  });

  test("a row of zeros is named, NaN is a failure", () => {
    const A = banded(30, 2, 2);
    for (let k = A.pattern.rowStart[17]; k < A.pattern.rowStart[18]; k++) A.values[k] = 0;
    expect(factored(A).failure).toMatchObject({ kind: "singular", row: 17 });
    A.values[A.pattern.rowStart[17]] = Number.NaN;
    expect(factored(A).failure).toMatchObject({ kind: "singular" });
  });

  test("stages of one step that are given one after another are interleaved: the band is that of neighbours", () => {
    const n = 100;
    const [i, j, a]: [number[], number[], number[]] = [[], [], []];
    for (let s = 0; s < 2; s++)
      for (let r = 0; r < 2; r++)
        for (let row = 0; row < n; row++)
          for (let column = Math.max(0, row - 1); column <= Math.min(n - 1, row + 1); column++) {
            i.push(s * n + row);
            j.push(r * n + column);
            a.push(1);
          }
    const band = bandOf(fromTriplets(2 * n, i, j, a).pattern, 100);
    if (band === null) throw new Error("a band of three or four diagonals");
    expect(operationsOf(band)).toBeLessThanOrEqual(24);
    expect(bandOf(fromTriplets(2 * n, i, j, a).pattern, 10)).toBeNull();
  });
});
