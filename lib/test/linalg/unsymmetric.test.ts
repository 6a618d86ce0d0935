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
  expect(solver.solve(x, x)).toBeNull();
  const r = new Float64Array(size);
  multiply(A, x, r);
  subtract(r, b, r);
  expect(norm2(r) / norm2(b)).toBeLessThan(1e-11);
});

test("what GMRES cannot solve is a failure; numbers out of range pass through", () => {
  const A = laplacian(50, 50, 1, 1);
  const { size, rowStart, column } = A.pattern;
  for (let i = 0; i < size; i++) {
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) A.values[k] += 1e4 * Math.sign(column[k] - i);
  }
  const solver = analyze(A.pattern, false);
  expect(solver.factor(A.values)).toBeNull();
  const random = noise(2);
  const x = Float64Array.from({ length: size }, random);
  const b = x.slice();
  const failure = solver.solve(x, x);
  expect(failure).toMatchObject({ kind: "not-converged", tolerance: 1e-12 });
  if (failure?.kind === "not-converged") expect(failure.residual).toBeGreaterThan(1e-12);
  expect(x).toEqual(b);
  x[0] = Number.NaN;
  expect(solver.solve(x, x)).toBeNull();
  expect(x.every(Number.isNaN)).toBe(true);
});

test("an unsymmetric pattern of that size without a band is refused in words", () => {
  const n = 2500;
  const i = Array.from({ length: n }, (_, k) => k);
  const first = new Array<number>(n).fill(0);
  const { pattern } = fromTriplets(n, [...i, ...first], [...i, ...i], new Float64Array(2 * n).fill(1));
  expect(() => analyze(pattern, false)).toThrow("store a zero");
});
