import type { Vec } from "../../core/vec.js";
import type { BlockPlaces } from "./block-places.js";

/** Adds a square block to (i, i) and (j, j), and takes it from (i, j) and (j, i). */
export function addBlock(
  dimension: number,
  { pattern, own, upper, lower }: BlockPlaces,
  i: number,
  j: number,
  pair: number,
  block: Vec,
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
      const entry = block[a * dimension + b];
      out[rowI + ownI + b] += entry;
      out[rowJ + ownJ + b] += entry;
      out[rowI + right + b] -= entry;
      out[rowJ + left + b] -= entry;
    }
  }
}
