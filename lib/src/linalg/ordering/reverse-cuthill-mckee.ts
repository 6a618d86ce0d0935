/** The reverse Cuthill–McKee order [cuthill1969], which keeps the entries of a sparse symmetric matrix near its diagonal: vertices are numbered
 *  level by level from one at the end of the graph, those with few neighbours first, and backwards, which never makes the profile larger
 *  [george1981, section 4.3]. */
import type { Sparsity } from "../../core/matrix.js";

/** How wide a level may be on average, in vertices: beyond, the order would not be of use, and is not looked for. */
export interface WidthLimit {
  readonly widest: number;
}

/** The row that comes first, second, …; null where the levels are wider than the limit. The pattern must be symmetric. */
export function reverseCuthillMcKee(pattern: Sparsity, { widest }: WidthLimit): Int32Array | null {
  const { size } = pattern;
  const order = new Int32Array(size);
  const level = new Int32Array(size).fill(-1);
  // Levels of a search that is only made to find an end; the number of the search tells its levels from those of earlier ones.
  const seen = new Int32Array(size).fill(-1);
  const queue = new Int32Array(size);
  const search = { seen, queue, count: 0 };
  let numbered = 0;
  let squares = 0;
  for (let root = 0; root < size; root++) {
    if (level[root] >= 0) continue;
    const first = numbered;
    numbered = numberFrom(pattern, endOf(pattern, root, search), level, order, numbered);
    squares += widthsSquared(order, level, first, numbered);
    if (squares > widest * size) return null;
  }
  return order.reverse();
}

const degreeOf = ({ rowStart }: Sparsity, v: number) => rowStart[v + 1] - rowStart[v];

interface Search {
  readonly seen: Int32Array;
  readonly queue: Int32Array;
  count: number;
}

/** A vertex at an end of the part of the graph that `root` is in: farthest from one that is farthest …, as long as that leads farther. */
function endOf(pattern: Sparsity, root: number, search: Search): number {
  let end = root;
  let reached = -1;
  for (;;) {
    const { depth, farthest } = farthestFrom(pattern, end, search);
    if (depth <= reached) return end;
    reached = depth;
    end = farthest;
  }
}

/** How many levels there are around a vertex, and in the last the vertex with the fewest neighbours. */
function farthestFrom(pattern: Sparsity, from: number, search: Search) {
  const { rowStart, column } = pattern;
  const { seen, queue } = search;
  const mark = search.count++;
  seen[from] = mark;
  queue[0] = from;
  let end = 1;
  let depth = 0;
  let begin = 0;
  for (let next = 0; ; depth++) {
    begin = next;
    const last = end;
    for (; next < last; next++) {
      const v = queue[next];
      for (let k = rowStart[v]; k < rowStart[v + 1]; k++) {
        const w = column[k];
        if (seen[w] === mark) continue;
        seen[w] = mark;
        queue[end++] = w;
      }
    }
    if (end === last) break;
  }
  let farthest = queue[begin];
  for (let k = begin + 1; k < end; k++) {
    if (degreeOf(pattern, queue[k]) < degreeOf(pattern, farthest)) farthest = queue[k];
  }
  return { depth, farthest };
}

/** Numbers everything connected with `from`; returns how many are numbered then. */
function numberFrom(pattern: Sparsity, from: number, level: Int32Array, order: Int32Array, first: number): number {
  const { rowStart, column } = pattern;
  order[first] = from;
  level[from] = 0;
  let end = first + 1;
  for (let next = first; next < end; next++) {
    const v = order[next];
    const begin = end;
    for (let k = rowStart[v]; k < rowStart[v + 1]; k++) {
      const w = column[k];
      if (level[w] >= 0) continue;
      level[w] = level[v] + 1;
      // Into its place among those found here; where degrees are alike, the order of the rows stays.
      let at = end++;
      const degree = degreeOf(pattern, w);
      for (; at > begin && degreeOf(pattern, order[at - 1]) > degree; at--) order[at] = order[at - 1];
      order[at] = w;
    }
  }
  return end;
}

/** The sum of (vertices of a level)² over the levels of order[first … last − 1]. */
function widthsSquared(order: Int32Array, level: Int32Array, first: number, last: number): number {
  let sum = 0;
  for (let k = first, begin = first; k <= last; k++) {
    if (k < last && level[order[k]] === level[order[begin]]) continue;
    sum += (k - begin) ** 2;
    begin = k;
  }
  return sum;
}
