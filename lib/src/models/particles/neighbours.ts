/** The pairs within reach of one another, from a division of space into cells [allen2017, ch. 5]. The list holds a little
 *  more than the cutoff asks for and is made anew when two particles may have come nearer by that surplus. Rows are sorted and
 *  pairs beyond the cutoff contribute nothing, so that no result depends on when the list was made. */
import { specialises } from "../../core/specialise.js";
import { minOf, type Vec } from "../../core/vec.js";
import type { ListMemory } from "../../symbolic/pair-routines.js";
import type { Box } from "./box.js";
import type { PairList } from "./pair-list.js";
import { kernelSearch, plainSearch } from "./pair-search.js";

export interface NeighbourOptions {
  readonly count: number;
  readonly dimension: number;
  readonly cutoff: number;
  readonly box: Box | null;
}

/** How far beyond the cutoff the list reaches, relative to it. */
const SURPLUS = 0.16;
/** How much of the room that a box leaves beyond the cutoff: the rest is for rounding. */
const IN_BOX = 0.99;

/** The list for the positions q: another object when it is made anew. It is made in memory of loops over pairs, if they have some. */
export type ListAt = (q: Vec, memoryFor?: (pairs: number) => ListMemory | null) => PairList;

export function neighbours({ count, dimension, cutoff, box }: NeighbourOptions): ListAt {
  const widest = box === null ? Infinity : minOf(box.sides) / 2;
  const surplus = Math.min(SURPLUS * cutoff, IN_BOX * (widest - cutoff));
  const options = { count, dimension, reach: cutoff + surplus, box };
  const compiled = specialises() ? kernelSearch(options) : null;
  let plain: ((q: Vec) => PairList) | null = null;
  const madeAt = new Float64Array(count * dimension).fill(Number.NaN);
  let list: PairList | null = null;
  return (q, memoryFor = () => null) => {
    if (list === null || !areNear(q, madeAt, dimension, surplus)) {
      madeAt.set(q);
      list = compiled?.(q, memoryFor) ?? null;
      if (list === null) {
        plain ??= plainSearch(options);
        list = plain(q);
      }
    }
    return list;
  };
}

/** Are all distances what they were, to less than this? They change by at most what the two that have gone farthest have gone. */
function areNear(q: Vec, madeAt: Vec, dimension: number, surplus: number): boolean {
  let farthest = 0;
  let next = 0;
  for (let i = 0; i < q.length; i += dimension) {
    let square = 0;
    for (let a = i; a < i + dimension; a++) square += (q[a] - madeAt[a]) * (q[a] - madeAt[a]);
    if (square > next) {
      next = Math.min(square, farthest);
      farthest = Math.max(square, farthest);
    }
    // Not so for positions that are not numbers.
    else if (!(square >= 0)) return false;
  }
  return Math.sqrt(farthest) + Math.sqrt(next) < surplus;
}
