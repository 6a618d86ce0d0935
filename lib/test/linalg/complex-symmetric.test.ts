import fc from "fast-check";
import { expect, test } from "vitest";
import type { Matrix } from "../../src/core/matrix.js";
import { complexSymmetric } from "../../src/linalg/complex-symmetric.js";
import { fromDiagonal, multiply, multiplyAdd } from "../../src/linalg/matrix.js";
import { union } from "../../src/linalg/sparsity.js";
import { norm2 } from "../../src/linalg/vec.js";
import { laplacian, positiveDefinite, sized, vector } from "./matrices.js";

/** A and B with their values on one pattern. */
function together(A: Matrix, B: Matrix): [Matrix, Matrix] {
  const { pattern, positions } = union([A.pattern, B.pattern]);
  const [a, b] = [A, B].map(({ values }, k) => {
    const all = new Float64Array(pattern.column.length);
    values.forEach((value, j) => {
      all[positions[k][j]] = value;
    });
    return { pattern, values: all };
  });
  return [a, b];
}

function solved(R: Matrix, S: Matrix, re: Float64Array, im: Float64Array): number {
  const solver = complexSymmetric(R.pattern);
  expect(solver.factor(R.values, S.values)).toBeNull();
  const x = re.slice();
  const y = im.slice();
  solver.solve(x, y);
  // (R + iS)(x + iy) − b
  const real = new Float64Array(re.length);
  const imaginary = new Float64Array(re.length);
  multiply(R, x, real);
  multiplyAdd(S, y, -1, real);
  multiply(S, x, imaginary);
  multiplyAdd(R, y, 1, imaginary);
  const error = Math.hypot(norm2(real.map((v, i) => v - re[i])), norm2(imaginary.map((v, i) => v - im[i])));
  return error / (Math.hypot(norm2(re), norm2(im)) || 1);
}

test("random complex symmetric matrices with a positive definite real or imaginary part", () => {
  const cases = sized(25, (n) =>
    fc.tuple(positiveDefinite(n), positiveDefinite(n), vector(n), vector(n), fc.constantFrom(-1, 0.1, 1)),
  );
  fc.assert(
    fc.property(cases, ([A, B, re, im, sign]) => {
      const [R, S] = together(A, B);
      const turned = { pattern: S.pattern, values: S.values.map((value) => sign * value) };
      // Condition below 1000 and a tolerance of 1e-13 on the residual of the doubled system
      expect(solved(R, turned, re, im)).toBeLessThan(1e-12);
      expect(solved(turned, R, re, im)).toBeLessThan(1e-12);
    }),
    { numRuns: 500 },
  );
});

test("a damped structure above its first resonances", () => {
  const K = laplacian(12, 11, 3, 0.01);
  const n = K.pattern.size;
  const [stiffness, unit] = together(K, fromDiagonal(new Float64Array(n).fill(1)));
  const omega2 = 1.3;
  const R = { pattern: stiffness.pattern, values: stiffness.values.map((k, j) => k - omega2 * unit.values[j]) };
  const S = { pattern: stiffness.pattern, values: stiffness.values.map((k) => 0.02 * k) };
  const load = new Float64Array(n);
  load[5] = 1;
  expect(solved(R, S, load, new Float64Array(n))).toBeLessThan(1e-10);
});
