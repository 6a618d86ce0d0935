/** Patterns of square matrices: the usual ones, their union, and questions about them. */
import { InputError } from "../core/failure.js";
import type { Sparsity } from "../core/matrix.js";

export function fullPattern(size: number): Sparsity {
  const rowStart = new Int32Array(size + 1);
  const column = new Int32Array(size * size);
  for (let i = 0; i < size; i++) {
    rowStart[i + 1] = (i + 1) * size;
    for (let j = 0; j < size; j++) column[i * size + j] = j;
  }
  return { size, rowStart, column };
}

export function diagonalPattern(size: number): Sparsity {
  return { size, rowStart: Int32Array.from({ length: size + 1 }, (_, i) => i), column: ascending(size) };
}

const ascending = (length: number) => Int32Array.from({ length }, (_, i) => i);

export function isFull({ size, column }: Sparsity): boolean {
  return column.length === size * size;
}

export function isDiagonal({ size, rowStart, column }: Sparsity): boolean {
  if (column.length !== size) return false;
  for (let i = 0; i < size; i++) if (rowStart[i] !== i || column[i] !== i) return false;
  return true;
}

export function samePattern(a: Sparsity, b: Sparsity): boolean {
  if (a === b) return true;
  return a.size === b.size && sameNumbers(a.rowStart, b.rowStart) && sameNumbers(a.column, b.column);
}

function sameNumbers(a: Int32Array, b: Int32Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

export interface Union {
  readonly pattern: Sparsity;
  /** Entry j of patterns[k] is entry positions[k][j] of the union. */
  readonly positions: readonly Int32Array[];
}

/** The smallest pattern that holds all the given ones. */
export function union(patterns: readonly Sparsity[]): Union {
  const size = patterns[0].size;
  const odd = patterns.findIndex((p) => p.size !== size);
  if (odd >= 0) {
    throw new InputError(
      `patterns of ${size} and ${patterns[odd].size} rows have no union: matrices of one size are needed`,
    );
  }
  const full = patterns.find(isFull);
  const pattern = full ?? patterns.reduce((a, b) => (samePattern(a, b) ? a : merged(a, b)));
  return { pattern, positions: patterns.map((p) => positionsIn(pattern, p)) };
}

function merged(a: Sparsity, b: Sparsity): Sparsity {
  const size = a.size;
  const rowStart = new Int32Array(size + 1);
  const column = new Int32Array(a.column.length + b.column.length);
  let end = 0;
  for (let i = 0; i < size; i++) {
    let j = a.rowStart[i];
    let k = b.rowStart[i];
    while (j < a.rowStart[i + 1] || k < b.rowStart[i + 1]) {
      const left = j < a.rowStart[i + 1] ? a.column[j] : size;
      const right = k < b.rowStart[i + 1] ? b.column[k] : size;
      column[end++] = Math.min(left, right);
      if (left <= right) j++;
      if (right <= left) k++;
    }
    rowStart[i + 1] = end;
  }
  return { size, rowStart, column: column.slice(0, end) };
}

/** Where the entries of `part` sit in `whole`, which has them all. */
function positionsIn(whole: Sparsity, part: Sparsity): Int32Array {
  if (samePattern(whole, part)) return ascending(part.column.length);
  const positions = new Int32Array(part.column.length);
  for (let i = 0; i < part.size; i++) {
    let at = whole.rowStart[i];
    for (let j = part.rowStart[i]; j < part.rowStart[i + 1]; j++) {
      while (whole.column[at] < part.column[j]) at++;
      positions[j] = at;
    }
  }
  return positions;
}

/** The index of entry (row, column), −1 where the pattern has none. */
export function entryAt({ rowStart, column }: Sparsity, row: number, col: number): number {
  let low = rowStart[row];
  let high = rowStart[row + 1] - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (column[middle] === col) return middle;
    if (column[middle] < col) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Refuses what is not a pattern: rows that do not follow one another, columns out of range, unsorted or twice. */
export function checkPattern({ size, rowStart, column }: Sparsity): void {
  if (rowStart.length !== size + 1 || rowStart[0] !== 0 || rowStart[size] !== column.length) {
    throw new InputError(
      `the row starts of a pattern of ${size} rows are ${size + 1} numbers from 0 to the number of entries, ${column.length}; ` +
        `found ${rowStart.length} from ${rowStart[0]} to ${rowStart[rowStart.length - 1]}`,
    );
  }
  for (let i = 0; i < size; i++) {
    if (rowStart[i + 1] < rowStart[i]) throw new InputError("its row starts must ascend", { row: i });
    for (let j = rowStart[i]; j < rowStart[i + 1]; j++) {
      if (column[j] < 0 || column[j] >= size) {
        throw new InputError(`column ${column[j]} is outside 0 … ${size - 1}`, { row: i });
      }
      if (j > rowStart[i] && column[j] <= column[j - 1]) {
        const how = column[j] === column[j - 1] ? `column ${column[j]} occurs twice` : "its columns are not ascending";
        throw new InputError(`${how}; give every column once, in ascending order`, { row: i });
      }
    }
  }
}
