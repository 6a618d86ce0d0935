/** Where the second derivatives of pairs go in the values of a matrix. Every particle has as many rows as there are
 *  dimensions, and they hold the same columns: the matrix is made of square blocks. */
import type { Sparsity } from "../../core/matrix.js";
import { fromTriplets } from "../../linalg/matrix.js";
import { entryAt, fullPattern } from "../../linalg/sparsity.js";
import type { PairList } from "./pair-list.js";

/** Block p of particle i begins p × dimension entries after the start of each of its rows. */
export interface BlockPlaces {
  readonly pattern: Sparsity;
  /** The block (i, i). */
  readonly own: Int32Array;
  /** The blocks (i, j) and (j, i) of pair k; null in a full matrix, where they are j and i. */
  readonly upper: Int32Array | null;
  readonly lower: Int32Array | null;
}

/** Beyond this many degrees of freedom a full Hessian is neither stored nor factored in reasonable time. */
const FULL_LIMIT = 1500;

/** All blocks; null if there are too many. */
export function fullPlaces(count: number, dimension: number): BlockPlaces | null {
  if (count * dimension > FULL_LIMIT) return null;
  return { pattern: fullPattern(count * dimension), own: ascending(count), upper: null, lower: null };
}

/** The blocks of the bonds and those on the diagonal. */
export function bondPlaces({ rowStart, partner }: PairList, dimension: number): BlockPlaces {
  const count = rowStart.length - 1;
  const rows: number[] = [];
  const columns: number[] = [];
  const block = (i: number, j: number) => {
    for (let a = 0; a < dimension * dimension; a++) {
      rows.push(i * dimension + Math.floor(a / dimension));
      columns.push(j * dimension + (a % dimension));
    }
  };
  for (let i = 0; i < count; i++) {
    block(i, i);
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
      block(i, partner[k]);
      block(partner[k], i);
    }
  }
  const { pattern } = fromTriplets(count * dimension, rows, columns, new Float64Array(rows.length));
  const place = (i: number, j: number) =>
    (entryAt(pattern, i * dimension, j * dimension) - pattern.rowStart[i * dimension]) / dimension;
  const upper = new Int32Array(partner.length);
  const lower = new Int32Array(partner.length);
  for (let i = 0; i < count; i++) {
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
      upper[k] = place(i, partner[k]);
      lower[k] = place(partner[k], i);
    }
  }
  return { pattern, own: ascending(count).map((i) => place(i, i)), upper, lower };
}

const ascending = (length: number) => Int32Array.from({ length }, (_, i) => i);
