/** How several threads share the solves with a large factor. The tree of supernodes is cut into branches, subtrees that have
 *  nothing to do with one another, and the trunk that is left: branches are taken by the next free thread, the panels of the trunk
 *  by all together. What a branch sends to the rows above it, those below its topmost pivots, is kept apart and added in
 *  the order of the branches, so that the digits depend on the cut and not on the threads. */
import type { Fronts } from "./fronts.js";
import { panelSize } from "./kernels.js";

export interface Branches {
  /** The supernodes in the order of a solve: branch after branch, then the trunk. */
  readonly sequence: Int32Array;
  /** Branch k has the places start[k] … start[k + 1] − 1 of the sequence; the trunk follows the last. */
  readonly start: Int32Array;
  /** Rows above branch k: above[aboveStart[k]] …. What goes there is kept behind the vector, at size + 1 + the same index. */
  readonly aboveStart: Int32Array;
  readonly above: Int32Array;
}

/** A branch holds at most this part of the factor. */
const LARGEST_BRANCH = 1 / 8;
/** Doubles of a factor below which everything is trunk. */
const WORTH_CUTTING = 2 ** 21;

export function branchesOf(plan: Fronts, worthCutting = WORTH_CUTTING): Branches {
  const { count, parent, rowStart, rows, below } = plan;
  const tops = plan.stored < worthCutting ? [] : topsOf(plan);
  const inBranch = new Uint8Array(count);
  const start = [0];
  const sequence: number[] = [];
  const above: number[] = [];
  const aboveStart = [0];
  for (const { top, lowest } of tops) {
    for (let s = lowest; s <= top; s++) {
      sequence.push(s);
      inBranch[s] = 1;
    }
    start.push(sequence.length);
    if (parent[top] >= 0) for (let r = 0; r < below[top]; r++) above.push(rows[rowStart[top] + r]);
    aboveStart.push(above.length);
  }
  for (let s = 0; s < count; s++) if (inBranch[s] === 0) sequence.push(s);
  return {
    sequence: Int32Array.from(sequence),
    start: Int32Array.from(start),
    aboveStart: Int32Array.from(aboveStart),
    above: Int32Array.from(above),
  };
}

/** The topmost supernodes of the branches; in postorder, a branch is all from its lowest to its top. */
function topsOf({ count, parent, strips, pivots, stored }: Fronts): { top: number; lowest: number }[] {
  const weight = new Float64Array(count);
  const lowest = Int32Array.from({ length: count }, (_, s) => s);
  for (let s = 0; s < count; s++) {
    weight[s] += panelSize(strips[s], pivots[s]);
    if (parent[s] < 0) continue;
    weight[parent[s]] += weight[s];
    lowest[parent[s]] = Math.min(lowest[parent[s]], lowest[s]);
  }
  const small = (s: number) => weight[s] <= LARGEST_BRANCH * stored;
  const tops: { top: number; lowest: number }[] = [];
  for (let s = 0; s < count; s++) {
    if (small(s) && (parent[s] < 0 || !small(parent[s]))) tops.push({ top: s, lowest: lowest[s] });
  }
  return tops;
}

/** The row list of a supernode of branch k, in place: rows above the branch become the places where its sums are kept apart. */
export function keepApart({ size }: Fronts, { aboveStart, above }: Branches, k: number, list: Int32Array): void {
  let at = aboveStart[k];
  if (at === aboveStart[k + 1]) return;
  for (let r = 0; r < list.length; r++) {
    // Both are ascending; padding, which is `size`, comes last.
    if (list[r] < above[aboveStart[k]] || list[r] === size) continue;
    while (above[at] < list[r]) at++;
    list[r] = size + 1 + at;
  }
}
