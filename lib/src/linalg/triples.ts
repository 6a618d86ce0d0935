/** Matrices whose rows and columns come in threes, as those of nodes with three directions: a product that takes three rows at a
 *  time reads a third of the indices and of the vector, and is more than twice as quick. Whether a pattern is of this kind
 *  is found once. */
import type { Matrix, Sparsity } from "../core/matrix.js";
import { specialises } from "../core/specialise.js";
import type { Vec } from "../core/vec.js";

/** Smaller products are over before a pattern is looked up. */
export const FROM_ROWS = 60;

const known = new WeakMap<Sparsity, boolean>();

export function comesInTriples(pattern: Sparsity): boolean {
  return pattern.size >= FROM_ROWS && specialises() && hasTriples(pattern);
}

/** The same, however small it is. */
export function hasTriples(pattern: Sparsity): boolean {
  if (pattern.size % 3 !== 0) return false;
  const answer = known.get(pattern);
  if (answer !== undefined) return answer;
  const found = looksLikeTriples(pattern);
  known.set(pattern, found);
  return found;
}

function looksLikeTriples({ size, rowStart, column }: Sparsity): boolean {
  for (let i = 0; i < size; i += 3) {
    const first = rowStart[i];
    const width = rowStart[i + 1] - first;
    if (width % 3 !== 0 || rowStart[i + 2] - first !== 2 * width || rowStart[i + 3] - first !== 3 * width) return false;
    for (let j = first; j < first + width; j++) {
      const expected = column[j - ((j - first) % 3)] + ((j - first) % 3);
      if (column[j] !== expected || column[j + width] !== expected || column[j + 2 * width] !== expected) return false;
    }
  }
  return true;
}

/** out = keep × out + factor A x; with keep = 0 whatever was in `out` does not matter. */
export function multiplyTriples({ pattern, values }: Matrix, x: Vec, factor: number, keep: 0 | 1, out: Vec): void {
  const { size, rowStart, column } = pattern;
  for (let i = 0; i < size; i += 3) {
    const end = rowStart[i + 1];
    const width = end - rowStart[i];
    let s = 0;
    let t = 0;
    let u = 0;
    for (let j = rowStart[i]; j < end; j += 3) {
      const c = column[j];
      const x0 = x[c];
      const x1 = x[c + 1];
      const x2 = x[c + 2];
      const k = j + width;
      const l = k + width;
      s += values[j] * x0 + values[j + 1] * x1 + values[j + 2] * x2;
      t += values[k] * x0 + values[k + 1] * x1 + values[k + 2] * x2;
      u += values[l] * x0 + values[l + 1] * x1 + values[l + 2] * x2;
    }
    out[i] = keep === 0 ? factor * s : out[i] + factor * s;
    out[i + 1] = keep === 0 ? factor * t : out[i + 1] + factor * t;
    out[i + 2] = keep === 0 ? factor * u : out[i + 2] + factor * u;
  }
}

/** xᵀ A y. */
export function bilinearTriples({ pattern, values }: Matrix, x: Vec, y: Vec): number {
  const { size, rowStart, column } = pattern;
  let total = 0;
  for (let i = 0; i < size; i += 3) {
    const end = rowStart[i + 1];
    const width = end - rowStart[i];
    const x0 = x[i];
    const x1 = x[i + 1];
    const x2 = x[i + 2];
    let sum = 0;
    for (let j = rowStart[i]; j < end; j += 3) {
      const c = column[j];
      const k = j + width;
      const l = k + width;
      sum += (x0 * values[j] + x1 * values[k] + x2 * values[l]) * y[c];
      sum += (x0 * values[j + 1] + x1 * values[k + 1] + x2 * values[l + 1]) * y[c + 1];
      sum += (x0 * values[j + 2] + x1 * values[k + 2] + x2 * values[l + 2]) * y[c + 2];
    }
    total += sum;
  }
  return total;
}
