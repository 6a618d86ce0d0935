/** # How to use the linear algebra on its own
 *
 *  `noether/linalg` stands on its own feet: sparse symmetric factorisation with nested dissection and SIMD kernels, iterative
 *  solvers, modes. What is inside is told in [the sparse factor](../topics/sparse-factor.md). */
import {
  analyze,
  blockJacobi,
  complexSymmetric,
  conditionEstimate,
  conjugateGradients,
  elementAssembly,
  entryAt,
  fromDiagonal,
  fromTriplets,
  lowestModes,
  multiply,
  sparseCholesky,
  sparseLDLT,
} from "noether/linalg";
import { expect, test } from "vitest";

// A string of 200 links, fixed at its left end: an element joins two nodes, and node −1 is fixed.
const n = 200;
const links = Int32Array.from({ length: 2 * n }, (_, k) => Math.floor(k / 2) - 1 + (k % 2));
const assembly = elementAssembly(n, links, 2);
const stiffness = { pattern: assembly.pattern, values: new Float64Array(assembly.pattern.column.length) };
for (let e = 0; e < n; e++) assembly.add(e, Float64Array.of(1, -1, -1, 1), stiffness.values);

test("factor once, solve often", () => {
  const factorization = analyze(stiffness.pattern, true); // the pattern: once
  expect(factorization.factor(stiffness.values)).toBeNull(); // the numbers: once a matrix
  const x = new Float64Array(n);
  x[n - 1] = 1;
  factorization.solve(x, x); // in place
  expect(x[n - 1]).toBeCloseTo(n, 9); // a unit pull stretches every link by one
  // The exact condition number is four times the square of the length, times about one.
  expect(conditionEstimate(stiffness, factorization.solve)).toBeGreaterThan(2 * n * n);
});

test("what cannot be solved says where", () => {
  const loose = fromTriplets(2, [0, 0, 1, 1], [0, 1, 0, 1], [1, -1, -1, 1]);
  expect(analyze(loose.pattern, true).factor(loose.values)).toEqual({ kind: "singular", row: 1, pivot: 0 });
});

test("a matrix that came from somewhere else is checked, and asked to be positive definite", () => {
  const given = fromTriplets(2, [0, 0, 1, 1], [0, 1, 0, 1], [1, 2, 2, 1]);
  const strict = sparseCholesky(given.pattern, { checkSymmetric: true });
  expect(strict.factor(given.values)).toEqual({ kind: "not-positive-definite", row: 1, pivot: -3 });
  expect(() => strict.factor(Float64Array.of(1, 2, 0, 1))).toThrow("(0, 1) and (1, 0) differ");
});

test("the signs of the pivots count eigenvalues", () => {
  const shifted = { pattern: stiffness.pattern, values: stiffness.values.slice() };
  for (let i = 0; i < n; i++) {
    for (let k = shifted.pattern.rowStart[i]!; k < shifted.pattern.rowStart[i + 1]!; k++) {
      if (shifted.pattern.column[k] === i) shifted.values[k]! -= 0.9;
    }
  }
  const ldlt = sparseLDLT(shifted.pattern);
  expect(ldlt.factor(shifted.values)).toBeNull();
  // ω² = 2 − 2 cos(a) with a = (2k − 1) π / (2n + 1)
  const angles = Array.from({ length: n }, (_, k) => ((2 * k + 1) * Math.PI) / (2 * n + 1));
  const below = angles.filter((a) => 2 - 2 * Math.cos(a) < 0.9);
  expect(ldlt.inertia().negative).toBe(below.length);
});

test("complex symmetric matrices: the answer of a damped string at one frequency", () => {
  const omega = 0.3;
  const real = stiffness.values.slice();
  for (let i = 0; i < n; i++) real[entryAt(stiffness.pattern, i, i)]! -= omega * omega; // K − ω² M, all masses 1
  const imaginary = stiffness.values.map((k) => 0.02 * k); // ω C: damping in proportion to K
  const dynamic = complexSymmetric(stiffness.pattern);
  expect(dynamic.factor(real, imaginary)).toBeNull();
  const re = new Float64Array(n);
  const im = new Float64Array(n);
  re[n - 1] = 1;
  expect(dynamic.solve(re, im)).toBeNull(); // in place, both parts
  // In the equation of the last row: (K − ω²M) re − ω C im = 1, (K − ω²M) im + ω C re = 0.
  expect((1 - omega * omega) * re[n - 1]! - re[n - 2]! - 0.02 * (im[n - 1]! - im[n - 2]!)).toBeCloseTo(1, 12);
  expect((1 - omega * omega) * im[n - 1]! - im[n - 2]! + 0.02 * (re[n - 1]! - re[n - 2]!)).toBeCloseTo(0, 12);
});

test("modes and iterations", () => {
  const modes = lowestModes(stiffness, fromDiagonal(new Float64Array(n).fill(1)), 3);
  if ("kind" in modes) throw new Error("the string is fixed");
  expect(modes.complete).toBe(true);
  expect(modes.values[0]).toBeCloseTo(2 - 2 * Math.cos(Math.PI / (2 * n + 1)), 12);

  // A preconditioner is a factorisation of something nearby: the pattern once, the numbers once a matrix.
  const jacobi = blockJacobi(stiffness.pattern, 2);
  expect(jacobi.factor(stiffness.values)).toBeNull();
  const x = new Float64Array(n);
  const b = new Float64Array(n).fill(1);
  const solver = conjugateGradients(n); // its vectors are allocated here, and nothing in a solve
  const { outcome, residual } = solver.solve((y, out) => multiply(stiffness, y, out), jacobi.solve, b, x);
  expect(outcome).toBe("converged");
  expect(residual).toBeLessThan(1e-10);
});
