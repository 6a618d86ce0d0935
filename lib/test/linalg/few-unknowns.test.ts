import fc from "fast-check";
import { expect, test } from "vitest";
import type { Matrix } from "../../src/core/matrix.js";
import { oneUnknown, threeUnknowns, twoUnknowns } from "../../src/linalg/few-unknowns.js";
import { fromDiagonal, fromRows, multiply } from "../../src/linalg/matrix.js";

const written = [oneUnknown, twoUnknowns, threeUnknowns];
const factorizationOf = ({ pattern }: Matrix) => written[pattern.size - 1](pattern);

function solution(matrix: Matrix, b: readonly number[]): Float64Array {
  const factorization = factorizationOf(matrix);
  expect(factorization.factor(matrix.values)).toBeNull();
  const x = new Float64Array(b.length);
  expect(factorization.solve(Float64Array.from(b), x)).toBeNull();
  return x;
}

/** Powers of two beside others: rows of all sizes, zeros on the diagonal, every order of pivots. Nothing whose reciprocal or product overflows. */
const entry = fc.oneof(
  fc.constantFrom(0, 1, -2, 0.25, 64),
  fc.double({ min: -3, max: 3, noNaN: true }).filter((x) => Math.abs(x) > 1e-60),
);

test.each([1, 2, 3])(
  "%i unknowns: what is solved has a residual of rounding, or the matrix is nearly singular",
  (n) => {
    let count = 0;
    const square = fc.array(fc.array(entry, { minLength: n, maxLength: n }), { minLength: n, maxLength: n });
    fc.assert(
      fc.property(square, fc.array(entry, { minLength: n, maxLength: n }), (rows, b) => {
        const matrix = fromRows(rows);
        const factorization = factorizationOf(matrix);
        const size = Math.max(...rows.flat().map(Math.abs));
        if (factorization.factor(matrix.values) !== null) {
          // What is refused is singular to rounding: every pivot is a determinant of a part over another.
          expect(Math.abs(determinant(rows))).toBeLessThan(1e-14 * size ** n + Number.MIN_VALUE);
          return;
        }
        const x = new Float64Array(n);
        expect(factorization.solve(Float64Array.from(b), x)).toBeNull();
        const r = new Float64Array(n);
        multiply(matrix, x, r);
        // Partial pivoting: growth of at most 4, a few roundings of |A| |x| in every row.
        const bound = 64 * Number.EPSILON * (n * size * Math.max(...x.map(Math.abs)) + Math.max(...b.map(Math.abs)));
        for (let i = 0; i < n; i++) expect(Math.abs(r[i] - b[i])).toBeLessThanOrEqual(bound);
        count++;
      }),
      { seed: 12, numRuns: 400 },
    );
    expect(count).toBeGreaterThan(200);
  },
);

function determinant(a: readonly (readonly number[])[]): number {
  if (a.length === 1) return a[0][0];
  return a[0].reduce((sum, value, j) => {
    const minor = a.slice(1).map((row) => row.filter((_, k) => k !== j));
    return sum + (j % 2 === 0 ? value : -value) * determinant(minor);
  }, 0);
}

test("solutions by hand", () => {
  expect([...solution(fromRows([[4]]), [2])]).toEqual([0.5]);
  expect([
    ...solution(
      fromRows([
        [2, 1],
        [1, 4],
      ]),
      [5, 6],
    ),
  ]).toEqual([2, 1]);
  // The second row first, and every row in the place of another.
  expect([
    ...solution(
      fromRows([
        [0, 2],
        [4, 1],
      ]),
      [6, 7],
    ),
  ]).toEqual([1, 3]);
  const cyclic = fromRows([
    [0, 2, 0],
    [0, 0, 4],
    [8, 0, 0],
  ]);
  expect([...solution(cyclic, [2, 8, 24])]).toEqual([3, 1, 2]);
});

test("patterns that are not full", () => {
  expect([...solution(fromDiagonal([2, 4]), [6, 4])]).toEqual([3, 1]);
  expect([...solution(fromDiagonal([2, 4, 8]), [6, 4, 4])]).toEqual([3, 1, 0.5]);
});

test.each([
  ["nothing", [[0]], 0],
  [
    "rows of which one is twice the other",
    [
      [1, 2],
      [2, 4],
    ],
    0,
  ],
  [
    "nothing in two rows",
    [
      [0, 0],
      [0, 0],
    ],
    0,
  ],
  [
    "a row of nothing",
    [
      [1, 2, 3],
      [0, 0, 0],
      [4, 5, 7],
    ],
    1,
  ],
  [
    "a last row that is the sum of the others",
    [
      [4, 1, 0],
      [0, 2, 1],
      [4, 3, 1],
    ],
    2,
  ],
] as [string, number[][], number][])("%s: singular, and in which row", (_what, rows, row) => {
  const matrix = fromRows(rows);
  expect(factorizationOf(matrix).factor(matrix.values)).toMatchObject({ kind: "singular", row });
});

test("what is left of large terms that cancel is no pivot", () => {
  // Columns of which the second is three times the first, but for rounding, in numbers of some thousands.
  const first = [1000.1, 7000.7, 9000.9];
  const three = fromRows(first.map((x, i) => [x, 3 * x, [1, 2, 5][i]]));
  expect(factorizationOf(three).factor(three.values)).toMatchObject({ kind: "singular" });
  const two = fromRows(first.slice(0, 2).map((x) => [x, 3 * x]));
  expect(factorizationOf(two).factor(two.values)).toMatchObject({ kind: "singular" });
  // The third column is the sum of the others.
  const last = fromRows(first.map((x, i) => [x, 1e3 * Math.sin(i), x + 1e3 * Math.sin(i)]));
  expect(factorizationOf(last).factor(last.values)).toMatchObject({ kind: "singular" });
});

test("what is nearly singular by more than rounding is solved", () => {
  // u22 = 1e-14 is fifty times what is rounded away in it.
  const x = solution(
    fromRows([
      [1, 1],
      [1, 1 + 1e-14],
    ]),
    [0, 1e-14],
  );
  expect(x[1]).toBeCloseTo(1, 1);
});

test("a pattern of one unknown without entries", () => {
  const empty = { size: 1, rowStart: Int32Array.of(0, 0), column: new Int32Array(0) };
  expect(oneUnknown(empty).factor(new Float64Array(0))).toEqual({ kind: "singular", row: 0, pivot: 0 });
});

test("pivots whose reciprocal overflows count as zero", () => {
  const tiny = 2 ** -1050;
  for (const rows of [
    [[tiny]],
    [
      [tiny, 0],
      [0, tiny],
    ],
    [
      [1, 0],
      [0, tiny],
    ],
    [
      [tiny, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, tiny],
    ],
  ]) {
    const matrix = fromRows(rows);
    expect(factorizationOf(matrix).factor(matrix.values)).toMatchObject({ kind: "singular", pivot: tiny });
  }
});
