/** Equations with s × s blocks on one pattern: how they are solved. */
import type { Failure } from "../../core/failure.js";
import type { Sparsity } from "../../core/matrix.js";
import { startingVector } from "../../core/random.js";
import { specialises } from "../../core/specialise.js";
import type { WithThreads } from "../../core/threads.js";
import type { Vec } from "../../core/vec.js";
import { bandOf } from "../../linalg/band-lu.js";
import { analyze, type Factorization } from "../../linalg/factorization.js";
import { orElse } from "../../linalg/newton-factorization.js";
import { copy } from "../../linalg/vec.js";
import { blockPattern, blockStart } from "./block-pattern.js";
import { decoupledStages, stageModes } from "./decoupled.js";

/** Beyond this many unknowns a sparse symmetric factor a block, used several times, costs less than one of the whole. */
const BLOCKWISE_FROM = 128;

/** How the stages are coupled, for those who can make use of it. */
export interface Coupling extends WithThreads {
  /** Do the blocks on the diagonal outweigh the others? */
  readonly dominant: boolean;
  /** P, where the arrangement is I ⊗ M + h² P ⊗ K or near that. */
  readonly position: readonly (readonly number[])[];
  /** The residual that a solve may leave of its right-hand side, if it is an iteration. */
  readonly tolerance: number;
}

/** Multiplications a row up to which the factor of a band takes less time than those of the modes and the iterations with them: on membranes of
 *  900 nodes with two stages, and of 400 with three, they are alike. */
const NARROW = 4096;

/** Factors the whole arrangement where it is small or has a narrow band. Elsewhere, where its blocks are symmetric, those on its diagonal if they are
 *  dominant, and those of its modes if not; the whole only if that does not lead anywhere. */
export function analyzeBlocks(
  pattern: Sparsity,
  s: number,
  symmetric: boolean,
  { dominant, position, tolerance, threads }: Coupling,
): Factorization {
  if (s === 1) return analyze(pattern, symmetric, { threads });
  const blocks = blockPattern(pattern, s);
  const whole = () => analyze(blocks, false, { threads });
  const sparse = pattern.column.length < (pattern.size * pattern.size) / 2;
  if (!(symmetric && sparse && s * pattern.size > BLOCKWISE_FROM)) return whole();
  if (bandOf(blocks, NARROW) !== null && specialises()) return whole();
  if (dominant) return orElse(blockwise(pattern, s, { threads }), whole);
  const modes = specialises() ? stageModes(position) : null;
  return modes === null ? whole() : orElse(decoupledStages(pattern, s, modes, { tolerance, threads }), whole);
}

/** A correction of this part of the solution is its rounding. */
const NEGLIGIBLE = 4 * Number.EPSILON;
/** Of what an ill-conditioned system leaves for ever, this much is accepted. */
const ACCEPTED = 1e-9;
const MAX_SWEEPS = 60;

/** Gauss–Seidel by blocks: each in turn is solved for its unknowns while the others are kept, until nothing changes. Whether that
 *  happens is tried out on every new matrix; a factor fails where it does not. */
function blockwise(pattern: Sparsity, s: number, helped: WithThreads): Factorization {
  const { size, rowStart, column } = pattern;
  const diagonal = Array.from({ length: s }, () => analyze(pattern, true, helped));
  const block = new Float64Array(column.length);
  const values = new Float64Array(s * s * column.length);
  const x = new Float64Array(s * size);
  const r = new Float64Array(size);
  const trial = startingVector(s * size);

  const startOf = (i: number, j: number, row: number) => blockStart(pattern, s, i, j, row);

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
      return diagonal.reduce((sum, { fill }) => sum + fill, 0);
    },
    factor(given) {
      values.set(given);
      for (let i = 0; i < s; i++) {
        for (let row = 0; row < size; row++) {
          const at = startOf(i, i, row) - rowStart[row];
          for (let e = rowStart[row]; e < rowStart[row + 1]; e++) block[e] = values[at + e];
        }
        const failure: Failure | null = diagonal[i].factor(block);
        if (failure !== null) return failure;
      }
      return unlessMoving(sweep(trial), 0);
    },
    solve(b, out) {
      const failure = unlessMoving(sweep(b), ACCEPTED);
      if (failure === null) copy(x, out);
      return failure;
    },
  };
}

/** Null where the last sweep changed the solution by no more than `tolerance` of it. */
const unlessMoving = (residual: number, tolerance: number): Failure | null =>
  residual <= tolerance ? null : { kind: "not-converged", residual, tolerance, iterations: MAX_SWEEPS };
