/** Full square matrices, rows one after another in one vector: what formulas with products of matrices are evaluated with. */
import type { Failure } from "../core/failure.js";
import type { Matrix } from "../core/matrix.js";
import type { Vec } from "../core/vec.js";
import { denseLU, spread } from "./dense-lu.js";
import { fullPattern } from "./sparsity.js";

export function square({ pattern, values }: Matrix): Vec {
  const rows = new Float64Array(pattern.size * pattern.size);
  spread(pattern, values, rows);
  return rows;
}

export function identity(n: number): Vec {
  const rows = new Float64Array(n * n);
  for (let i = 0; i < n; i++) rows[i * n + i] = 1;
  return rows;
}

/** A B. */
export function product(n: number, A: Vec, B: Vec): Vec {
  const out = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < n; k++) {
      const a = A[i * n + k];
      if (a === 0) continue;
      for (let j = 0, at = i * n, from = k * n; j < n; j++) out[at + j] += a * B[from + j];
    }
  }
  return out;
}

/** Σ factors[k] matrices[k]. */
export function weighted(factors: readonly number[], matrices: readonly Vec[]): Vec {
  const out = new Float64Array(matrices[0].length);
  matrices.forEach((A, k) => {
    const factor = factors[k];
    if (factor !== 0) for (let j = 0; j < out.length; j++) out[j] += factor * A[j];
  });
  return out;
}

/** X with A X = B, column by column. */
export function leftSolve(n: number, A: Vec, B: Vec): Vec | Failure {
  const lu = denseLU(fullPattern(n));
  const failure = lu.factor(A);
  if (failure !== null) return failure;
  const out = new Float64Array(n * n);
  const column = new Float64Array(n);
  const solution = new Float64Array(n);
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++) column[i] = B[i * n + j];
    lu.solve(column, solution);
    for (let i = 0; i < n; i++) out[i * n + j] = solution[i];
  }
  return out;
}

/** out = A x. */
export function apply(n: number, A: Vec, x: Vec, out: Vec): void {
  for (let i = 0; i < n; i++) {
    let sum = 0;
    for (let j = 0, at = i * n; j < n; j++) sum += A[at + j] * x[j];
    out[i] = sum;
  }
}

/** As a matrix on the full pattern. */
export const asMatrix = (n: number, values: Vec): Matrix => ({ pattern: fullPattern(n), values });
