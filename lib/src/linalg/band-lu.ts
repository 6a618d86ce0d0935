/** P A = L U with partial pivoting within the band of a matrix that need not be symmetric: the numbers of `denseLU`, where only those near the
 *  diagonal are not zero. With `lower` and `upper` diagonals beside the main one a factor takes no more than n lower (lower + upper)
 *  multiplications [golub2013, section 4.3.3]. */
import type { Failure } from "../core/failure.js";
import type { Sparsity } from "../core/matrix.js";
import type { Vec } from "../core/vec.js";
import type { Factorization } from "./factorization.js";
import { transposed } from "./matrix.js";
import { reverseCuthillMcKee } from "./ordering/reverse-cuthill-mckee.js";
import { union } from "./sparsity.js";

export interface Band {
  readonly pattern: Sparsity;
  /** Row and column k of the band are order[k] of A; null: as given. */
  readonly order: Int32Array | null;
  readonly lower: number;
  readonly upper: number;
}

/** Multiplications a row, of a factor and a solve. */
export const operationsOf = ({ lower, upper }: Band): number => (lower + 1) * (lower + upper);

/** No order makes a band narrower than this. */
const TRIDIAGONAL = 4;

/** The band of the given order or of the reverse Cuthill–McKee order, whichever is narrower; null where that takes more than `most` operations
 *  a row. */
export function bandOf(pattern: Sparsity, most: number): Band | null {
  const given = inOrder(pattern, null);
  if (operationsOf(given) <= TRIDIAGONAL) return given;
  const graph = union([pattern, transposed(pattern).pattern]).pattern;
  const order = reverseCuthillMcKee(graph, { widest: Math.sqrt(most) });
  const found = order === null ? given : inOrder(pattern, order);
  const best = operationsOf(found) < operationsOf(given) ? found : given;
  return operationsOf(best) <= most ? best : null;
}

function inOrder(pattern: Sparsity, order: Int32Array | null): Band {
  const { size, rowStart, column } = pattern;
  const place = placesOf(order, size);
  let lower = 0;
  let upper = 0;
  for (let i = 0; i < size; i++) {
    for (let j = rowStart[i]; j < rowStart[i + 1]; j++) {
      const above = place[column[j]] - place[i];
      if (above > upper) upper = above;
      if (-above > lower) lower = -above;
    }
  }
  return { pattern, order, lower, upper };
}

function placesOf(order: Int32Array | null, size: number): Int32Array {
  const place = new Int32Array(size);
  for (let k = 0; k < size; k++) place[order === null ? k : order[k]] = k;
  return place;
}

export function bandLU(band: Band): Factorization {
  const { pattern, order, lower, upper } = band;
  const { size, rowStart, column } = pattern;
  // Row i has its columns i − lower … i + upper, and what pivots from below may add to the right of them.
  const width = 2 * lower + upper + 1;
  const place = placesOf(order, size);
  const targets = new Int32Array(column.length);
  for (let i = 0; i < size; i++) {
    for (let j = rowStart[i]; j < rowStart[i + 1]; j++) {
      targets[j] = place[i] * (width - 1) + lower + place[column[j]];
    }
  }
  const lu = new Float64Array(size * width);
  const rows: Rows = {
    pivotRow: new Int32Array(size),
    last: new Int32Array(size),
    original: new Int32Array(size),
    largest: new Float64Array(size),
    inverse: new Float64Array(size),
  };
  const x = new Float64Array(size);
  let sizes: Vec | null = null;
  const eliminated = (values: Vec, terms: Vec | null): number => {
    lu.fill(0);
    terms?.fill(0);
    for (let j = 0; j < targets.length; j++) lu[targets[j]] = values[j];
    return eliminate(lu, terms, width, lower, upper, rows);
  };
  return {
    fill: lu.length,
    factor(values) {
      let failed = eliminated(values, null);
      if (failed >= 0) {
        // A pivot is small beside its row. Is it zero? Once more, with the sizes of what cancelled in it.
        sizes ??= new Float64Array(lu.length);
        failed = eliminated(values, sizes);
      }
      if (failed < 0) return null;
      const row = rows.original[failed];
      const pivot = lu[failed * width + lower];
      const failure: Failure = { kind: "singular", row: order === null ? row : order[row], pivot };
      return failure;
    },
    solve(b, out) {
      if (order === null) x.set(b);
      else for (let k = 0; k < size; k++) x[k] = b[order[k]];
      solve(lu, width, lower, rows.pivotRow, rows.last, rows.inverse, x);
      if (order === null) out.set(x);
      else for (let k = 0; k < size; k++) out[order[k]] = x[k];
      return null;
    },
  };
}

/** What is known of the rows while they are eliminated. */
interface Rows {
  /** The row that changed places with row k before that was eliminated. */
  readonly pivotRow: Int32Array;
  /** The column of the last entry. */
  readonly last: Int32Array;
  /** Which row it was at the start. */
  readonly original: Int32Array;
  /** The largest of its entries and of the terms that were taken from them, or more. */
  readonly largest: Vec;
  /** 1/u_kk. */
  readonly inverse: Vec;
}

/** A pivot may be nothing but rounding where it is below this part of its row. */
const SUSPECT = 2 ** -26;

/** Entry (i, j) is lu[i (width − 1) + lower + j]. Returns the number of a pivot that is zero (with `sizes`, where the sums of |l_ij u_jk| go), or of one
 *  that may be (without); −1 where there is none. */
function eliminate(lu: Vec, sizes: Vec | null, width: number, lower: number, upper: number, rows: Rows): number {
  const { pivotRow, last, original, largest, inverse } = rows;
  const n = last.length;
  for (let i = 0; i < n; i++) {
    original[i] = i;
    last[i] = Math.min(n - 1, i + upper);
    let most = 0;
    for (let e = i * width, end = e + width; e < end; e++) if (Math.abs(lu[e]) > most) most = Math.abs(lu[e]);
    largest[i] = most;
  }
  for (let k = 0; k < n; k++) {
    const end = Math.min(n, k + lower + 1);
    const top = k * (width - 1) + lower;
    const p = pivotOf(lu, width, lower, k, end);
    pivotRow[k] = p;
    if (p !== k) swapRows(lu, sizes, width, lower, k, p, rows);
    const pivot = lu[top + k];
    const least = sizes === null ? SUSPECT * largest[k] : n * Number.EPSILON * sizes[top + k];
    if (!(Math.abs(pivot) > least)) return k;
    const reciprocal = 1 / pivot;
    inverse[k] = reciprocal;
    const reach = last[k];
    for (let i = k + 1; i < end; i++) {
      const at = i * (width - 1) + lower;
      if (lu[at + k] === 0) continue;
      const factor = lu[at + k] * reciprocal;
      lu[at + k] = factor;
      if (reach > last[i]) last[i] = reach;
      const term = Math.abs(factor) * largest[k];
      if (term > largest[i]) largest[i] = term;
      for (let j = k + 1; j <= reach; j++) lu[at + j] -= factor * lu[top + j];
      if (sizes !== null) for (let j = k + 1; j <= reach; j++) sizes[at + j] += Math.abs(factor * lu[top + j]);
    }
  }
  return -1;
}

/** The row with the largest entry in column k. */
function pivotOf(lu: Vec, width: number, lower: number, k: number, end: number): number {
  let best = k;
  let largest = Math.abs(lu[k * width + lower]);
  for (let i = k + 1; i < end; i++) {
    const size = Math.abs(lu[i * (width - 1) + lower + k]);
    // A NaN is chosen too: it must not be passed over.
    if (size > largest || Number.isNaN(size)) {
      largest = size;
      best = i;
    }
  }
  return best;
}

function swapRows(lu: Vec, sizes: Vec | null, width: number, lower: number, k: number, p: number, rows: Rows): void {
  const { last, original, largest } = rows;
  const [a, b] = [k * (width - 1) + lower, p * (width - 1) + lower];
  const end = Math.max(last[k], last[p]);
  swap(lu, a + k, b + k, end - k + 1);
  if (sizes !== null) swap(sizes, a + k, b + k, end - k + 1);
  for (const list of [last, original, largest]) swap(list, k, p, 1);
}

function swap(list: Vec | Int32Array, a: number, b: number, count: number): void {
  for (let j = 0; j < count; j++) {
    const kept = list[a + j];
    list[a + j] = list[b + j];
    list[b + j] = kept;
  }
}

/** x = A⁻¹ x. */
function solve(
  lu: Vec,
  width: number,
  lower: number,
  pivotRow: Int32Array,
  last: Int32Array,
  inverse: Vec,
  x: Vec,
): void {
  const n = last.length;
  for (let k = 0; k < n; k++) {
    const p = pivotRow[k];
    const value = x[p];
    x[p] = x[k];
    x[k] = value;
    const end = Math.min(n, k + lower + 1);
    for (let i = k + 1; i < end; i++) x[i] -= lu[i * (width - 1) + lower + k] * value;
  }
  for (let k = n - 1; k >= 0; k--) {
    const at = k * (width - 1) + lower;
    const end = last[k];
    let sum = x[k];
    for (let j = k + 1; j <= end; j++) sum -= lu[at + j] * x[j];
    x[k] = sum * inverse[k];
  }
}
