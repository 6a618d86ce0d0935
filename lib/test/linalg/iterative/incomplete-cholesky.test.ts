import fc from "fast-check";
import { expect, test } from "vitest";
import type { Matrix } from "../../../src/core/matrix.js";
import { elementAssembly } from "../../../src/linalg/assembly.js";
import { incompleteCholesky } from "../../../src/linalg/iterative/incomplete-cholesky.js";
import { fromDiagonal, fromRows, fromTriplets, toRows } from "../../../src/linalg/matrix.js";
import { dot, normInf, subtract } from "../../../src/linalg/vec.js";
import { noise, positiveDefinite, sized } from "../matrices.js";

/** The incomplete factor by the definition: entries outside the pattern are dropped as they arise. */
function reference(A: Matrix): number[][] {
  const a = toRows(A);
  const n = a.length;
  const kept = a.map((row) => row.map((value) => value !== 0));
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      if (!kept[i][j]) continue;
      for (let k = 0; k < j; k++) if (kept[i][k] && kept[j][k]) a[i][j] -= a[i][k] * a[j][k];
      a[i][j] = i === j ? Math.sqrt(a[i][i]) : a[i][j] / a[j][j];
    }
  }
  return a.map((row, i) => row.map((value, j) => (j <= i && kept[i][j] ? value : 0)));
}

function solveWith(l: number[][], b: Float64Array): Float64Array {
  const x = b.slice();
  for (let i = 0; i < x.length; i++) {
    for (let k = 0; k < i; k++) x[i] -= l[i][k] * x[k];
    x[i] /= l[i][i];
  }
  for (let i = x.length - 1; i >= 0; i--) {
    for (let k = i + 1; k < x.length; k++) x[i] -= l[k][i] * x[k];
    x[i] /= l[i][i];
  }
  return x;
}

function expectReference(A: Matrix): void {
  const random = noise(3);
  const b = Float64Array.from({ length: A.pattern.size }, random);
  const preconditioner = incompleteCholesky(A.pattern);
  expect(preconditioner.factor(A.values)).toBeNull();
  const x = b.slice();
  preconditioner.solve(x, x);
  const expected = solveWith(reference(A), b);
  subtract(x, expected, x);
  // Conditions below some thousand.
  expect(normInf(x)).toBeLessThan(1e-11 * (1 + normInf(expected)));
}

test("the factor is the one of the definition, row by row", () => {
  fc.assert(fc.property(sized(14, positiveDefinite), expectReference), { numRuns: 300 });
});

test("and where rows come in threes", () => {
  // A strip of quadrilaterals with three rows a node, two of them fixed: no entry of a block is zero.
  const elements: number[] = [];
  for (let k = 0; k < 14; k++) elements.push(2 * k - 1, 2 * k, 2 * k + 1, 2 * k + 2);
  const random = noise(11);
  const { pattern, add } = elementAssembly(29, Int32Array.from(elements), 4, 3);
  const values = new Float64Array(pattern.column.length);
  for (let e = 0; e < 14; e++) {
    const v = Array.from({ length: 12 }, random);
    const matrix = Float64Array.from(
      { length: 144 },
      (_, k) => v[Math.floor(k / 12)] * v[k % 12] + (k % 13 === 0 ? 4 : 0.1),
    );
    add(e, matrix, values);
  }
  expectReference({ pattern, values });
});

test("a full pattern leaves nothing out: the preconditioner is the inverse", () => {
  const A = fromRows([
    [4, 1, 2],
    [1, 5, 3],
    [2, 3, 6],
  ]);
  const exact = incompleteCholesky(A.pattern);
  expect(exact.factor(A.values)).toBeNull();
  const x = Float64Array.of(7, 9, 11);
  exact.solve(x, x);
  expect(x[0]).toBeCloseTo(1, 13);
  expect(x[1]).toBeCloseTo(1, 13);
  expect(x[2]).toBeCloseTo(1, 13);
});

test("a pivot that fails raises the diagonal until all hold", () => {
  // Kershaw's ring of four: positive definite, but its incomplete factor has a negative pivot.
  const rows = [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3];
  const cols = [0, 1, 3, 0, 1, 2, 1, 2, 3, 0, 2, 3];
  const ring = fromTriplets(4, rows, cols, [3, -2, 2, -2, 3, -2, -2, 3, -2, 2, -2, 3]);
  expect(reference(ring)[3][3]).toBeNaN();
  const preconditioner = incompleteCholesky(ring.pattern);
  expect(preconditioner.factor(ring.values)).toBeNull();
  const b = Float64Array.of(1, -2, 3, 5);
  const x = b.slice();
  preconditioner.solve(x, x);
  expect(dot(b, x)).toBeGreaterThan(0);
});

test("refuses what it cannot use, by row", () => {
  const refused = fromDiagonal([1, -2]);
  expect(incompleteCholesky(refused.pattern).factor(refused.values)).toEqual({ kind: "singular", row: 1, pivot: -2 });
  const notFinite = fromRows([
    [1, 1],
    [1, 1],
  ]);
  const values = Float64Array.of(1, Number.NaN, Number.NaN, 1);
  expect(incompleteCholesky(notFinite.pattern).factor(values)).toEqual({ kind: "singular", row: 1, pivot: 0 });
});
