/** The energy of all pairs of a list under one law, with its gradient and its Hessian, by generated loops (symbolic/pair-loop.ts), or pair by pair
 *  where the host has no compiled code: operations and sums are the same, in the same order. */
import { specialises } from "../../core/specialise.js";
import type { WithThreads } from "../../core/threads.js";
import type { Vec } from "../../core/vec.js";
import { type ListCode, type ListMemory, type PairRoutines, pairRoutines } from "../../symbolic/pair-routines.js";
import type { BlockPlaces } from "./block-places.js";
import { type Box, nearestImage } from "./box.js";
import type { ListAt } from "./neighbours.js";
import { addBlock } from "./pair-block.js";
import type { PairList } from "./pair-list.js";
import { type PairFunctions, type PairPotential, pairFunctions } from "./pair-potential.js";

export interface PairEnergy {
  /** sum + Σ U. */
  energy(q: Vec, sum: number): number;
  gradient(q: Vec, out: Vec): void;
  addTangent(q: Vec, places: BlockPlaces, out: Vec): void;
}

/** `blocks` of rows contribute to the gradient one after another, or in threads that share them. */
export interface SharedRows extends WithThreads {
  readonly blocks?: readonly number[];
  /** The code that makes the list, in the memory of the loops. */
  readonly lists?: ListCode;
}

export function pairEnergy(
  dimension: number,
  count: number,
  listAt: ListAt,
  potential: PairPotential,
  box: Box | null,
  { blocks = [0], lists, threads }: SharedRows = {},
): PairEnergy {
  const { law, cutoff, ofParticles, ofPairs } = potential;
  const compiles = specialises();
  let compiled: PairRoutines | null | undefined;
  const loops = (): PairRoutines | null => {
    if (!compiles) return null;
    // A system that is only looked at is never compiled.
    compiled ??= pairRoutines(
      { law, cutoff, dimension, sides: box?.sides ?? null, ofPoints: ofParticles.length },
      { points: count, ofPoints: ofParticles, ofPairs, blocks, threads, lists },
    );
    return compiled;
  };
  let known: PairFunctions | undefined;
  const functions = (): PairFunctions => {
    known ??= pairFunctions(potential);
    return known;
  };
  const memoryFor = (pairs: number): ListMemory | null => loops()?.listMemory(pairs) ?? null;
  const d = new Float64Array(dimension);
  const row = new Float64Array(dimension);
  const block = new Float64Array(dimension * dimension);
  const total = new Float64Array(1);

  /** The distance vector into d; returns its square. */
  const distance = (q: Vec, i: number, j: number): number => {
    let square = 0;
    for (let a = 0; a < dimension; a++) {
      const plain = q[i * dimension + a] - q[j * dimension + a];
      d[a] = box === null ? plain : nearestImage(box, plain, a);
      square += d[a] * d[a];
    }
    return square;
  };

  const share = new Float64Array(blocks.length > 1 ? count * dimension : 0);
  /** What the rows from `first` on contribute to the gradient. */
  const contribute = ({ rowStart, partner }: PairList, q: Vec, first: number, end: number, out: Vec): void => {
    const { slope } = functions();
    out.fill(0);
    for (let i = first; i < end; i++) {
      row.fill(0);
      for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
        const j = partner[k];
        const factor = slope(distance(q, i, j), i, j, k);
        for (let a = 0; a < dimension; a++) {
          const pull = factor * d[a];
          row[a] += pull;
          out[j * dimension + a] -= pull;
        }
      }
      for (let a = 0; a < dimension; a++) out[i * dimension + a] += row[a];
    }
  };

  return {
    energy(q, sum) {
      const list = listAt(q, memoryFor);
      total[0] = sum;
      if (loops()?.addEnergy(list, q, total)) return total[0];
      const { rowStart, partner } = list;
      const { energy } = functions();
      for (let i = 0; i < count; i++) {
        for (let k = rowStart[i]; k < rowStart[i + 1]; k++) sum += energy(distance(q, i, partner[k]), i, partner[k], k);
      }
      return sum;
    },
    gradient(q, out) {
      const list = listAt(q, memoryFor);
      if (loops()?.gradient(list, q, out)) return;
      contribute(list, q, 0, blocks[1] ?? count, out);
      for (let b = 1; b < blocks.length; b++) {
        contribute(list, q, blocks[b], blocks[b + 1] ?? count, share);
        for (let i = blocks[b] * dimension; i < out.length; i++) out[i] += share[i];
      }
    },
    addTangent(q, places, out) {
      const list = listAt(q, memoryFor);
      const { rowStart, partner } = list;
      const found = loops()?.derivatives(list, q) ?? null;
      for (let i = 0; i < count; i++) {
        for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
          const j = partner[k];
          const square = distance(q, i, j);
          const slope = found === null ? functions().slope(square, i, j, k) : found[2 * k];
          const curvature = found === null ? functions().curvature(square, i, j, k) : found[2 * k + 1];
          for (let a = 0; a < dimension; a++) {
            for (let b = 0; b < dimension; b++)
              block[a * dimension + b] = curvature * d[a] * d[b] + (a === b ? slope : 0);
          }
          addBlock(dimension, places, i, j, k, block, out);
        }
      }
    },
  };
}
