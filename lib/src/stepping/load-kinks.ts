/** Where loads jump or have corners: times that a method with its own steps should not step across. */
import type { Problem } from "../core/system.js";
import type { Vec } from "../core/vec.js";

export function kinksOf({ system }: Problem): Vec {
  return (system.load !== null && "kinks" in system.load && (system.load.kinks as Vec | null)) || new Float64Array(0);
}

/** Is t, but for the rounding of t0 + n h, a kink? */
export function isKink(kinks: Vec, t: number, h: number): boolean {
  const slack = 1e-6 * Math.abs(h);
  let low = 0;
  let high = kinks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (kinks[middle] < t - slack) low = middle + 1;
    else high = middle;
  }
  return low < kinks.length && kinks[low] <= t + slack;
}

/** The first kink after t, by bisection. */
export function nextKink(kinks: Vec, t: number): number {
  let low = 0;
  let high = kinks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (kinks[middle] > t) high = middle;
    else low = middle + 1;
  }
  return low < kinks.length ? kinks[low] : Number.POSITIVE_INFINITY;
}
