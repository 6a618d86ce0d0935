import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Matrix } from "../../../src/core/matrix.js";
import { analyze, type Factorization } from "../../../src/linalg/factorization.js";
import { blockJacobi } from "../../../src/linalg/iterative/block-jacobi.js";
import { conjugateGradients } from "../../../src/linalg/iterative/conjugate-gradients.js";
import { gmres } from "../../../src/linalg/iterative/gmres.js";
import { incompleteCholesky } from "../../../src/linalg/iterative/incomplete-cholesky.js";
import { fromDiagonal, fromRows, multiply } from "../../../src/linalg/matrix.js";
import { fullPattern } from "../../../src/linalg/sparsity.js";
import { norm2, subtract } from "../../../src/linalg/vec.js";
import { keptPerStep } from "../../contracts/heap.js";
import { laplacian, noise, positiveDefinite, rows, sized, vector } from "../matrices.js";

const applying = (A: Matrix) => (x: Float64Array, out: Float64Array) => multiply(A, x, out);

function residual(A: Matrix, x: Float64Array, b: Float64Array): number {
  const r = new Float64Array(b.length);
  multiply(A, x, r);
  subtract(b, r, r);
  return norm2(r) / (norm2(b) || 1);
}

const factored = (preconditioner: Factorization, A: Matrix) => {
  expect(preconditioner.factor(A.values)).toBeNull();
  return preconditioner.solve;
};

describe("conjugate gradients", () => {
  test("solve positive definite systems, with every preconditioner", () => {
    fc.assert(
      fc.property(
        sized(30, (n) => fc.tuple(positiveDefinite(n), vector(n))),
        ([A, b]) => {
          const cg = conjugateGradients(b.length, { tolerance: 1e-11 });
          for (const P of [null, factored(blockJacobi(A.pattern, 3), A), factored(incompleteCholesky(A.pattern), A)]) {
            const x = new Float64Array(b.length);
            const { outcome, iterations, residual: last, residuals } = cg.solve(applying(A), P, b, x);
            expect(outcome).toBe("converged");
            expect(residuals.length).toBe(iterations + 1);
            expect(residuals[iterations]).toBe(last);
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
    const counts = [null, factored(incompleteCholesky(A.pattern), A), factored(analyze(A.pattern, true), A)].map(
      (P) => {
        const x = new Float64Array(400);
        const { outcome, iterations } = conjugateGradients(400).solve(applying(A), P, b, x);
        expect(outcome).toBe("converged");
        return iterations;
      },
    );
    expect(counts[1]).toBeLessThan(counts[0] / 2);
    expect(counts[2]).toBe(1);
  });

  test("in the norm of the preconditioner, light unknowns are as accurate as heavy ones", () => {
    // Heavy ones, far from the rest of the spectrum, that are there after a few iterations, beside a chain of light ones that needs many.
    const scale = 1e-14;
    const chain = laplacian(20, 1, 1, 0.001);
    const exact = Float64Array.from({ length: 40 }, (_, i) => (i < 20 ? 1 : (i - 10) / Math.sqrt(scale)));
    const apply = (x: Float64Array, out: Float64Array) => {
      for (let i = 0; i < 20; i++) out[i] = 500 * x[i];
      multiply(chain, x.subarray(20), out.subarray(20));
      for (let i = 20; i < 40; i++) out[i] *= scale;
    };
    const precondition = (r: Float64Array, out: Float64Array) => {
      for (let i = 0; i < 40; i++) out[i] = i < 20 ? r[i] : r[i] / scale;
    };
    const b = new Float64Array(40);
    apply(exact, b);
    const errors = (["euclidean", "preconditioned"] as const).map((norm) => {
      const x = new Float64Array(40);
      const { outcome } = conjugateGradients(40, { tolerance: 1e-8, norm }).solve(apply, precondition, b, x);
      expect(outcome).toBe("converged");
      return Math.max(...x.map((each, i) => Math.abs(each / exact[i] - 1)));
    });
    expect(errors[0]).toBeGreaterThan(1e-5);
    expect(errors[1]).toBeLessThan(1e-6);
  });

  test("a preconditioner that is not positive definite is an outcome in either norm", () => {
    for (const norm of ["euclidean", "preconditioned"] as const) {
      const negative = (r: Float64Array, out: Float64Array) => out.set(r.map((each) => -each));
      const solver = conjugateGradients(2, { norm });
      const { outcome } = solver.solve(
        applying(fromDiagonal([1, 2])),
        negative,
        Float64Array.of(1, 1),
        new Float64Array(2),
      );
      expect(outcome).toBe("indefinite");
    }
  });

  test("an indefinite matrix, too few iterations and NaN are outcomes, not answers", () => {
    const b = Float64Array.of(1, 1, 1);
    const solve = (A: Matrix, maxIterations = 9) =>
      conjugateGradients(3, { maxIterations }).solve(applying(A), null, b, new Float64Array(3)).outcome;
    expect(solve(fromDiagonal([1, -2, 1]))).toBe("indefinite");
    expect(solve(fromDiagonal([1, 2, 3]), 1)).toBe("stalled");
    expect(solve(fromDiagonal([1, Number.NaN, 1]))).toBe("not-finite");
  });

  test("a solve that met NaN leaves nothing behind for the next", () => {
    const cg = conjugateGradients(2);
    const b = Float64Array.of(1, 2);
    const bad: Matrix = { pattern: fullPattern(2), values: Float64Array.of(1, 1, 1, Number.POSITIVE_INFINITY) };
    cg.solve(applying(bad), null, b, new Float64Array(2));
    const x = new Float64Array(2);
    expect(cg.solve(applying(fromDiagonal([1, 2])), null, b, x).outcome).toBe("converged");
    expect(Array.from(x)).toEqual([1, 1]);
  });

  test("allocate nothing that stays, solve after solve", () => {
    const A = laplacian(6, 5, 2, 0.5);
    const b = Float64Array.from({ length: 60 }, noise(7));
    const x = new Float64Array(60);
    const cg = conjugateGradients(60);
    const jacobi = blockJacobi(A.pattern, 3);
    const apply = applying(A);
    const solves = (count: number) => {
      for (let k = 0; k < count; k++) {
        jacobi.factor(A.values);
        x.fill(0);
        cg.solve(apply, jacobi.solve, b, x);
      }
      return true;
    };
    // A record kept for every solve would be 100 bytes and more.
    expect(keptPerStep({ advance: solves }, 400)).toBeLessThan(32);
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

test("GMRES ends where the right-hand side is in the null space", () => {
  const A = fromRows([
    [0, 0],
    [0, 1],
  ]);
  const { outcome, iterations } = gmres(2).solve(applying(A), null, Float64Array.of(1, 0), new Float64Array(2));
  expect({ outcome, iterations }).toEqual({ outcome: "stalled", iterations: 0 });
});
