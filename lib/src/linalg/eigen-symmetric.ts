/** Eigenvalues and vectors of dense symmetric matrices: Householder tridiagonalisation and implicit QL with Wilkinson's
 *  shift [golub2013, §8.3]; and of pairs K x = ω² M x through the Cholesky factor of M. Cost about 9 n³. */
import { hypot } from "../core/elementary.js";
import { type Failure, InputError } from "../core/failure.js";
import type { Matrix } from "../core/matrix.js";
import type { Vec } from "../core/vec.js";
import { backwardSolve, cholesky, forwardSolve } from "./cholesky.js";
import { spread } from "./dense-lu.js";
import { scale, sizeInPowersOfTwo } from "./vec.js";

export interface Eigenpairs {
  /** Ascending. */
  readonly values: Vec;
  /** vectors[k] belongs to values[k]; orthonormal, or M-orthonormal for a pair of matrices. */
  readonly vectors: readonly Vec[];
}

export function eigenSymmetric(A: Matrix): Eigenpairs {
  const n = A.pattern.size;
  const a = new Float64Array(n * n);
  spread(A.pattern, A.values, a);
  return eigenOfRows(n, a);
}

/** K x = λ M x with symmetric K and positive definite M; a failure names the row where M is not. */
export function eigenGeneralized(K: Matrix, M: Matrix): Eigenpairs | Failure {
  const n = K.pattern.size;
  if (M.pattern.size !== n) throw new InputError(`matrices of ${n} and ${M.pattern.size} rows do not make a pair`);
  const l = new Float64Array(n * n);
  spread(M.pattern, M.values, l);
  const failure = cholesky(n, l);
  if (failure !== null) return failure;
  const c = new Float64Array(n * n);
  spread(K.pattern, K.values, c);
  // C = L⁻¹ K L⁻ᵀ: the same triangular solve on the rows, then on the columns.
  for (let turn = 0; turn < 2; turn++) {
    for (let i = 0; i < n; i++) forwardSolve(n, l, c.subarray(i * n, (i + 1) * n));
    transposeRows(n, c);
  }
  const { values, vectors } = eigenOfRows(n, c);
  for (const vector of vectors) backwardSolve(n, l, vector);
  return { values, vectors };
}

function transposeRows(n: number, a: Vec): void {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      const kept = a[i * n + j];
      a[i * n + j] = a[j * n + i];
      a[j * n + i] = kept;
    }
  }
}

/** Overwrites a, of which the lower triangle is read. */
export function eigenOfRows(n: number, a: Vec): Eigenpairs {
  const diagonal = new Float64Array(n);
  const off = new Float64Array(n);
  const unit = sizeInPowersOfTwo(a);
  scale(1 / unit, a);
  tridiagonalize(n, a, diagonal, off);
  // The rows of `a` are now the transposed transformation, so that QL rotates rows, which are contiguous.
  implicitQL(n, diagonal, off, a);
  const order = Array.from(diagonal.keys()).sort((i, j) => diagonal[i] - diagonal[j]);
  return {
    values: Float64Array.from(order, (i) => unit * diagonal[i]),
    vectors: order.map((i) => a.slice(i * n, (i + 1) * n)),
  };
}

/** A = Qᵀ T Q with T tridiagonal; Q, whose rows transform, replaces a. off[i] couples i and i + 1. */
function tridiagonalize(n: number, a: Vec, diagonal: Vec, off: Vec): void {
  const reflectors = new Float64Array(n * n);
  const p = new Float64Array(n);
  for (let k = 0; k < n - 1; k++) {
    // The reflector I − 2 u uᵀ that maps column k below the diagonal to a multiple of its first entry.
    const u = reflectors.subarray(k * n, (k + 1) * n);
    let norm = 0;
    for (let i = k + 1; i < n; i++) norm = hypot(norm, a[i * n + k]);
    diagonal[k] = a[k * n + k];
    if (norm === 0) {
      off[k] = 0;
      continue;
    }
    const head = a[(k + 1) * n + k];
    const alpha = head > 0 ? -norm : norm;
    off[k] = alpha;
    const length = Math.sqrt(2 * norm * (norm + Math.abs(head)));
    u[k + 1] = (head - alpha) / length;
    for (let i = k + 2; i < n; i++) u[i] = a[i * n + k] / length;
    reflectBothSides(n, a, k + 1, u, p);
  }
  if (n > 0) diagonal[n - 1] = a[n * n - 1];
  accumulate(n, a, reflectors);
}

/** The lower triangle of A ← (I − 2uuᵀ) A (I − 2uuᵀ) = A − u wᵀ − w uᵀ from row `first` on. */
function reflectBothSides(n: number, a: Vec, first: number, u: Vec, w: Vec): void {
  w.fill(0, first);
  for (let i = first; i < n; i++) {
    let sum = a[i * n + i] * u[i];
    for (let j = first; j < i; j++) {
      sum += a[i * n + j] * u[j];
      w[j] += a[i * n + j] * u[i];
    }
    w[i] += sum;
  }
  let along = 0;
  for (let i = first; i < n; i++) along += u[i] * w[i];
  for (let i = first; i < n; i++) w[i] = 2 * (w[i] - along * u[i]);
  for (let i = first; i < n; i++) {
    for (let j = first; j <= i; j++) a[i * n + j] -= u[i] * w[j] + w[i] * u[j];
  }
}

/** a ← the product of the reflectors, last one first: its row i is the i-th basis vector of the tridiagonal form. */
function accumulate(n: number, a: Vec, reflectors: Vec): void {
  a.fill(0);
  for (let i = 0; i < n; i++) a[i * n + i] = 1;
  for (let k = n - 2; k >= 0; k--) {
    const u = reflectors.subarray(k * n, (k + 1) * n);
    for (let i = k + 1; i < n; i++) {
      let along = 0;
      for (let j = k + 1; j < n; j++) along += a[i * n + j] * u[j];
      for (let j = k + 1; j < n; j++) a[i * n + j] -= 2 * along * u[j];
    }
  }
}

/** Diagonalises a tridiagonal matrix by plane rotations and applies them to the rows of z. */
function implicitQL(n: number, d: Vec, e: Vec, z: Vec): void {
  for (let l = 0; l < n; l++) {
    for (;;) {
      let m = l;
      while (m < n - 1 && Math.abs(e[m]) > Number.EPSILON * (Math.abs(d[m]) + Math.abs(d[m + 1]))) m++;
      if (m === l) break;
      let g = (d[l + 1] - d[l]) / (2 * e[l]);
      const r = hypot(g, 1);
      g = d[m] - d[l] + e[l] / (g + (g >= 0 ? r : -r));
      let s = 1;
      let c = 1;
      let p = 0;
      let split = false;
      for (let i = m - 1; i >= l; i--) {
        const f = s * e[i];
        const b = c * e[i];
        const length = hypot(f, g);
        e[i + 1] = length;
        if (length === 0) {
          // The matrix falls apart by underflow: begin again with the parts.
          d[i + 1] -= p;
          e[m] = 0;
          split = true;
          break;
        }
        s = f / length;
        c = g / length;
        g = d[i + 1] - p;
        const turn = (d[i] - g) * s + 2 * c * b;
        p = s * turn;
        d[i + 1] = g + p;
        g = c * turn - b;
        rotateRows(n, z, i, c, s);
      }
      if (split) continue;
      d[l] -= p;
      e[l] = g;
      e[m] = 0;
    }
  }
}

function rotateRows(n: number, z: Vec, i: number, c: number, s: number): void {
  for (let k = i * n, next = k + n; k < i * n + n; k++, next++) {
    const below = z[next];
    z[next] = s * z[k] + c * below;
    z[k] = c * z[k] - s * below;
  }
}
