/** Square arrangements of s × s blocks on one pattern: where their entries are. */
import type { Sparsity } from "../../core/matrix.js";

export function blockPattern({ size, rowStart, column }: Sparsity, s: number): Sparsity {
  const entries = column.length;
  const blocks = {
    size: s * size,
    rowStart: new Int32Array(s * size + 1),
    column: new Int32Array(s * s * entries),
  };
  for (let i = 0; i < s; i++) {
    for (let r = 0; r < size; r++) blocks.rowStart[i * size + r] = s * (i * entries + rowStart[r]);
    for (let j = 0; j < s; j++) placeBlock({ size, rowStart, column }, s, i, j, blocks.column, column, j * size);
  }
  blocks.rowStart[s * size] = s * s * entries;
  return blocks;
}

/** Writes block (i, j): numbers for the entries of the pattern, each with something added. */
export function placeBlock<T extends Float64Array | Int32Array>(
  { size, rowStart, column }: Sparsity,
  s: number,
  i: number,
  j: number,
  out: T,
  entries: T,
  added = 0,
): void {
  for (let r = 0; r < size; r++) {
    const length = rowStart[r + 1] - rowStart[r];
    const at = blockStart({ size, rowStart, column }, s, i, j, r);
    for (let k = 0; k < length; k++) out[at + k] = entries[rowStart[r] + k] + added;
  }
}

/** The entries of block (i, j) that row `row` of the pattern has start here. */
export function blockStart({ rowStart, column }: Sparsity, s: number, i: number, j: number, row: number): number {
  return s * (i * column.length + rowStart[row]) + j * (rowStart[row + 1] - rowStart[row]);
}
