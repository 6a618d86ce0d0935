import fc from "fast-check";
import { expect, test } from "vitest";
import { blockJacobi } from "../../../src/linalg/iterative/block-jacobi.js";
import { fromDiagonal, toRows } from "../../../src/linalg/matrix.js";
import { largest, positiveDefinite, sized, times, vector } from "../matrices.js";

test("block Jacobi solves with the diagonal blocks, the last of which may be smaller", () => {
  const cases = sized(13, (n) => fc.tuple(positiveDefinite(n), vector(n), fc.integer({ min: 1, max: 4 })));
  fc.assert(
    fc.property(cases, ([A, b, block]) => {
      const preconditioner = blockJacobi(A.pattern, block);
      // Twice: nothing of one matrix stays for the next.
      expect(preconditioner.factor(A.values.map((value) => 3 * value))).toBeNull();
      expect(preconditioner.factor(A.values)).toBeNull();
      const x = b.slice();
      preconditioner.solve(x, x);
      const near = (i: number, j: number) => Math.floor(i / block) === Math.floor(j / block);
      const blocks = toRows(A).map((row, i) => row.map((value, j) => (near(i, j) ? value : 0)));
      const image = times(blocks, x);
      // The condition of a block is below 1000.
      expect(largest(image.map((value, i) => value - b[i]))).toBeLessThan(1e-12 * (1 + largest(b)));
    }),
    { numRuns: 300 },
  );
});

test("a block that cannot be solved is named by its row, a block without rows refused", () => {
  const A = fromDiagonal([1, 2, 0, 4]);
  expect(blockJacobi(A.pattern, 2).factor(A.values)).toEqual({ kind: "singular", row: 2, pivot: 0 });
  expect(() => blockJacobi(A.pattern, 0)).toThrow("whole numbers from 1");
});
