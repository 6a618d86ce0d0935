/** A = L D Lᵀ within the envelope of a symmetric matrix: of every row what lies between its first entry and the diagonal, where all that elimination
 *  fills stays [jennings1966], [george1981, chapter 4]. For bands and small matrices: no fronts, no indices, three loops. Without pivoting, as
 *  `sparseLDLT`, and with its failures: a pivot that is nothing but the rounding of what cancelled in it counts as zero.
 *
 *  With w_i entries in the envelope of row i a factor takes Σ w_i²/2 multiplications, a solve 2 Σ w_i. */
import type { Failure } from "../core/failure.js";
import type { Sparsity } from "../core/matrix.js";
import type { Vec } from "../core/vec.js";
import type { Factorization } from "./factorization.js";
import { reverseCuthillMcKee } from "./ordering/reverse-cuthill-mckee.js";
import { saddlePointOf } from "./sparse/saddle-point.js";

/** Where the rows of L are: row k, which is row order[k] of A, has its columns first[k] … k − 1 at start[k] … start[k + 1] − 1. */
export interface Envelope {
  readonly pattern: Sparsity;
  /** null: as given. */
  readonly order: Int32Array | null;
  readonly first: Int32Array;
  readonly start: Int32Array;
}

/** An envelope with no more than this many of its entries empty cannot be made much smaller. */
const DENSE_ENOUGH = 1.5;

/** The envelope of the given order or of the reverse Cuthill–McKee order, whichever is smaller; null where both have more than `widest` entries
 *  a row. */
export function envelopeOf(pattern: Sparsity, widest: number): Envelope | null {
  const given = inOrder(pattern, null);
  const { size, column } = pattern;
  const below = (column.length - size) / 2;
  // No order makes room for more entries than there are, or much smaller what is nearly full.
  if (below > widest * size) return null;
  const order = entriesOf(given) <= DENSE_ENOUGH * below ? null : reverseCuthillMcKee(pattern, { widest });
  const found = order === null ? given : inOrder(pattern, order);
  const best = entriesOf(found) < entriesOf(given) ? found : given;
  return entriesOf(best) <= widest * size ? best : null;
}

/** Entries of L beside the diagonal. */
export const entriesOf = ({ start }: Envelope): number => start[start.length - 1];

function inOrder(pattern: Sparsity, order: Int32Array | null): Envelope {
  const { size, rowStart, column } = pattern;
  const place = order === null ? null : inverseOf(order);
  const first = new Int32Array(size);
  const start = new Int32Array(size + 1);
  for (let k = 0; k < size; k++) {
    const row = order === null ? k : order[k];
    let least = k;
    for (let j = rowStart[row]; j < rowStart[row + 1]; j++) {
      const other = place === null ? column[j] : place[column[j]];
      if (other < least) least = other;
    }
    first[k] = least;
    start[k + 1] = start[k] + k - least;
  }
  return { pattern, order, first, start };
}

function inverseOf(order: Int32Array): Int32Array {
  const place = new Int32Array(order.length);
  for (let k = 0; k < order.length; k++) place[order[k]] = k;
  return place;
}

export interface EnvelopeOptions {
  /** Stop, as with a failure, at a pivot that is not positive. */
  readonly positive?: boolean;
}

export function envelopeLDLT(envelope: Envelope, { positive = false }: EnvelopeOptions = {}): Factorization {
  const { pattern, order, first, start } = envelope;
  const { size } = pattern;
  const { source, place, diagonal } = gathering(envelope);
  const L = new Float64Array(entriesOf(envelope));
  const D = new Float64Array(size);
  const inverse = new Float64Array(size);
  const y = new Float64Array(size);
  const full = source.length === L.length;
  const tridiagonal = size >= FEWEST && isTridiagonal(first);
  // Rounding errors of the terms of a pivot add up like a random walk.
  const rounding = 8 * Number.EPSILON * Math.sqrt(size);

  return {
    fill: L.length + size,
    factor(values) {
      if (!full) L.fill(0);
      gather(values, source, place, L);
      for (let k = 0; k < size; k++) D[k] = diagonal[k] < 0 ? 0 : values[diagonal[k]];
      const failed = tridiagonal
        ? eliminateTridiagonal(L, D, inverse, rounding, positive)
        : eliminate(first, start, L, D, inverse, rounding, positive);
      if (failed < 0) return null;
      const row = order === null ? failed : order[failed];
      const failure: Failure = { kind: "singular", row, pivot: D[failed] };
      return saddlePointOf({ pattern, values }) ?? failure;
    },
    solve(b, out) {
      if (order !== null) for (let k = 0; k < size; k++) y[k] = b[order[k]];
      const from = order === null ? b : y;
      const to = order === null ? out : y;
      if (tridiagonal) solveTridiagonal(L, inverse, from, to);
      else solve(first, start, L, inverse, from, to);
      if (order !== null) for (let k = 0; k < size; k++) out[order[k]] = y[k];
      return null;
    },
  };
}

/** Entry source[e] of A goes to place[e] of L; the diagonal entry of row k is diagonal[k], −1 where there is none. */
function gathering({ pattern, order, first, start }: Envelope) {
  const { size, rowStart, column } = pattern;
  const place = order === null ? null : inverseOf(order);
  const source = new Int32Array(column.length);
  const target = new Int32Array(column.length);
  const diagonal = new Int32Array(size).fill(-1);
  let count = 0;
  for (let k = 0; k < size; k++) {
    const row = order === null ? k : order[k];
    for (let j = rowStart[row]; j < rowStart[row + 1]; j++) {
      const other = place === null ? column[j] : place[column[j]];
      if (other === k) diagonal[k] = j;
      if (other >= k) continue;
      source[count] = j;
      target[count++] = start[k] + other - first[k];
    }
  }
  return { source: source.slice(0, count), place: target.slice(0, count), diagonal };
}

function gather(values: Vec, source: Int32Array, place: Int32Array, out: Vec): void {
  for (let e = 0; e < source.length; e++) out[place[e]] = values[source[e]];
}

/** L and D hold A on entry. Returns the row whose pivot vanishes, which D then holds, or −1. */
function eliminate(
  first: Int32Array,
  start: Int32Array,
  L: Vec,
  D: Vec,
  inverse: Vec,
  rounding: number,
  positive: boolean,
): number {
  for (let i = 0; i < D.length; i++) {
    const begin = first[i];
    const row = start[i] - begin; // entry (i, j) is L[row + j]
    // What is left of the entries: L_ij D_j.
    for (let j = begin + 1; j < i; j++) {
      const from = Math.max(first[j], begin);
      if (from < j) L[row + j] -= product(L, row + from, L, start[j] - first[j] + from, j - from);
    }
    const given = D[i];
    let pivot = given;
    for (let j = begin; j < i; j++) {
      const left = L[row + j];
      const entry = left * inverse[j];
      L[row + j] = entry;
      pivot -= left * entry;
    }
    D[i] = pivot;
    if (!((positive ? pivot : Math.abs(pivot)) > rounding * Math.abs(given))) return i;
    inverse[i] = 1 / pivot;
  }
  return -1;
}

/** Σ L[a + k] x[b + k]. Four sums at once: one would wait for itself. */
function product(L: Vec, a: number, x: Vec, b: number, count: number): number {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let k = 0;
  for (; k + 4 <= count; k += 4) {
    s0 += L[a + k] * x[b + k];
    s1 += L[a + k + 1] * x[b + k + 1];
    s2 += L[a + k + 2] * x[b + k + 2];
    s3 += L[a + k + 3] * x[b + k + 3];
  }
  for (; k < count; k++) s0 += L[a + k] * x[b + k];
  return s0 + s1 + (s2 + s3);
}

/** x = L⁻ᵀ D⁻¹ L⁻¹ b; may alias. */
function solve(first: Int32Array, start: Int32Array, L: Vec, inverse: Vec, b: Vec, x: Vec): void {
  const n = inverse.length;
  for (let i = 0; i < n; i++) {
    const begin = first[i];
    const at = start[i];
    if (i - begin < 8) {
      let sum = b[i];
      for (let e = at, j = begin; j < i; e++, j++) sum -= L[e] * x[j];
      x[i] = sum;
    } else x[i] = b[i] - product(L, at, x, begin, i - begin);
  }
  for (let i = 0; i < n; i++) x[i] *= inverse[i];
  for (let i = n - 1; i >= 0; i--) {
    const value = x[i];
    for (let e = start[i], j = first[i]; j < i; e++, j++) x[j] -= L[e] * value;
  }
}

/** From both ends there have to be rows beside the one in the middle. */
const FEWEST = 4;

/** Has every row but the first one entry, left of the diagonal? Then the loops over them take longer than the arithmetic. */
function isTridiagonal(first: Int32Array): boolean {
  for (let i = 1; i < first.length; i++) if (first[i] !== i - 1) return false;
  return true;
}

/** A tridiagonal matrix is eliminated from both ends to the row in the middle, which takes as many operations: either end waits for its own results alone, and the
 *  machine works on both at once. Entry (i, i − 1) is L[i − 1]; above the middle it becomes that of L, below it that of Lᵀ. */
function eliminateTridiagonal(L: Vec, D: Vec, inverse: Vec, rounding: number, positive: boolean): number {
  const n = D.length;
  const middle = n >> 1;
  let given = D[0];
  let pivot = given;
  let otherGiven = D[n - 1];
  let other = otherGiven;
  let i = 0;
  for (let j = n - 1; i < middle; i++) {
    if (!((positive ? pivot : Math.abs(pivot)) > rounding * Math.abs(given))) return failedAt(i, pivot, D);
    const reciprocal = 1 / pivot;
    const left = L[i];
    const entry = left * reciprocal;
    inverse[i] = reciprocal;
    L[i] = entry;
    given = D[i + 1];
    pivot = given - left * entry;
    // Of an even number of rows the last one above the middle has no counterpart.
    if (j <= middle) break;
    if (!((positive ? other : Math.abs(other)) > rounding * Math.abs(otherGiven))) return failedAt(j, other, D);
    const otherReciprocal = 1 / other;
    const right = L[j - 1];
    const otherEntry = right * otherReciprocal;
    inverse[j] = otherReciprocal;
    L[j - 1] = otherEntry;
    j--;
    otherGiven = D[j];
    other = otherGiven - right * otherEntry;
  }
  // Both have come to the row in the middle.
  pivot += other - otherGiven;
  if (!((positive ? pivot : Math.abs(pivot)) > rounding * Math.abs(given))) return failedAt(middle, pivot, D);
  inverse[middle] = 1 / pivot;
  return -1;
}

function failedAt(row: number, pivot: number, D: Vec): number {
  D[row] = pivot;
  return row;
}

/** x = A⁻¹ b; may alias. */
function solveTridiagonal(L: Vec, inverse: Vec, b: Vec, x: Vec): void {
  const n = inverse.length;
  const middle = n >> 1;
  let above = b[0];
  let below = b[n - 1];
  x[0] = above;
  x[n - 1] = below;
  let i = 1;
  if (n % 2 === 0) {
    above = b[1] - L[0] * above;
    x[1] = above;
    i = 2;
  }
  for (let j = n - 2; i < middle; i++, j--) {
    above = b[i] - L[i - 1] * above;
    below = b[j] - L[j] * below;
    x[i] = above;
    x[j] = below;
  }
  above = (b[middle] - L[middle - 1] * above - L[middle] * below) * inverse[middle];
  below = above;
  x[middle] = above;
  i = middle - 1;
  for (let j = middle + 1; j < n; i--, j++) {
    above = x[i] * inverse[i] - L[i] * above;
    below = x[j] * inverse[j] - L[j - 1] * below;
    x[i] = above;
    x[j] = below;
  }
  if (i === 0) x[0] = x[0] * inverse[0] - L[0] * above;
}
