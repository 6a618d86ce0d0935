import { expect, test } from "vitest";
import { InputError } from "../../../src/core/failure.js";
import { fromTriplets, multiply } from "../../../src/linalg/matrix.js";
import { refinedLDLT } from "../../../src/linalg/refined.js";
import { sparseLDLT } from "../../../src/linalg/sparse/multifrontal.js";
import { saddlePointOf } from "../../../src/linalg/sparse/saddle-point.js";
import { entryAt } from "../../../src/linalg/sparsity.js";
import { laplacian } from "../matrices.js";

/** [0 B; Bᵀ A] of a chain of n masses; each pair of `bonds` is held together by a multiplier. */
function bonded(n: number, bonds: readonly (readonly [number, number])[]) {
  const m = bonds.length;
  const t: [number, number, number][] = Array.from({ length: n }, (_, i) => [m + i, m + i, 2]);
  for (let i = m + 1; i < m + n; i++) t.push([i, i - 1, -1], [i - 1, i, -1]);
  bonds.forEach(([a, b], k) => {
    t.push([k, m + a, 1], [m + a, k, 1], [k, m + b, -1], [m + b, k, -1]);
  });
  return fromTriplets(
    m + n,
    t.map((e) => e[0]),
    t.map((e) => e[1]),
    t.map((e) => e[2]),
  );
}

const A = bonded(30, [
  [3, 20],
  [7, 11],
]);

test("multipliers are counted; a row of zeros is not one of them", () => {
  expect(saddlePointOf(A)).toEqual({ kind: "saddle-point", row: 0, rows: 2 });
  expect(saddlePointOf(laplacian(4, 4, 4))).toBeNull();
  const grid = laplacian(3, 3, 1);
  for (let j = 0; j < 9; j++) {
    for (const at of [entryAt(grid.pattern, 4, j), entryAt(grid.pattern, j, 4)]) if (at >= 0) grid.values[at] = 0;
  }
  expect(saddlePointOf(grid)).toBeNull();
});

test("a saddle point whose zeros are met is refused by name, and in words where the matrix is a user's", () => {
  // In the natural order the multipliers come before everything they couple.
  expect(sparseLDLT(A.pattern, { ordering: "natural" }).factor(A.values)).toEqual({
    kind: "saddle-point",
    row: 0,
    rows: 2,
  });
  const strict = sparseLDLT(A.pattern, { ordering: "natural", checkSymmetric: true });
  expect(() => strict.factor(A.values)).toThrow(InputError);
  expect(() => strict.factor(A.values)).toThrow(
    /^row 0: this row and 1 more have a zero on the diagonal.*saddle point.*use refinedLDLT, or eliminate the multipliers$/,
  );
});

test("refinedLDLT, which the words recommend, solves it", () => {
  const x = Float64Array.from({ length: A.pattern.size }, (_, i) => Math.sin(1 + i));
  const b = new Float64Array(x.length);
  multiply(A, x, b);
  const refined = refinedLDLT(A.pattern, { ordering: "natural" });
  expect(refined.factor(A.values)).toBeNull();
  expect(refined.solve(b, b)).toBeNull();
  // The condition number of the chain is about 400.
  b.forEach((value, i) => {
    expect(Math.abs(value - x[i])).toBeLessThan(1e-9);
  });
});
