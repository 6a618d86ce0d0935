/** Square arrangements of s × s blocks on one pattern: their pattern, their values, their solution. */
import type { Failure } from "../../core/failure.js";
import type { Sparsity } from "../../core/matrix.js";
import type { Vec } from "../../core/vec.js";
import { analyze, type Factorization } from "../../linalg/factorization.js";
import { copy } from "../../linalg/vec.js";

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
    const at = s * (i * column.length + rowStart[r]) + j * length;
    for (let k = 0; k < length; k++) out[at + k] = entries[rowStart[r] + k] + added;
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
/** Of what an ill-conditioned system leaves for ever, this much is accepted. */
const ACCEPTED = 1e-9;
const MAX_SWEEPS = 60;

/** Gauss–Seidel by blocks: each in turn is solved for its unknowns while the others are kept, until nothing changes. Whether that
 *  happens is tried out on every new matrix; where it does not, the whole arrangement is factored after all. */
function blockwise(pattern: Sparsity, s: number): Factorization {
  const { size, rowStart, column } = pattern;
  const diagonal = Array.from({ length: s }, () => analyze(pattern, true));
  const block = new Float64Array(column.length);
  const values = new Float64Array(s * s * column.length);
  const x = new Float64Array(s * size);
  const r = new Float64Array(size);
  const trial = Float64Array.from(x, (_, k) => Math.sin(1 + k * k));
  let whole: Factorization | null = null;

  /** The entries of block (i, j) that row `row` of the pattern has start here. */
  const startOf = (i: number, j: number, row: number) =>
    s * (i * column.length + rowStart[row]) + j * (rowStart[row + 1] - rowStart[row]);

  /** r −= block (i, j) x_j. */
  const subtractBlock = (i: number, j: number) => {
    for (let row = 0; row < size; row++) {
      const at = startOf(i, j, row) - rowStart[row];
      let sum = 0;
      for (let e = rowStart[row]; e < rowStart[row + 1]; e++) sum += values[at + e] * x[j * size + column[e]];
      r[row] -= sum;
    }
  };

  /** Sweeps from x = 0 until nothing changes; the last change, in parts of the solution. */
  const sweep = (b: Vec): number => {
    let last = Infinity;
    x.fill(0);
    for (let count = 0; count < MAX_SWEEPS; count++) {
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
      if (change <= NEGLIGIBLE * largest) return 0;
      last = change / largest;
    }
    return last;
  };

  return {
    get fill() {
      return whole?.fill ?? diagonal.reduce((sum, { fill }) => sum + fill, 0);
    },
    factor(given) {
      if (whole !== null) return whole.factor(given);
      values.set(given);
      for (let i = 0; i < s; i++) {
        for (let row = 0; row < size; row++) {
          const at = startOf(i, i, row) - rowStart[row];
          for (let e = rowStart[row]; e < rowStart[row + 1]; e++) block[e] = values[at + e];
        }
        const failure: Failure | null = diagonal[i].factor(block);
        if (failure !== null) return failure;
      }
      if (sweep(trial) === 0) return null;
      whole = analyze(blockPattern(pattern, s), false);
      return whole.factor(given);
    },
    solve(b, out) {
      if (whole !== null) return whole.solve(b, out);
      const residual = sweep(b);
      if (residual > ACCEPTED) return { kind: "not-converged", residual, tolerance: ACCEPTED, iterations: MAX_SWEEPS };
      copy(x, out);
      return null;
    },
  };
}
