/** The earliest of many times, in one vector: a tree of minima whose leaves, from `size` on, are the times. A change costs
 *  a walk to the root, the earliest is found by a walk down. A vector, so that it is part of what a checkpoint keeps. */
import type { Vec } from "../../core/vec.js";

/** How many leaves there are room for: a power of two. */
export function leavesFor(count: number): number {
  let size = 2;
  while (size < count) size *= 2;
  return size;
}

export const emptyQueue = (size: number): Vec => new Float64Array(2 * size).fill(Number.POSITIVE_INFINITY);

/** Restores the minima above the leaves `from` … `to`. */
export function renewed(tree: Vec, size: number, from: number, to: number): void {
  let low = (size + from) >> 1;
  let high = (size + to) >> 1;
  while (low > 0) {
    for (let k = low; k <= high; k++) {
      tree[k] = Math.min(tree[2 * k], tree[2 * k + 1]);
    }
    low >>= 1;
    high >>= 1;
  }
}

/** Restores the minima above one leaf, up to the first that stays what it was. */
export function changedAt(tree: Vec, size: number, leaf: number): void {
  for (let k = (size + leaf) >> 1; k > 0; k >>= 1) {
    const least = Math.min(tree[2 * k], tree[2 * k + 1]);
    if (tree[k] === least) return;
    tree[k] = least;
  }
}

/** The number of the leaf with the earliest time; the first of equals. */
export function earliest(tree: Vec, size: number): number {
  let k = 1;
  while (k < size) {
    k *= 2;
    if (tree[k] > tree[k + 1]) k++;
  }
  return k - size;
}
