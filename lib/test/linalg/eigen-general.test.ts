import fc from "fast-check";
import { expect, test } from "vitest";
import { eigenvalues, spectralRadius } from "../../src/linalg/eigen-general.js";
import { eigenSymmetric } from "../../src/linalg/eigen-symmetric.js";
import { fromRows } from "../../src/linalg/matrix.js";
import { asMatrix, leftSolve } from "../../src/linalg/square.js";
import { noise, rows, sized } from "./matrices.js";

test("the eigenvalues of a companion matrix are the roots of its polynomial", () => {
  // (x − 1)(x + 2)(x² + 1) = x⁴ + x³ − x² + x − 2
  const companion = fromRows([
    [-1, 1, -1, 2],
    [1, 0, 0, 0],
    [0, 1, 0, 0],
    [0, 0, 1, 0],
  ]);
  const { real, imaginary } = eigenvalues(companion);
  const found = Array.from(real, (re, i) => [re, imaginary[i]]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const roots = [
    [-2, 0],
    [0, -1],
    [0, 1],
    [1, 0],
  ];
  // Simple roots of a polynomial with coefficients below 3: a few ulp each
  found.sort((a, b) => Math.round(a[0]) - Math.round(b[0]) || a[1] - b[1]);
  found.forEach((root, i) => {
    for (let c = 0; c < 2; c++) expect(Math.abs(root[c] - roots[i][c])).toBeLessThan(1e-14);
  });
});

test("sums and products of eigenvalues are trace and determinant", () => {
  fc.assert(
    fc.property(sized(6, rows), (a) => {
      const { real, imaginary } = eigenvalues(fromRows(a));
      const n = a.length;
      const trace = a.reduce((sum, row, i) => sum + row[i], 0);
      expect(Math.abs(real.reduce((sum, value) => sum + value, 0) - trace)).toBeLessThan(1e-12);
      expect(Math.abs(imaginary.reduce((sum, value) => sum + value, 0))).toBeLessThan(1e-12);
      let product = [1, 0];
      for (let i = 0; i < n; i++) {
        product = [product[0] * real[i] - product[1] * imaginary[i], product[0] * imaginary[i] + product[1] * real[i]];
      }
      // Backward stable: the product is that of a matrix n ε ‖A‖ away, and the determinant changes by at most n ‖A‖ⁿ⁻¹ times that.
      const norm = Math.max(1, ...a.map((row) => row.reduce((sum, value) => sum + Math.abs(value), 0)));
      expect(Math.abs(product[0] - determinant(a))).toBeLessThan(1e-14 * n * n * norm ** n + 1e-13);
    }),
    { numRuns: 1000 },
  );
});

function determinant(a: number[][]): number {
  if (a.length === 1) return a[0][0];
  return a[0].reduce((sum, value, j) => {
    const minor = a.slice(1).map((row) => row.filter((_, k) => k !== j));
    return sum + (j % 2 === 0 ? 1 : -1) * value * determinant(minor);
  }, 0);
}

test("a symmetric matrix has the same spectrum by both algorithms", () => {
  const random = noise(11);
  const n = 40;
  const a = Array.from({ length: n }, () => Array.from({ length: n }, random));
  const A = fromRows(a.map((row, i) => row.map((value, j) => value + a[j][i])));
  const general = eigenvalues(A).real.sort();
  const symmetric = eigenSymmetric(A).values;
  // ‖A‖ is about 20: n ε ‖A‖
  general.forEach((value, i) => {
    expect(Math.abs(value - symmetric[i])).toBeLessThan(1e-12);
  });
});

test("cyclic permutations, which stall an unshifted iteration, have their roots of unity", () => {
  for (let n = 2; n <= 12; n++) {
    const cycle = fromRows(
      Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => ((i + 1) % n === j ? 1 : 0))),
    );
    const { real, imaginary } = eigenvalues(cycle);
    const angles = Array.from(real, (re, i) => Math.atan2(imaginary[i], re)).map((angle) =>
      Math.round((angle * n) / (2 * Math.PI)),
    );
    expect(new Set(angles.map((k) => (k + n) % n)).size).toBe(n);
    expect(spectralRadius(cycle)).toBeCloseTo(1, 13);
  }
});

test("badly scaled matrices keep their small eigenvalues", () => {
  const A = fromRows([
    [1, 1e10],
    [1e-10, 3],
  ]);
  const { real } = eigenvalues(A);
  // (1 − x)(3 − x) = 1
  expect([...real].sort()).toEqual([expect.closeTo(2 - Math.SQRT2, 14), expect.closeTo(2 + Math.SQRT2, 14)]);
});

test("NaN is refused", () => {
  const A = fromRows([[1]]);
  A.values[0] = Number.NaN;
  expect(() => eigenvalues(A)).toThrow("finite");
});

test("eigenvalues that coincide, and those that vanish, are found in finite time", () => {
  // A similarity of diag(−1 × 10, 0 × 30, others), as the step of a scheme with a parasitic root has: X D X⁻¹ with X = 1 + noise/40.
  const n = 60;
  const random = noise(3);
  const D = Array.from({ length: n }, (_, i) => (i < 10 ? -1 : i < 40 ? 0 : 0.5 + i / 200));
  for (let turn = 0; turn < 20; turn++) {
    const X = Array.from({ length: n }, (_, i) =>
      Array.from({ length: n }, (_, j) => (i === j ? 1 : 0) + random() / 40),
    );
    const flat = Float64Array.from(X.flat());
    const right = Float64Array.from(X.flatMap((row) => row.map((value, j) => value * D[j])));
    // A = (X D) X⁻¹, by Aᵀ = X⁻ᵀ (X D)ᵀ.
    const flip = (a: Float64Array) => a.map((_, k) => a[(k % n) * n + Math.floor(k / n)]);
    const A = flip(leftSolve(n, flip(flat), flip(right)) as Float64Array);
    const { real } = eigenvalues(asMatrix(n, A));
    expect(Array.from(real).filter((value) => Math.abs(value + 1) < 1e-9).length).toBe(10);
    expect(spectralRadius(asMatrix(n, A))).toBeCloseTo(1, 9);
  }
});

test.each([1e-200, 1e-300, 1e200])("in units of %d the eigenvalues are those of the plain matrix", (unit) => {
  const rows = [
    [0, -2, 0.5, 0],
    [1, 3, -1, 2],
    [0.5, -1, 4, -3],
    [0, 1, 2, 1],
  ];
  const [expected, found] = [1, unit].map((of) => eigenvalues(fromRows(rows.map((row) => row.map((a) => a * of)))));
  // A few roundings, times the condition of the eigenvalues.
  expected.real.forEach((re, i) => {
    expect(found.real[i] / unit).toBeCloseTo(re, 11);
    expect(found.imaginary[i] / unit).toBeCloseTo(expected.imaginary[i], 11);
  });
});

test("columns whose squares underflow are reduced all the same", () => {
  // Eigenvalues 1, 2, 3, and a block that couples to them by 1e-200 only: dense, so that balancing leaves it as it is.
  const dust = 1e-200;
  const A = fromRows([
    [1, dust, dust, dust],
    [dust, 2, dust, dust],
    [dust, dust, 3, dust],
    [dust, dust, dust, 4],
  ]);
  // Some ulps of the rotations that mix them.
  expect(Array.from(eigenvalues(A).real).sort()).toEqual([1, 2, 3, 4].map((value) => expect.closeTo(value, 13)));
});
