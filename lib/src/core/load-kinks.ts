/** Where loads jump or have corners: times that a method with its own steps should not step across. */
import type { Problem } from "./system.js";
import type { Vec } from "./vec.js";

export function kinksOf({ system }: Problem): Vec {
  return system.load?.kinks ?? new Float64Array(0);
}

/** What t0 + n h rounds, in steps. */
export const SLACK = 1e-6;

/** The sides of a step point: the one that a step comes from and the one that it goes to. h may be negative. */
export const sidesOf = (h: number): readonly [behind: -1 | 1, ahead: -1 | 1] => (h > 0 ? [-1, 1] : [1, -1]);

/** The number of the first that is not before t, by bisection; as many as there are where all are. */
export function firstFrom(kinks: ArrayLike<number>, t: number): number {
  let low = 0;
  let high = kinks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (kinks[middle] < t) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Is there a kink at t, or no more than `reach` away? */
export function hasKinkNear(kinks: ArrayLike<number>, t: number, reach: number): boolean {
  const first = firstFrom(kinks, t - reach);
  return first < kinks.length && kinks[first] <= t + reach;
}

/** Is t, but for the rounding of t0 + n h, a kink? */
export function isKink(kinks: ArrayLike<number>, t: number, h: number): boolean {
  return hasKinkNear(kinks, t, SLACK * Math.abs(h));
}

/** The first kink after t. */
export function nextKink(kinks: Vec, t: number): number {
  let next = firstFrom(kinks, t);
  while (next < kinks.length && kinks[next] === t) next++;
  return next < kinks.length ? kinks[next] : Number.POSITIVE_INFINITY;
}
