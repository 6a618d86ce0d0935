/** Dense Cholesky factor A = L Lᵀ in place, rows one after another; only the lower triangle is read and written. */
import type { Failure } from "../core/failure.js";
import type { Vec } from "../core/vec.js";

export function cholesky(n: number, a: Vec): Failure | null {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = a[i * n + j];
      const entry = sum;
      for (let k = 0; k < j; k++) sum -= a[i * n + k] * a[j * n + k];
      if (j < i) a[i * n + j] = sum / a[j * n + j];
      else if (sum > n * Number.EPSILON * entry) a[i * n + i] = Math.sqrt(sum);
      else return { kind: "singular", row: i, pivot: sum };
    }
  }
  return null;
}

/** x = L⁻¹ x. */
export function forwardSolve(n: number, l: Vec, x: Vec): void {
  for (let i = 0; i < n; i++) {
    let sum = x[i];
    for (let k = 0; k < i; k++) sum -= l[i * n + k] * x[k];
    x[i] = sum / l[i * n + i];
  }
}

/** x = L⁻ᵀ x. */
export function backwardSolve(n: number, l: Vec, x: Vec): void {
  for (let i = n - 1; i >= 0; i--) {
    const value = x[i] / l[i * n + i];
    x[i] = value;
    for (let k = 0; k < i; k++) x[k] -= l[i * n + k] * value;
  }
}
