import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Matrix } from "../../../src/core/matrix.js";
import { eigenSymmetric } from "../../../src/linalg/eigen-symmetric.js";
import { diagonalOf, fromTriplets, multiply } from "../../../src/linalg/matrix.js";
import type { Kernels } from "../../../src/linalg/sparse/kernels.js";
import { sparseLDLT } from "../../../src/linalg/sparse/multifrontal.js";
import { plainKernels } from "../../../src/linalg/sparse/plain-kernels.js";
import { wasmKernels } from "../../../src/linalg/sparse/wasm-kernels.js";
import { entryAt } from "../../../src/linalg/sparsity.js";
import { norm2, subtract } from "../../../src/linalg/vec.js";
import { laplacian, noise, positiveDefinite, sized, vector } from "../matrices.js";

const KERNELS: [string, Kernels][] = [
  ["plain", plainKernels],
  ["WebAssembly", wasmKernels],
];

/** ‖A x − b‖ / ‖b‖. */
function residual(A: Matrix, x: Float64Array, b: Float64Array): number {
  const image = new Float64Array(b.length);
  multiply(A, x, image);
  subtract(image, b, image);
  return norm2(image) / (norm2(b) || 1);
}

describe.each(KERNELS)("with %s kernels", (_, kernels) => {
  test("solves random positive definite matrices", () => {
    fc.assert(
      fc.property(
        sized(40, (n) => fc.tuple(positiveDefinite(n), vector(n))),
        ([A, b]) => {
          const ldlt = sparseLDLT(A.pattern, { kernels });
          expect(ldlt.factor(A.values)).toBeNull();
          const x = new Float64Array(b.length);
          ldlt.solve(b, x);
          // Condition below 1000
          expect(residual(A, x, b)).toBeLessThan(1e-12);
          expect(ldlt.inertia()).toEqual({ positive: b.length, negative: 0 });
        },
      ),
      { numRuns: 600 },
    );
  });

  test("counts the negative eigenvalues of indefinite matrices", () => {
    const shifted = sized(20, (n) => fc.tuple(positiveDefinite(n), fc.double({ min: 0, max: 12, noNaN: true })));
    fc.assert(
      fc.property(shifted, ([A, shift]) => {
        const B = { pattern: A.pattern, values: A.values.slice() };
        for (let i = 0; i < A.pattern.size; i++) B.values[entryAt(A.pattern, i, i)] -= shift;
        const { values } = eigenSymmetric(B);
        // Too close to an eigenvalue, or a small pivot on the way, and there is nothing to count.
        fc.pre(values.every((value) => Math.abs(value) > 1e-6));
        const ldlt = sparseLDLT(B.pattern, { kernels });
        fc.pre(ldlt.factor(B.values) === null && ldlt.pivots().every((d) => Math.abs(d) > 1e-6));
        expect(ldlt.inertia().negative).toBe(values.filter((value) => value < 0).length);
      }),
      { numRuns: 500 },
    );
  });

  test("solves a grid with fronts of many panels, in one memory or in several, with the same digits", () => {
    const A = laplacian(14, 13, 12);
    const random = noise(8);
    const b = Float64Array.from({ length: A.pattern.size }, random);
    const solutions = [2 ** 27, 20000, 5000].map((memoryLimit) => {
      const ldlt = sparseLDLT(A.pattern, { kernels, memoryLimit });
      expect(ldlt.factor(A.values)).toBeNull();
      const x = new Float64Array(b.length);
      ldlt.solve(b, x);
      return x;
    });
    // The factor is backward stable: 1e-12 leaves three digits for the condition of 1200.
    expect(residual(A, solutions[0], b)).toBeLessThan(1e-12);
    expect(solutions[1]).toEqual(solutions[0]);
    expect(solutions[2]).toEqual(solutions[0]);
  });

  test("many right-hand sides are solved like one, in one memory or in several", () => {
    const A = laplacian(9, 8, 7);
    const n = A.pattern.size;
    const random = noise(12);
    const b = Float64Array.from({ length: 11 * n }, random);
    for (const memoryLimit of [2 ** 27, 6000]) {
      const ldlt = sparseLDLT(A.pattern, { kernels, memoryLimit });
      expect(ldlt.factor(A.values)).toBeNull();
      const all = b.slice();
      ldlt.solveMany(all, 11, all);
      const one = new Float64Array(n);
      for (let k = 0; k < 11; k++) {
        ldlt.solve(b.subarray(k * n, (k + 1) * n), one);
        // Sums in another order: rounding times the condition, 1200
        for (let i = 0; i < n; i++) expect(Math.abs(all[k * n + i] - one[i])).toBeLessThan(1e-11);
      }
    }
  });

  test("every ordering gives the same solution", () => {
    const A = laplacian(9, 8, 7);
    const b = diagonalOf(A);
    for (const ordering of ["natural", "minimum-degree", "nested-dissection", "auto"] as const) {
      const ldlt = sparseLDLT(A.pattern, { kernels, ordering });
      expect(ldlt.factor(A.values)).toBeNull();
      const x = new Float64Array(b.length);
      ldlt.solve(b, x);
      // The condition of 1200 takes three digits.
      expect(residual(A, x, b)).toBeLessThan(1e-12);
    }
  });

  test("the row without support is named", () => {
    const A = laplacian(6, 6, 6);
    const loose = entryAt(A.pattern, 77, 77);
    // Row 77 loses everything but its place in the pattern.
    for (let k = A.pattern.rowStart[77]; k < A.pattern.rowStart[78]; k++) {
      A.values[k] = 0;
      A.values[entryAt(A.pattern, A.pattern.column[k], 77)] = 0;
    }
    expect(A.values[loose]).toBe(0);
    expect(sparseLDLT(A.pattern, { kernels }).factor(A.values)).toEqual({ kind: "singular", row: 77, pivot: 0 });
  });

  test("a floating grid is singular although no pivot is exactly zero", () => {
    const A = laplacian(7, 7, 7, 0);
    expect(sparseLDLT(A.pattern, { kernels }).factor(A.values)).toMatchObject({ kind: "singular" });
  });

  test("separate parts and single rows are fronts of their own", () => {
    const A = fromTriplets(5, [0, 1, 2, 2, 3, 3, 4], [0, 1, 2, 3, 2, 3, 4], [2, 4, 2, 1, 1, 2, 5]);
    const ldlt = sparseLDLT(A.pattern, { kernels });
    expect(ldlt.factor(A.values)).toBeNull();
    const x = Float64Array.of(2, 4, 3, 3, 5);
    ldlt.solve(x, x);
    expect([...x]).toEqual([1, 1, expect.closeTo(1, 15), expect.closeTo(1, 15), 1]);
  });
});

test("plain and WebAssembly kernels leave the same bits in the factor", () => {
  const A = laplacian(11, 10, 9);
  const pivots = [plainKernels, wasmKernels].map((kernels) => {
    const ldlt = sparseLDLT(A.pattern, { kernels });
    expect(ldlt.factor(A.values)).toBeNull();
    return ldlt.pivots();
  });
  expect(pivots[1]).toEqual(pivots[0]);
});
