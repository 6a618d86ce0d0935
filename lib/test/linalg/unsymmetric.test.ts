import { expect, test } from "vitest";
import { analyze } from "../../src/linalg/factorization.js";
import { fromTriplets, multiply } from "../../src/linalg/matrix.js";
import { norm2, subtract } from "../../src/linalg/vec.js";
import { laplacian, noise } from "./matrices.js";

test("a large unsymmetric matrix is solved to rounding", () => {
  const A = laplacian(50, 50, 1, 0.1);
  const { size, rowStart, column } = A.pattern;
  // A wind along the rows of the grid: a skew part of a third of the coupling.
  for (let i = 0; i < size; i++) {
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
      if (column[k] === i + 1) A.values[k] += 0.3;
      if (column[k] === i - 1) A.values[k] -= 0.3;
    }
  }
  const random = noise(9);
  const b = Float64Array.from({ length: size }, random);
  const solver = analyze(A.pattern, false);
  expect(solver.factor(A.values)).toBeNull();
  const x = b.slice();
  solver.solve(x, x);
  const r = new Float64Array(size);
  multiply(A, x, r);
  subtract(r, b, r);
  expect(norm2(r) / norm2(b)).toBeLessThan(1e-11);
});

test("an unsymmetric pattern of that size is refused in words", () => {
  const n = 2500;
  const i = Array.from({ length: n }, (_, k) => k);
  const { pattern } = fromTriplets(n, [...i, 0], [...i, 1], new Float64Array(n + 1).fill(1));
  expect(() => analyze(pattern, false)).toThrow("store a zero");
});
