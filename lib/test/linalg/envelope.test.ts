import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Matrix } from "../../src/core/matrix.js";
import { specialised } from "../../src/core/specialise.js";
import { entriesOf, envelopeLDLT, envelopeOf } from "../../src/linalg/envelope.js";
import { analyze } from "../../src/linalg/factorization.js";
import { fromDiagonal, fromRows, fromTriplets, multiply, toRows } from "../../src/linalg/matrix.js";
import { sparseLDLT } from "../../src/linalg/sparse/multifrontal.js";
import { laplacian, largest, noise, positiveDefinite, vector } from "./matrices.js";

const ANY = Number.POSITIVE_INFINITY;

function factored(A: Matrix, options = {}) {
  const envelope = envelopeOf(A.pattern, ANY);
  if (envelope === null) throw new Error("every matrix has an envelope");
  const factorization = envelopeLDLT(envelope, options);
  return { envelope, factorization, failure: factorization.factor(A.values) };
}

/** The same matrix with its rows and columns in a scattered order. */
function scattered(A: Matrix): Matrix {
  const n = A.pattern.size;
  const random = noise(7);
  const place = Array.from({ length: n }, (_, i) => ({ i, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ i }) => i);
  const [i, j, a]: [number[], number[], number[]] = [[], [], []];
  for (let row = 0; row < n; row++) {
    for (let k = A.pattern.rowStart[row]; k < A.pattern.rowStart[row + 1]; k++) {
      i.push(place[row]);
      j.push(place[A.pattern.column[k]]);
      a.push(A.values[k]);
    }
  }
  return fromTriplets(n, i, j, a);
}

describe("LDLᵀ within the envelope", () => {
  test("solves positive definite matrices, in place and beside it", () => {
    const cases = fc.integer({ min: 1, max: 40 }).chain((n) => fc.tuple(positiveDefinite(n), vector(n)));
    fc.assert(
      fc.property(cases, ([A, b]) => {
        const { factorization, failure } = factored(A);
        expect(failure).toBeNull();
        const x = new Float64Array(b.length);
        factorization.solve(b, x);
        const r = new Float64Array(b.length);
        multiply(A, x, r);
        const norm = Math.max(...toRows(A).map((row) => row.reduce((sum, value) => sum + Math.abs(value), 0)));
        // A positive definite factor is backward stable: some ulps for each of forty terms.
        expect(largest(r.map((value, i) => value - b[i]))).toBeLessThanOrEqual(
          1e-14 * (norm * largest(x) + largest(b)),
        );
        const same = b.slice();
        factorization.solve(same, same);
        expect(same).toEqual(x);
      }),
      { numRuns: 300 },
    );
  });

  test("has the pivots of the dense elimination, and a matrix of the second kind is factored anew", () => {
    const A = fromRows([
      [4, 2, 0],
      [2, 5, 2],
      [0, 2, 6],
    ]);
    const { factorization } = factored(A);
    // L D Lᵀ by hand: pivots 4, 4, 5; with b = A (1, 2, 3)ᵀ.
    const x = Float64Array.of(8, 18, 22);
    factorization.solve(x, x);
    expect([...x]).toEqual([1, 2, 3]);
    expect(factorization.factor(A.values.map((value) => 2 * value))).toBeNull();
    const y = Float64Array.of(8, 18, 22);
    factorization.solve(y, y);
    expect([...y]).toEqual([0.5, 1, 1.5]);
  });

  test.each([
    ["a chain", laplacian(30, 1, 1)],
    ["a strip", laplacian(40, 4, 1)],
    ["a strip in a scattered order", scattered(laplacian(40, 4, 1))],
    ["two chains", laplacian(20, 1, 1)],
    ["a diagonal", fromDiagonal(Array.from({ length: 20 }, (_, i) => i + 1))],
  ])("%s: the same solution as by fronts", (_name, A) => {
    const n = A.pattern.size;
    const b = Float64Array.from({ length: n }, noise(5));
    const [x, y] = [new Float64Array(n), new Float64Array(n)];
    factored(A).factorization.solve(b, x);
    const fronts = sparseLDLT(A.pattern);
    expect(fronts.factor(A.values)).toBeNull();
    fronts.solve(b, y);
    // The condition number of the longest chain is 1,600: three digits of sixteen may go.
    for (let i = 0; i < n; i++) expect(Math.abs(x[i] - y[i])).toBeLessThan(1e-12 * largest(y));
  });

  test("the order is the given one or reverse Cuthill–McKee's, whichever has the smaller envelope", () => {
    const strip = laplacian(4, 40, 1);
    expect(envelopeOf(strip.pattern, ANY)?.order).toBeNull();
    const envelope = envelopeOf(scattered(strip).pattern, ANY);
    if (envelope === null) throw new Error("every matrix has an envelope");
    expect(envelope.order).not.toBeNull();
    // Within the width of the strip, whatever the order it was given in.
    expect(entriesOf(envelope)).toBeLessThanOrEqual(5 * 160);
    expect(envelopeOf(laplacian(12, 12, 12).pattern, 20)).toBeNull();
    expect(envelopeOf(laplacian(5, 200, 1).pattern, 4)).toBeNull();
  });

  test("a structure that is not supported is singular, and the row is named in the order that was given", () => {
    const n = 30;
    const [i, j, a]: [number[], number[], number[]] = [[], [], []];
    // Rows 0 … 9 are coupled among themselves and supported by nothing, the others are.
    for (let k = 0; k < n - 1; k++) {
      if (k === 9) continue;
      i.push(k, k + 1, k, k + 1);
      j.push(k, k + 1, k + 1, k);
      a.push(0.1, 0.1, -0.1, -0.1);
    }
    for (let k = 10; k < n; k++) {
      i.push(k);
      j.push(k);
      a.push(1);
    }
    const A = fromTriplets(n, i, j, a);
    const { failure } = factored(A);
    expect(failure).toMatchObject({ kind: "singular", row: 9 });
    expect(Math.abs((failure as { pivot: number }).pivot)).toBeLessThan(1e-15);
    const order = Int32Array.from({ length: n }, (_, k) => (7 * k) % n);
    const moved = fromTriplets(
      n,
      i.map((row) => order[row]),
      j.map((column) => order[column]),
      a,
    );
    const row = (factored(moved).failure as { row: number }).row;
    expect(order.indexOf(row)).toBeLessThan(10);
  });

  test("NaN is a failure; a zero on the diagonal with something beside it is a saddle point", () => {
    const A = laplacian(20, 1, 1);
    const values = A.values.slice();
    values[10] = Number.NaN;
    values[12] = Number.NaN;
    expect(factored({ pattern: A.pattern, values }).failure).toMatchObject({ kind: "singular" });
    const saddle = fromRows([
      [0, 1],
      [1, 0],
    ]);
    expect(factored(saddle).failure).toEqual({ kind: "saddle-point", row: 0, rows: 2 });
  });

  test("units of very different size are no reason to call a matrix singular", () => {
    const units = Float64Array.from({ length: 20 }, (_, i) => 10 ** ((i % 5) * 4 - 8));
    const A = laplacian(20, 1, 1);
    const { rowStart, column } = A.pattern;
    for (let i = 0; i < 20; i++)
      for (let k = rowStart[i]; k < rowStart[i + 1]; k++) A.values[k] *= units[i] * units[column[k]];
    expect(factored(A).failure).toBeNull();
  });

  test("asked for positive pivots it stops at others, and elimination with pivoting takes their place", () => {
    const A = fromRows([
      [1e-20, 1, 0, 0, 0],
      [1, 1, 1, 0, 0],
      [0, 1, -2, 1, 0],
      [0, 0, 1, 3, 1],
      [0, 0, 0, 1, 1],
    ]);
    expect(factored(A, { positive: true }).failure).not.toBeNull();
    const b = new Float64Array(5);
    multiply(A, Float64Array.of(1, 2, 3, 4, 5), b);
    for (const form of ["always", "never"] as const) {
      const solver = specialised(form, () => analyze(A.pattern, true));
      expect(solver.factor(A.values)).toBeNull();
      const x = new Float64Array(5);
      solver.solve(b, x);
      // Without pivoting the first pivot would leave no digit.
      for (let i = 0; i < 5; i++) expect(Math.abs(x[i] - i - 1)).toBeLessThan(1e-14);
    }
  });
});
