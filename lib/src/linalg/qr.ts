/** Dense QR by Householder reflections, for least squares: min ‖A x − b‖ with rows ≥ columns. In place, rows one after another;
 *  allocates nothing. A column that depends on the ones before it is a failure naming it. */
import { hypot } from "../core/elementary.js";
import type { Failure } from "../core/failure.js";
import type { Vec } from "../core/vec.js";

/** Overwrites a with R (upper triangle) and the reflectors (below, scaled to 1 on the diagonal); `scales` has one place a
 *  column. */
export function qr(rows: number, columns: number, a: Vec, scales: Vec): Failure | null {
  for (let k = 0; k < columns; k++) {
    let before = 0;
    let norm = 0;
    for (let i = 0; i < rows; i++) {
      const size = Math.abs(a[i * columns + k]);
      before = hypot(before, size);
      if (i >= k) norm = hypot(norm, size);
    }
    // What reflections leave below the diagonal of a dependent column is the rounding of its length.
    if (!(norm > rows * Number.EPSILON * before)) return { kind: "singular", row: k, pivot: norm };
    const head = a[k * columns + k];
    const alpha = head > 0 ? -norm : norm;
    const first = head - alpha;
    for (let i = k + 1; i < rows; i++) a[i * columns + k] /= first;
    // H = I − s u uᵀ with u = (1, …): s = −first / alpha
    scales[k] = -first / alpha;
    a[k * columns + k] = alpha;
    for (let j = k + 1; j < columns; j++) {
      let along = a[k * columns + j];
      for (let i = k + 1; i < rows; i++) along += a[i * columns + k] * a[i * columns + j];
      along *= scales[k];
      a[k * columns + j] -= along;
      for (let i = k + 1; i < rows; i++) a[i * columns + j] -= along * a[i * columns + k];
    }
  }
  return null;
}

/** The least-squares solution into the first entries of b; what is left of b has the length of the residual. */
export function qrSolve(rows: number, columns: number, a: Vec, scales: Vec, b: Vec): void {
  for (let k = 0; k < columns; k++) {
    let along = b[k];
    for (let i = k + 1; i < rows; i++) along += a[i * columns + k] * b[i];
    along *= scales[k];
    b[k] -= along;
    for (let i = k + 1; i < rows; i++) b[i] -= along * a[i * columns + k];
  }
  for (let k = columns - 1; k >= 0; k--) {
    let sum = b[k];
    for (let j = k + 1; j < columns; j++) sum -= a[k * columns + j] * b[j];
    b[k] = sum / a[k * columns + k];
  }
}
