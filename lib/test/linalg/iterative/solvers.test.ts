import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Matrix } from "../../../src/core/matrix.js";
import { analyze } from "../../../src/linalg/factorization.js";
import { conjugateGradients } from "../../../src/linalg/iterative/conjugate-gradients.js";
import { gmres } from "../../../src/linalg/iterative/gmres.js";
import type { Preconditioner } from "../../../src/linalg/iterative/iteration.js";
import { blockJacobi, incompleteCholesky } from "../../../src/linalg/iterative/preconditioners.js";
import { fromDiagonal, fromRows, multiply } from "../../../src/linalg/matrix.js";
import { norm2, subtract } from "../../../src/linalg/vec.js";
import { laplacian, noise, positiveDefinite, rows, sized, vector } from "../matrices.js";

const applying = (A: Matrix) => (x: Float64Array, out: Float64Array) => multiply(A, x, out);

function residual(A: Matrix, x: Float64Array, b: Float64Array): number {
  const r = new Float64Array(b.length);
  multiply(A, x, r);
  subtract(b, r, r);
  return norm2(r) / (norm2(b) || 1);
}

const usable = (P: Preconditioner | { kind: string }): Preconditioner => {
  if (typeof P !== "function") throw new Error(P.kind);
  return P;
};

describe("conjugate gradients", () => {
  test("solve positive definite systems, with every preconditioner", () => {
    fc.assert(
      fc.property(
        sized(30, (n) => fc.tuple(positiveDefinite(n), vector(n))),
        ([A, b]) => {
          const cg = conjugateGradients(b.length, { tolerance: 1e-11 });
          for (const P of [null, usable(blockJacobi(A, 3)), usable(incompleteCholesky(A))]) {
            const x = new Float64Array(b.length);
            const { outcome, iterations, residuals } = cg.solve(applying(A), P, b, x);
            expect(outcome).toBe("converged");
            expect(residuals.length).toBe(iterations + 1);
            // The recursive residual drifts from the true one by rounding times the condition, 1000.
            expect(residual(A, x, b)).toBeLessThan(1e-10);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  test("better preconditioners take fewer iterations, an exact one a single iteration", () => {
    const A = laplacian(20, 20, 1, 0.001);
    const random = noise(4);
    const b = Float64Array.from({ length: 400 }, random);
    const nearby = analyze(A.pattern, true);
    expect(nearby.factor(A.values)).toBeNull();
    const counts = [null, usable(incompleteCholesky(A)), nearby.solve].map((P) => {
      const x = new Float64Array(400);
      const { outcome, iterations } = conjugateGradients(400).solve(applying(A), P, b, x);
      expect(outcome).toBe("converged");
      return iterations;
    });
    expect(counts[1]).toBeLessThan(counts[0] / 2);
    expect(counts[2]).toBe(1);
  });

  test("an indefinite matrix, too few iterations and NaN are outcomes, not answers", () => {
    const b = Float64Array.of(1, 1, 1);
    const solve = (A: Matrix, maxIterations = 9) =>
      conjugateGradients(3, { maxIterations }).solve(applying(A), null, b, new Float64Array(3)).outcome;
    expect(solve(fromDiagonal([1, -2, 1]))).toBe("indefinite");
    expect(solve(fromDiagonal([1, 2, 3]), 1)).toBe("stalled");
    expect(solve(fromDiagonal([1, Number.NaN, 1]))).toBe("not-finite");
  });
});

describe("GMRES", () => {
  test("solves unsymmetric systems, restarted or not", () => {
    const dominant = (n: number) =>
      rows(n).map((a) => fromRows(a.map((row, i) => row.map((value, j) => (i === j ? 6 * n + value : value)))));
    fc.assert(
      fc.property(
        sized(20, (n) => fc.tuple(dominant(n), vector(n))),
        ([A, b]) => {
          for (const restart of [5, 50]) {
            const x = new Float64Array(b.length);
            const { outcome, residuals } = gmres(b.length, { restart, tolerance: 1e-12 }).solve(
              applying(A),
              null,
              b,
              x,
            );
            expect(outcome).toBe("converged");
            expect(residual(A, x, b)).toBeLessThan(2e-12);
            for (let k = 1; k < residuals.length; k++)
              expect(residuals[k]).toBeLessThanOrEqual(1.0001 * residuals[k - 1]);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  test("a singular system stalls", () => {
    const A = fromRows([
      [1, 0],
      [0, 0],
    ]);
    const { outcome } = gmres(2).solve(applying(A), null, Float64Array.of(1, 1), new Float64Array(2));
    expect(outcome).toBe("stalled");
  });
});

test("preconditioners refuse what they cannot use, by row", () => {
  expect(blockJacobi(fromDiagonal([1, 2, 0, 4]), 2)).toEqual({ kind: "singular", row: 2, pivot: 0 });
  expect(incompleteCholesky(fromDiagonal([1, -2]))).toEqual({ kind: "singular", row: 1, pivot: -2 });
  expect(() => blockJacobi(fromDiagonal([1]), 0)).toThrow("whole numbers from 1");
});

test("GMRES ends where the right-hand side is in the null space", () => {
  const A = fromRows([
    [0, 0],
    [0, 1],
  ]);
  const { outcome, iterations } = gmres(2).solve(applying(A), null, Float64Array.of(1, 0), new Float64Array(2));
  expect({ outcome, iterations }).toEqual({ outcome: "stalled", iterations: 0 });
});
