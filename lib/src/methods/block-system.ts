/** Square arrangements of s × s blocks on one pattern: their pattern, their values, their solution. */
import type { Failure } from "../core/failure.js";
import type { Sparsity } from "../core/matrix.js";
import type { Vec } from "../core/vec.js";
import { analyze, type Factorization } from "../linalg/factorization.js";
import { copy } from "../linalg/vec.js";

export function blockPattern({ size, rowStart, column }: Sparsity, s: number): Sparsity {
  const entries = column.length;
  const blocks = {
    size: s * size,
    rowStart: new Int32Array(s * size + 1),
    column: new Int32Array(s * s * entries),
  };
  for (let i = 0; i < s; i++) {
    for (let r = 0; r < size; r++) blocks.rowStart[i * size + r] = s * (i * entries + rowStart[r]);
    for (let j = 0; j < s; j++)
      placeBlock({ size, rowStart, column }, s, i, j, blocks.column, (e) => j * size + column[e]);
  }
  blocks.rowStart[s * size] = s * s * entries;
  return blocks;
}

/** Writes block (i, j), entry e of the pattern by entry. */
export function placeBlock(
  { size, rowStart, column }: Sparsity,
  s: number,
  i: number,
  j: number,
  out: Float64Array | Int32Array,
  entry: (e: number) => number,
): void {
  for (let r = 0; r < size; r++) {
    const length = rowStart[r + 1] - rowStart[r];
    const at = s * (i * column.length + rowStart[r]) + j * length;
    for (let k = 0; k < length; k++) out[at + k] = entry(rowStart[r] + k);
  }
}

/** Beyond this many unknowns a sparse symmetric factor a block, used several times, costs less than one of the whole. */
const BLOCKWISE_FROM = 128;

/** Factors the whole arrangement; or, where it is large and the blocks on its diagonal are symmetric and dominant, those. */
export function analyzeBlocks(pattern: Sparsity, s: number, symmetric: boolean, dominant: boolean): Factorization {
  const sparse = pattern.column.length < (pattern.size * pattern.size) / 2;
  if (s > 1 && symmetric && dominant && sparse && s * pattern.size > BLOCKWISE_FROM) return blockwise(pattern, s);
  return analyze(blockPattern(pattern, s), s === 1 && symmetric);
}

/** A correction of this part of the solution is its rounding. */
const NEGLIGIBLE = 4 * Number.EPSILON;
const MAX_SWEEPS = 200;

/** Gauss–Seidel by blocks: each in turn is solved for its unknowns while the others are kept, until nothing changes. */
function blockwise(pattern: Sparsity, s: number): Factorization {
  const { size, rowStart, column } = pattern;
  const diagonal = Array.from({ length: s }, () => analyze(pattern, true));
  const block = new Float64Array(column.length);
  const x = new Float64Array(s * size);
  const r = new Float64Array(size);
  let values: Vec = block;

  /** r −= block (i, j) x_j. */
  const subtractBlock = (i: number, j: number) => {
    for (let row = 0; row < size; row++) {
      const from = rowStart[row];
      const length = rowStart[row + 1] - from;
      const at = s * (i * column.length + from) + j * length;
      let sum = 0;
      for (let k = 0; k < length; k++) sum += values[at + k] * x[j * size + column[from + k]];
      r[row] -= sum;
    }
  };
  return {
    fill: diagonal.reduce((sum, { fill }) => sum + fill, 0),
    factor(given) {
      values = given.slice();
      for (let i = 0; i < s; i++) {
        for (let row = 0; row < size; row++) {
          const from = rowStart[row];
          const length = rowStart[row + 1] - from;
          const at = s * (i * column.length + from) + i * length;
          for (let k = 0; k < length; k++) block[from + k] = values[at + k];
        }
        const failure: Failure | null = diagonal[i].factor(block);
        if (failure !== null) return failure;
      }
      return null;
    },
    solve(b, out) {
      x.fill(0);
      for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
        let change = 0;
        let largest = 0;
        for (let i = 0; i < s; i++) {
          for (let row = 0; row < size; row++) r[row] = b[i * size + row];
          for (let j = 0; j < s; j++) if (j !== i) subtractBlock(i, j);
          diagonal[i].solve(r, r);
          for (let row = 0; row < size; row++) {
            const at = i * size + row;
            change = Math.max(change, Math.abs(r[row] - x[at]));
            largest = Math.max(largest, Math.abs(r[row]));
            x[at] = r[row];
          }
        }
        // Not fulfilled where numbers are not finite: those are found where they are used.
        if (!(change > NEGLIGIBLE * largest)) break;
      }
      copy(x, out);
    },
  };
}
