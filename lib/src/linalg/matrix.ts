/** Matrices from rows, diagonals and triplets; products, parts and symmetry. */
import { InputError } from "../core/failure.js";
import type { Matrix, Sparsity } from "../core/matrix.js";
import type { Vec } from "../core/vec.js";
import { diagonalPattern, entryAt, fullPattern, isFull, samePattern, union } from "./sparsity.js";
import { bilinearTriples, comesInTriples, multiplyTriples } from "./triples.js";

export function fromRows(rows: readonly (readonly number[])[]): Matrix {
  const size = rows.length;
  const values = new Float64Array(size * size);
  rows.forEach((row, i) => {
    if (row.length !== size) {
      throw new InputError(`found ${row.length} numbers; a matrix of ${size} rows has ${size} in each`, {
        row: i,
      });
    }
    const odd = row.findIndex((value) => !Number.isFinite(value));
    if (odd >= 0) throw new InputError(`column ${odd} is ${row[odd]}; every entry must be a finite number`, { row: i });
    values.set(row, i * size);
  });
  return { pattern: fullPattern(size), values };
}

export function fromDiagonal(diagonal: ArrayLike<number>): Matrix {
  return { pattern: diagonalPattern(diagonal.length), values: Float64Array.from(diagonal) };
}

/** Entries (rows[k], cols[k]) += values[k]: what an assembly loop collects. */
export function fromTriplets(
  size: number,
  rows: ArrayLike<number>,
  cols: ArrayLike<number>,
  values: ArrayLike<number>,
): Matrix {
  checkTriplets(size, rows, cols, values);
  // Two stable counting sorts, by column and then by row, leave the entries row by row with ascending columns.
  const byColumn = sortedBy(cols, size, null);
  const order = sortedBy(rows, size, byColumn);
  const rowStart = new Int32Array(size + 1);
  const column = new Int32Array(order.length);
  const sums = new Float64Array(order.length);
  let end = 0;
  let lastRow = -1;
  for (const k of order) {
    if (rows[k] === lastRow && cols[k] === column[end - 1]) sums[end - 1] += values[k];
    else {
      column[end] = cols[k];
      sums[end++] = values[k];
    }
    lastRow = rows[k];
    rowStart[lastRow + 1] = end;
  }
  for (let i = 0; i < size; i++) rowStart[i + 1] = Math.max(rowStart[i + 1], rowStart[i]);
  return { pattern: { size, rowStart, column: column.slice(0, end) }, values: sums.slice(0, end) };
}

function checkTriplets(
  size: number,
  rows: ArrayLike<number>,
  cols: ArrayLike<number>,
  values: ArrayLike<number>,
): void {
  if (rows.length !== values.length || cols.length !== values.length) {
    throw new InputError(
      `${rows.length} rows, ${cols.length} columns and ${values.length} values: triplets need as many of each`,
    );
  }
  const inside = (index: number) => Number.isInteger(index) && index >= 0 && index < size;
  for (let k = 0; k < values.length; k++) {
    if (!inside(rows[k]) || !inside(cols[k])) {
      throw new InputError(`(${rows[k]}, ${cols[k]}) is outside a matrix of ${size} rows, counted from 0`, {
        key: `entry ${k}`,
      });
    }
    if (!Number.isFinite(values[k]))
      throw new InputError(`its value is ${values[k]}; it must be finite`, { key: `entry ${k}` });
  }
}

function sortedBy(keys: ArrayLike<number>, size: number, before: Int32Array | null): Int32Array {
  const start = new Int32Array(size + 1);
  for (let k = 0; k < keys.length; k++) start[keys[k] + 1]++;
  for (let i = 0; i < size; i++) start[i + 1] += start[i];
  const order = new Int32Array(keys.length);
  for (let k = 0; k < keys.length; k++) {
    const entry = before === null ? k : before[k];
    order[start[keys[entry]]++] = entry;
  }
  return order;
}

export function toRows({ pattern, values }: Matrix): number[][] {
  const { size, rowStart, column } = pattern;
  return Array.from({ length: size }, (_, i) => {
    const row = new Array<number>(size).fill(0);
    for (let j = rowStart[i]; j < rowStart[i + 1]; j++) row[column[j]] = values[j];
    return row;
  });
}

/** out = A x. */
export function multiply(A: Matrix, x: Vec, out: Vec): void {
  if (comesInTriples(A.pattern)) {
    multiplyTriples(A, x, 1, 0, out);
    return;
  }
  const { pattern, values } = A;
  const { size, rowStart, column } = pattern;
  let j = 0;
  for (let i = 0; i < size; i++) {
    let sum = 0;
    for (const end = rowStart[i + 1]; j < end; j++) sum += values[j] * x[column[j]];
    out[i] = sum;
  }
}

/** out += factor A x. */
export function multiplyAdd(A: Matrix, x: Vec, factor: number, out: Vec): void {
  if (comesInTriples(A.pattern)) {
    multiplyTriples(A, x, factor, 1, out);
    return;
  }
  const { pattern, values } = A;
  const { size, rowStart, column } = pattern;
  let j = 0;
  for (let i = 0; i < size; i++) {
    let sum = 0;
    for (const end = rowStart[i + 1]; j < end; j++) sum += values[j] * x[column[j]];
    out[i] += factor * sum;
  }
}

/** xᵀ A y. */
export function bilinear(A: Matrix, x: Vec, y: Vec): number {
  if (comesInTriples(A.pattern)) return bilinearTriples(A, x, y);
  const { pattern, values } = A;
  const { size, rowStart, column } = pattern;
  let total = 0;
  for (let i = 0; i < size; i++) {
    let sum = 0;
    for (let j = rowStart[i]; j < rowStart[i + 1]; j++) sum += values[j] * y[column[j]];
    total += x[i] * sum;
  }
  return total;
}

/** Σ factors[k] matrices[k] on the union of their patterns. */
export function combination(factors: readonly number[], matrices: readonly Matrix[]): Matrix {
  const { pattern, positions } = union(matrices.map((A) => A.pattern));
  const values = new Float64Array(pattern.column.length);
  matrices.forEach((A, k) => {
    for (let j = 0; j < A.values.length; j++) values[positions[k][j]] += factors[k] * A.values[j];
  });
  return { pattern, values };
}

export function diagonalOf({ pattern, values }: Matrix): Vec {
  return Float64Array.from({ length: pattern.size }, (_, i) => {
    const at = entryAt(pattern, i, i);
    return at < 0 ? 0 : values[at];
  });
}

export function transpose({ pattern, values }: Matrix): Matrix {
  const { source, pattern: flipped } = transposed(pattern);
  return { pattern: flipped, values: Float64Array.from(source, (j) => values[j]) };
}

/** The pattern of Aᵀ; its entry k is entry source[k] of A. */
export function transposed({ size, rowStart, column }: Sparsity): { pattern: Sparsity; source: Int32Array } {
  const start = new Int32Array(size + 1);
  for (let j = 0; j < column.length; j++) start[column[j] + 1]++;
  for (let i = 0; i < size; i++) start[i + 1] += start[i];
  const next = start.slice();
  const flipped = new Int32Array(column.length);
  const source = new Int32Array(column.length);
  for (let i = 0; i < size; i++) {
    for (let j = rowStart[i]; j < rowStart[i + 1]; j++) {
      const k = next[column[j]]++;
      flipped[k] = i;
      source[k] = j;
    }
  }
  return { pattern: { size, rowStart: start, column: flipped }, source };
}

/** Has every entry its mirror image? */
export function isSymmetricPattern(pattern: Sparsity): boolean {
  return isFull(pattern) || samePattern(pattern, transposed(pattern).pattern);
}

/** The largest |a_ij − a_ji|, relative to the largest entry of the matrix, and where it is. */
export function asymmetry(A: Matrix): { readonly defect: number; readonly row: number; readonly column: number } {
  const { pattern, values } = A;
  const { size, rowStart, column } = pattern;
  let largest = 0;
  let worst = 0;
  let row = 0;
  let col = 0;
  // Columns ascend: the mirror images of row after row are met in the order in which their own rows have them.
  const next = rowStart.slice();
  for (let i = 0; i < size; i++) {
    for (let j = rowStart[i]; j < rowStart[i + 1]; j++) {
      const c = column[j];
      const end = rowStart[c + 1];
      let mirror = next[c];
      while (mirror < end && column[mirror] < i) mirror++;
      next[c] = mirror;
      largest = Math.max(largest, Math.abs(values[j]));
      const difference = Math.abs(values[j] - (mirror < end && column[mirror] === i ? values[mirror] : 0));
      if (difference > worst) {
        worst = difference;
        row = i;
        col = c;
      }
    }
  }
  return { defect: worst === 0 ? 0 : worst / largest, row, column: col };
}

/** A block of a matrix: some of its rows and columns, in the order given. It need not be square, so it is plain rows. */
export interface Block {
  readonly rows: number;
  readonly columns: number;
  readonly rowStart: Int32Array;
  readonly column: Int32Array;
  readonly values: Vec;
}

export function submatrix({ pattern, values }: Matrix, rows: ArrayLike<number>, cols: ArrayLike<number>): Block {
  const place = new Int32Array(pattern.size).fill(-1);
  for (let j = 0; j < cols.length; j++) place[cols[j]] = j;
  const rowStart = new Int32Array(rows.length + 1);
  const column: number[] = [];
  const kept: number[] = [];
  for (let i = 0; i < rows.length; i++) {
    const entries: [number, number][] = [];
    for (let j = pattern.rowStart[rows[i]]; j < pattern.rowStart[rows[i] + 1]; j++) {
      const at = place[pattern.column[j]];
      if (at >= 0) entries.push([at, values[j]]);
    }
    entries.sort((a, b) => a[0] - b[0]);
    for (const [at, value] of entries) {
      column.push(at);
      kept.push(value);
    }
    rowStart[i + 1] = column.length;
  }
  const { length } = rows;
  return {
    rows: length,
    columns: cols.length,
    rowStart,
    column: Int32Array.from(column),
    values: Float64Array.from(kept),
  };
}

/** A square block as a matrix of its own. */
export function squareBlock(A: Matrix, indices: ArrayLike<number>): Matrix {
  const { rows, rowStart, column, values } = submatrix(A, indices, indices);
  return { pattern: { size: rows, rowStart, column }, values };
}

/** out += factor B x for a block. */
export function multiplyBlockAdd(B: Block, x: Vec, factor: number, out: Vec): void {
  for (let i = 0; i < B.rows; i++) {
    let sum = 0;
    for (let j = B.rowStart[i]; j < B.rowStart[i + 1]; j++) sum += B.values[j] * x[B.column[j]];
    out[i] += factor * sum;
  }
}
