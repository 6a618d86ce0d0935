import fc from "fast-check";
import { expect, test } from "vitest";
import {
  asymmetry,
  bilinear,
  combination,
  diagonalOf,
  fromDiagonal,
  fromRows,
  fromTriplets,
  multiply,
  multiplyAdd,
  multiplyBlockAdd,
  squareBlock,
  submatrix,
  toRows,
  transpose,
} from "../../src/linalg/matrix.js";
import { checkPattern } from "../../src/linalg/sparsity.js";
import { rows, sized, sparse, times, vector } from "./matrices.js";

test("rows come back as they went in", () => {
  fc.assert(
    fc.property(sized(6, rows), (a) => {
      expect(toRows(fromRows(a))).toEqual(a);
    }),
  );
});

test("triplets add up, duplicates included", () => {
  const triplets = fc
    .integer({ min: 1, max: 7 })
    .chain((n) =>
      fc.tuple(fc.constant(n), fc.array(fc.tuple(fc.nat(n - 1), fc.nat(n - 1), fc.integer({ min: -9, max: 9 })))),
    );
  fc.assert(
    fc.property(triplets, ([n, t]) => {
      const A = fromTriplets(
        n,
        t.map((e) => e[0]),
        t.map((e) => e[1]),
        t.map((e) => e[2]),
      );
      checkPattern(A.pattern);
      const expected = Array.from({ length: n }, () => new Array<number>(n).fill(0));
      for (const [i, j, value] of t) expected[i][j] += value;
      expect(toRows(A)).toEqual(expected);
    }),
  );
});

// Entries are multiples of 1/16 below 4: every product and sum here is exact.
test("products, parts and the transpose agree with dense algebra", () => {
  const cases = fc.integer({ min: 1, max: 8 }).chain((n) => fc.tuple(sparse(n), vector(n), vector(n)));
  fc.assert(
    fc.property(cases, ([A, x, y]) => {
      const a = toRows(A);
      const out = new Float64Array(x.length);
      multiply(A, x, out);
      expect([...out].map((v) => v + 0)).toEqual(times(a, x).map((v) => v + 0));
      multiplyAdd(A, x, -1, out);
      expect(out.every((value) => value === 0)).toBe(true);
      multiply(A, y, out);
      expect(bilinear(A, x, y)).toBeCloseTo(
        x.reduce((sum, value, i) => sum + value * out[i], 0),
        12,
      );
      expect([...diagonalOf(A)]).toEqual(a.map((row, i) => row[i]));
      expect(toRows(transpose(A))).toEqual(a[0].map((_, j) => a.map((row) => row[j])));
      const odd = Array.from(x.keys()).filter((i) => i % 2 === 1);
      expect(toRows(squareBlock(A, odd))).toEqual(odd.map((i) => odd.map((j) => a[i][j])));
    }),
  );
});

test("a block takes rows and columns in the order given", () => {
  const A = fromRows([
    [1, 2, 3],
    [4, 5, 6],
    [7, 8, 9],
  ]);
  const B = submatrix(A, [2, 0], [1, 2, 0]);
  const out = new Float64Array(2);
  multiplyBlockAdd(B, Float64Array.of(1, 10, 100), 1, out);
  expect([...out]).toEqual([798, 132]);
});

test("the symmetry defect names the worst pair", () => {
  const skew = fromRows([
    [1, 2, 0],
    [2.5, 10, 0],
    [0, 0, 1],
  ]);
  expect(asymmetry(skew)).toEqual({ defect: 0.05, row: 0, column: 1 });
  expect(asymmetry(fromDiagonal([1, 2])).defect).toBe(0);
});

test("what is no matrix is refused in words", () => {
  expect(() => fromRows([[1, 2], [3]])).toThrow("row 1: found 1 numbers; a matrix of 2 rows has 2 in each");
  expect(() => fromRows([[Number.NaN]])).toThrow("row 0: column 0 is NaN");
  expect(() => fromTriplets(2, [0, 2], [0, 0], [1, 1])).toThrow("entry 1: (2, 0) is outside a matrix of 2 rows");
  expect(() => fromTriplets(2, [0], [0, 1], [1])).toThrow("as many of each");
  expect(() => fromTriplets(2, [0], [1], [Number.POSITIVE_INFINITY])).toThrow("entry 0: its value is Infinity");
});

test("a combination of matrices has the sum of their entries", () => {
  const cases = fc.integer({ min: 1, max: 7 }).chain((n) => fc.tuple(sparse(n), sparse(n)));
  fc.assert(
    fc.property(cases, ([A, B]) => {
      const [a, b] = [toRows(A), toRows(B)];
      const expected = a.map((row, i) => row.map((value, j) => 2 * value - b[i][j]));
      expect(
        toRows(combination([2, -1], [A, B]))
          .flat()
          .map((v) => v + 0),
      ).toEqual(expected.flat().map((v) => v + 0));
    }),
  );
});
