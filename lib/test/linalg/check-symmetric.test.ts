/** Everything that is not a symmetric matrix is refused in words that name the row and say what to do. */
import { describe, expect, test } from "vitest";
import { InputError } from "../../src/core/failure.js";
import type { Matrix } from "../../src/core/matrix.js";
import { checkSymmetric } from "../../src/linalg/check-symmetric.js";
import { analyze } from "../../src/linalg/factorization.js";
import { fromRows, fromTriplets } from "../../src/linalg/matrix.js";
import { sparseLDLT } from "../../src/linalg/sparse/multifrontal.js";
import { entryAt } from "../../src/linalg/sparsity.js";
import { laplacian } from "./matrices.js";

const refusal = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  throw new Error("nothing was refused");
};

const patternOf = (size: number, rowStart: number[], column: number[]) => ({
  size,
  rowStart: Int32Array.from(rowStart),
  column: Int32Array.from(column),
});

describe.each([
  ["analyze", (pattern: Matrix["pattern"]) => analyze(pattern, true)],
  ["sparseLDLT", (pattern: Matrix["pattern"]) => sparseLDLT(pattern)],
])("%s refuses a pattern", (_, entry) => {
  test.each([
    [
      "that is not square",
      patternOf(2, [0, 1, 2, 3], [0, 1, 0]),
      "the row starts of a pattern of 2 rows are 3 numbers",
    ],
    ["with columns out of range", patternOf(2, [0, 1, 2], [0, 2]), "row 1: column 2 is outside 0 … 1"],
    ["with negative columns", patternOf(2, [0, 1, 2], [-1, 1]), "row 0: column -1 is outside 0 … 1"],
    ["that is unsorted", patternOf(2, [0, 2, 4], [1, 0, 0, 1]), "row 0: its columns are not ascending; give"],
    ["with an entry twice", patternOf(2, [0, 2, 3], [0, 0, 1]), "row 0: column 0 occurs twice; give"],
    ["whose rows overlap", patternOf(2, [0, 2, 1], [0]), "row 1: its row starts must ascend"],
  ])("%s", (_, pattern, words) => {
    expect(refusal(() => entry(pattern))).toContain(words);
  });
});

test("a pattern without its mirror is refused by the sparse factor", () => {
  expect(refusal(() => sparseLDLT(patternOf(2, [0, 2, 3], [0, 1, 1])))).toContain("both of its triangles");
});

test("rows and triplets that make no square matrix are refused", () => {
  expect(refusal(() => fromRows([[1, 2], [3]]))).toContain("row 1: found 1 numbers; a matrix of 2 rows has 2 in each");
  expect(refusal(() => fromRows([[Number.NaN]]))).toContain(
    "row 0: column 0 is NaN; every entry must be a finite number",
  );
  expect(refusal(() => fromTriplets(2, [0], [2], [1]))).toContain("entry 0: (0, 2) is outside a matrix of 2 rows");
  expect(refusal(() => fromTriplets(2, [0], [0], [Infinity]))).toContain("its value is Infinity; it must be finite");
});

describe.each([
  ["analyze, small", 2, (A: Matrix) => analyze(A.pattern, true, { checkSymmetric: true })],
  ["analyze, sparse", 30, (A: Matrix) => analyze(A.pattern, true, { checkSymmetric: true })],
  ["sparseLDLT", 30, (A: Matrix) => sparseLDLT(A.pattern, { checkSymmetric: true })],
])("%s, asked to check", (_, n, entry) => {
  test("refuses values that are not symmetric, and takes those that are but for their printed digits", () => {
    const A = laplacian(n, 1, 1);
    expect(entry(A).factor(A.values)).toBeNull();
    A.values[entryAt(A.pattern, 1, 0)] *= 1 + 1e-13;
    expect(entry(A).factor(A.values)).toBeNull();
    A.values[entryAt(A.pattern, 1, 0)] -= 0.25;
    expect(refusal(() => entry(A).factor(A.values))).toMatch(
      /^row 0: the matrix is not symmetric: the entries \(0, 1\) and \(1, 0\) differ by 0\.\d+ of its largest/,
    );
  });

  test.each([Number.NaN, Infinity])("refuses %d", (value) => {
    const A = laplacian(n, 1, 1);
    A.values[entryAt(A.pattern, 1, 0)] = value;
    expect(refusal(() => entry(A).factor(A.values))).toContain(
      `row 1: an entry of the matrix, in column 0, is ${value}; it must be finite`,
    );
  });
});

test("too few values are refused, and so is a skew matrix by name", () => {
  const A = laplacian(30, 1, 1);
  expect(refusal(() => sparseLDLT(A.pattern).factor(new Float64Array(3)))).toContain("found 3 values; the pattern");
  const skew = fromRows([
    [1, 2],
    [-2, 1],
  ]);
  expect(refusal(() => checkSymmetric(skew, "mass matrix"))).toContain("the mass matrix is not symmetric");
});
