/** The pairs within reach of one another, from a division of space into cells [allen2017, ch. 5]. The list holds a little
 *  more than the cutoff asks for and is made anew when some particle has gone half of that surplus. Rows are sorted and
 *  pairs beyond the cutoff contribute nothing, so that no result depends on when the list was made. */
import { minOf, type Vec } from "../../core/vec.js";
import { cells } from "./cells.js";
import type { Box } from "./pair-geometry.js";
import type { PairList } from "./pair-list.js";

export interface NeighbourOptions {
  readonly count: number;
  readonly dimension: number;
  readonly cutoff: number;
  readonly box: Box | null;
}

/** How far beyond the cutoff the list reaches, relative to it. */
const SURPLUS = 0.12;

/** The list for the positions q; the same arrays in every call, longer ones when they no longer hold the pairs. */
export function neighbours({ count, dimension, cutoff, box }: NeighbourOptions): (q: Vec) => PairList {
  const widest = box === null ? Infinity : minOf(box.sides) / 2;
  const surplus = Math.min(SURPLUS * cutoff, widest - cutoff);
  const grid = cells(count, dimension, cutoff + surplus, box);
  const madeAt = new Float64Array(count * dimension).fill(Number.NaN);
  const rowStart = new Int32Array(count + 1);
  let list: PairList = { rowStart, partner: new Int32Array(16 * count) };

  const rebuild = (q: Vec): void => {
    madeAt.set(q);
    grid.fill(q);
    let { partner } = list;
    let end = 0;
    for (let i = 0; i < count; i++) {
      rowStart[i] = end;
      if (end + count > partner.length) {
        const longer = new Int32Array(2 * partner.length + count);
        longer.set(partner);
        partner = longer;
      }
      end = grid.after(i, partner, end);
      sortAscending(partner, rowStart[i], end);
    }
    rowStart[count] = end;
    if (partner !== list.partner) list = { rowStart, partner };
  };

  const limit = (surplus * surplus) / 4;
  return (q) => {
    if (!nobodyMoved(q, madeAt, dimension, limit)) rebuild(q);
    return list;
  };
}

function nobodyMoved(q: Vec, madeAt: Vec, dimension: number, limit: number): boolean {
  for (let i = 0; i < q.length; i += dimension) {
    let square = 0;
    for (let a = i; a < i + dimension; a++) square += (q[a] - madeAt[a]) * (q[a] - madeAt[a]);
    // Written so that NaN counts as moved.
    if (!(square < limit)) return false;
  }
  return true;
}

/** Insertion: a row holds a few dozen, nearly sorted. */
function sortAscending(numbers: Int32Array, from: number, to: number): void {
  for (let i = from + 1; i < to; i++) {
    const value = numbers[i];
    let k = i - 1;
    for (; k >= from && numbers[k] > value; k--) numbers[k + 1] = numbers[k];
    numbers[k + 1] = value;
  }
}
