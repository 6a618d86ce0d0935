/** Incomplete Cholesky: L Lᵀ ≈ A with L on the lower pattern of A [meijerink1977]. Where a pivot fails, the diagonal is raised a
 *  little and the factorisation begun again [manteuffel1980]. Needs a positive diagonal. Where rows come in threes, so do the
 *  loops: the same sums, three rows and columns at a time. */
import type { Sparsity } from "../../core/matrix.js";
import type { Vec } from "../../core/vec.js";
import type { Factorization } from "../factorization.js";
import { entryAt } from "../sparsity.js";
import { comesInTriples } from "../triples.js";

/** The lower triangle row by row; each row ends with its diagonal. */
interface Lower {
  readonly size: number;
  /** Rows that share their pattern, 1 or 3. */
  readonly block: number;
  readonly start: Int32Array;
  readonly cols: Int32Array;
  readonly l: Vec;
}

/** A diagonal raised so far is all that is left of the matrix. */
const HIGHEST = 1e8;

export function incompleteCholesky(pattern: Sparsity): Factorization {
  const { size, rowStart } = pattern;
  const diagonal = Int32Array.from({ length: size }, (_, i) => entryAt(pattern, i, i));
  const L = lowerOf(pattern, diagonal);
  const { start, l } = L;
  const at = new Int32Array(size).fill(-1);
  const solve = L.block === 3 ? solveTriples : solveRows;
  return {
    fill: l.length,
    factor(values) {
      for (let i = 0; i < size; i++) {
        const pivot = diagonal[i] < 0 ? 0 : values[diagonal[i]];
        if (!(pivot > 0)) return { kind: "singular", row: i, pivot };
      }
      for (let raise = 0; ; raise = Math.max(2 * raise, 1e-3)) {
        for (let i = 0; i < size; i++) {
          for (let k = start[i], j = rowStart[i]; k < start[i + 1]; k++, j++) l[k] = values[j];
          l[start[i + 1] - 1] *= 1 + raise;
        }
        const failed = factorInPlace(L, at);
        if (failed < 0) return null;
        if (!(raise < HIGHEST)) return { kind: "singular", row: failed, pivot: 0 };
      }
    },
    solve(b, out) {
      solve(L, b, out);
      return null;
    },
  };
}

function lowerOf(pattern: Sparsity, diagonal: Int32Array): Lower {
  const { size, rowStart, column } = pattern;
  const start = new Int32Array(size + 1);
  for (let i = 0; i < size; i++) start[i + 1] = start[i] + Math.max(1, diagonal[i] - rowStart[i] + 1);
  const cols = new Int32Array(start[size]);
  for (let i = 0; i < size; i++)
    cols.set(column.subarray(rowStart[i], rowStart[i] + start[i + 1] - start[i]), start[i]);
  return { size, block: comesInTriples(pattern) ? 3 : 1, start, cols, l: new Float64Array(start[size]) };
}

/** Row by row. Returns the row of a pivot that is not positive, or −1. `at` holds −1 everywhere, before and after. */
function factorInPlace({ size, block, start, cols, l }: Lower, at: Int32Array): number {
  let failed = -1;
  for (let i = 0; i < size && failed < 0; i += block) {
    // Where row i has a column, counted from its beginning; a block of columns is found by its first.
    const width = start[i + 1] - start[i];
    for (let k = 0; k < width; k += block) at[cols[start[i] + k]] = k;
    for (let k = 0; k < width - 1; k += block) {
      const j = cols[start[i] + k];
      const shared = start[j + 1] - start[j] - 1;
      for (let q = 0; q < shared; q += block) {
        const p = at[cols[start[j] + q]];
        if (p < 0) continue;
        // The block of rows i and columns j −= (its block at p) (the block of rows j at q)ᵀ.
        for (let r = 0; r < block; r++) {
          const row = start[i + r];
          for (let c = 0; c < block; c++) {
            let sum = l[row + k + c];
            for (let m = 0; m < block; m++) sum -= l[row + p + m] * l[start[j + c] + q + m];
            l[row + k + c] = sum;
          }
        }
      }
      for (let r = 0; r < block; r++) divide(l, start[i + r] + k, start, j, block);
    }
    failed = factorDiagonal(l, start, i, block);
    for (let k = 0; k < width; k += block) at[cols[start[i] + k]] = -1;
  }
  return failed;
}

/** The entries of one row in `block` columns from `from`, solved with the triangle on the diagonal of rows j …. */
function divide(l: Vec, from: number, start: Int32Array, j: number, block: number): void {
  for (let c = 0; c < block; c++) {
    const last = start[j + c + 1] - 1;
    let sum = l[from + c];
    for (let m = 0; m < c; m++) sum -= l[from + m] * l[last - c + m];
    l[from + c] = sum / l[last];
  }
}

function factorDiagonal(l: Vec, start: Int32Array, i: number, block: number): number {
  for (let r = 0; r < block; r++) {
    const last = start[i + r + 1] - 1;
    for (let c = 0; c < r; c++) {
      const other = start[i + c + 1] - 1;
      let sum = l[last - r + c];
      for (let k = start[i + c], m = start[i + r]; k < other; k++, m++) sum -= l[m] * l[k];
      l[last - r + c] = sum / l[other];
    }
    let pivot = l[last];
    for (let k = start[i + r]; k < last; k++) pivot -= l[k] * l[k];
    if (!(pivot > 1e-14 * l[last])) return i + r;
    l[last] = Math.sqrt(pivot);
  }
  return -1;
}

function solveRows({ size, start, cols, l }: Lower, b: Vec, out: Vec): void {
  for (let i = 0; i < size; i++) {
    const last = start[i + 1] - 1;
    let sum = b[i];
    for (let k = start[i]; k < last; k++) sum -= l[k] * out[cols[k]];
    out[i] = sum / l[last];
  }
  for (let i = size - 1; i >= 0; i--) {
    const last = start[i + 1] - 1;
    const value = out[i] / l[last];
    out[i] = value;
    for (let k = start[i]; k < last; k++) out[cols[k]] -= l[k] * value;
  }
}

function solveTriples({ size, start, cols, l }: Lower, b: Vec, out: Vec): void {
  for (let i = 0; i < size; i += 3) {
    let p = start[i];
    let q = start[i + 1];
    let r = start[i + 2];
    const last = q - 1;
    let s = b[i];
    let t = b[i + 1];
    let u = b[i + 2];
    for (; p < last; p += 3, q += 3, r += 3) {
      const c = cols[p];
      const x = out[c];
      const y = out[c + 1];
      const z = out[c + 2];
      s -= l[p] * x + l[p + 1] * y + l[p + 2] * z;
      t -= l[q] * x + l[q + 1] * y + l[q + 2] * z;
      u -= l[r] * x + l[r + 1] * y + l[r + 2] * z;
    }
    s /= l[p];
    t = (t - l[q] * s) / l[q + 1];
    out[i] = s;
    out[i + 1] = t;
    out[i + 2] = (u - l[r] * s - l[r + 1] * t) / l[r + 2];
  }
  for (let i = size - 3; i >= 0; i -= 3) {
    let p = start[i + 1] - 1;
    let q = start[i + 2] - 2;
    let r = start[i + 3] - 3;
    const z = out[i + 2] / l[r + 2];
    const y = (out[i + 1] - l[r + 1] * z) / l[q + 1];
    const x = (out[i] - l[q] * y - l[r] * z) / l[p];
    out[i] = x;
    out[i + 1] = y;
    out[i + 2] = z;
    const first = start[i];
    for (p -= 3, q -= 3, r -= 3; p >= first; p -= 3, q -= 3, r -= 3) {
      const c = cols[p];
      out[c] -= l[p] * x + l[q] * y + l[r] * z;
      out[c + 1] -= l[p + 1] * x + l[q + 1] * y + l[r + 1] * z;
      out[c + 2] -= l[p + 2] * x + l[q + 2] * y + l[r + 2] * z;
    }
  }
}
