import fc from "fast-check";
import { expect, test } from "vitest";
import { eigenSymmetric } from "../../../src/linalg/eigen-symmetric.js";
import { fromRows, multiply } from "../../../src/linalg/matrix.js";
import { sparseCholesky } from "../../../src/linalg/sparse/cholesky.js";
import { entryAt } from "../../../src/linalg/sparsity.js";
import { laplacian, largest, rows, sized } from "../matrices.js";

test("random symmetric matrices: a factor exactly where all eigenvalues are positive", () => {
  let definite = 0;
  const symmetric = (n: number) =>
    fc
      .tuple(rows(n), fc.integer({ min: 0, max: 3 * n }))
      .map(([a, shift]) =>
        fromRows(a.map((row, i) => row.map((value, j) => value + a[j][i] + (i === j ? 4 * shift : 0)))),
      );
  fc.assert(
    fc.property(sized(8, symmetric), (A) => {
      const { values } = eigenSymmetric(A);
      // Matrices whose signs rounding could change say nothing.
      fc.pre(values.every((value) => Math.abs(value) > 1e-9 * largest(values)));
      const failure = sparseCholesky(A.pattern).factor(A.values);
      if (values[0] > 0) {
        definite++;
        expect(failure).toBeNull();
      } else {
        expect(failure).toMatchObject({ kind: "not-positive-definite" });
        if (failure?.kind === "not-positive-definite") expect(failure.pivot).toBeLessThan(1e-6);
      }
    }),
    { numRuns: 1000 },
  );
  expect(definite).toBeGreaterThan(100);
});

test("the row that is not positive is named", () => {
  const A = laplacian(6, 6, 6);
  A.values[entryAt(A.pattern, 77, 77)] = -5;
  const failure = sparseCholesky(A.pattern, { ordering: "natural" }).factor(A.values);
  expect(failure).toMatchObject({ kind: "not-positive-definite", row: 77 });
});

test("solves, again and again", () => {
  const A = laplacian(7, 6, 5);
  const factor = sparseCholesky(A.pattern);
  const x = Float64Array.from({ length: 210 }, (_, i) => Math.cos(i));
  const b = new Float64Array(210);
  for (const scale of [1, 3]) {
    const B = { pattern: A.pattern, values: A.values.map((value) => scale * value) };
    expect(factor.factor(B.values)).toBeNull();
    multiply(B, x, b);
    expect(factor.solve(b, b)).toBeNull();
    // The condition number is about 1200: three digits of sixteen may go.
    for (let i = 0; i < 210; i++) expect(Math.abs(b[i] - x[i])).toBeLessThan(1e-12);
  }
});
