/** The energy of all pairs of a list under one law, with its gradient and its Hessian. Pairs are taken in batches of whole
 *  rows: distances, then the law for all of them, then the sum into the particles. */
import { specialises } from "../../core/specialise.js";
import type { Vec } from "../../core/vec.js";
import type { BlockPlaces } from "./block-places.js";
import { type Box, pairGeometry } from "./pair-geometry.js";
import type { PairList } from "./pair-list.js";
import type { PairPotential } from "./pair-potential.js";

export interface PairEnergy {
  /** sum + Σ U. */
  energy(q: Vec, sum: number): number;
  addGradient(q: Vec, out: Vec): void;
  addTangent(q: Vec, places: BlockPlaces, out: Vec): void;
}

/** Pairs in a batch: enough to be worth the calls, few enough to stay in the fastest cache. */
const BATCH = 512;

export function pairEnergy(
  dimension: number,
  listAt: (q: Vec) => PairList,
  law: PairPotential,
  box: Box | null,
): PairEnergy {
  const { distances, pull } = pairGeometry(dimension);
  const known = box === null ? law.sweeps?.[dimension] : undefined;
  const sweep = known !== undefined && specialises() ? known : undefined;
  let squares = new Float64Array(BATCH);
  let curvatures = new Float64Array(BATCH);
  const d = new Float64Array(dimension);

  /** The row after the last one that still fits into a batch; makes room for a row that alone does not. */
  const batchEnd = ({ rowStart }: PairList, from: number): number => {
    const rows = rowStart.length - 1;
    const start = rowStart[from];
    if (rowStart[rows] - start <= squares.length) return rows;
    let to = from + 1;
    while (to < rows && rowStart[to + 1] - start <= squares.length) to++;
    if (rowStart[to] - start > squares.length) {
      squares = new Float64Array(2 * (rowStart[to] - start));
      curvatures = new Float64Array(squares.length);
    }
    return to;
  };

  const distanceVector = (q: Vec, i: number, j: number): void => {
    for (let a = 0; a < dimension; a++) {
      d[a] = q[i * dimension + a] - q[j * dimension + a];
      if (box !== null) d[a] -= box.sides[a] * Math.floor(d[a] * box.inverse[a] + 0.5);
    }
  };

  return {
    energy(q, sum) {
      const list = listAt(q);
      const rows = list.rowStart.length - 1;
      for (let from = 0; from < rows; ) {
        const to = batchEnd(list, from);
        const count = distances(list, box, from, to, q, squares);
        sum = law.energy(squares, count, list.rowStart[from], sum);
        from = to;
      }
      return sum;
    },
    addGradient(q, out) {
      const list = listAt(q);
      if (sweep !== undefined) {
        sweep(list, q, out);
        return;
      }
      const rows = list.rowStart.length - 1;
      for (let from = 0; from < rows; ) {
        const to = batchEnd(list, from);
        const count = distances(list, box, from, to, q, squares);
        law.slopes(squares, count, list.rowStart[from]);
        pull(list, box, from, to, q, squares, out);
        from = to;
      }
    },
    addTangent(q, places, out) {
      const list = listAt(q);
      const { rowStart, partner } = list;
      const rows = rowStart.length - 1;
      for (let from = 0; from < rows; ) {
        const to = batchEnd(list, from);
        const first = rowStart[from];
        const count = distances(list, box, from, to, q, squares);
        law.curvatures(squares, count, first, curvatures);
        law.slopes(squares, count, first);
        for (let i = from; i < to; i++) {
          for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
            distanceVector(q, i, partner[k]);
            addBlocks(dimension, places, i, partner[k], k, squares[k - first], curvatures[k - first], d, out);
          }
        }
        from = to;
      }
    },
  };
}

/** Adds B = slope I + curvature d dᵀ to the blocks (i, i) and (j, j), and takes it from (i, j) and (j, i). */
function addBlocks(
  dimension: number,
  { pattern, own, upper, lower }: BlockPlaces,
  i: number,
  j: number,
  pair: number,
  slope: number,
  curvature: number,
  d: Vec,
  out: Vec,
): void {
  const right = (upper === null ? j : upper[pair]) * dimension;
  const left = (lower === null ? i : lower[pair]) * dimension;
  const ownI = own[i] * dimension;
  const ownJ = own[j] * dimension;
  for (let a = 0; a < dimension; a++) {
    const rowI = pattern.rowStart[i * dimension + a];
    const rowJ = pattern.rowStart[j * dimension + a];
    for (let b = 0; b < dimension; b++) {
      const entry = curvature * d[a] * d[b] + (a === b ? slope : 0);
      out[rowI + ownI + b] += entry;
      out[rowJ + ownJ + b] += entry;
      out[rowI + right + b] -= entry;
      out[rowJ + left + b] -= entry;
    }
  }
}
