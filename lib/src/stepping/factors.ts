/** Products with a number that is the same in every step, such as h.
 *
 *  It is often a short fraction, and then its products are rounded as those of the fraction are, which a double is not: fl(0.1 w) is the double nearest to
 *  w/10 more often than to the double 0.1 times w. The error has a mean, up to a tenth of an ulp; inside a step, where nothing carries it, it is along v for
 *  h v and along a for h a, and changes the momentum of a motion that always turns one way, and the energy.
 *
 *  So the number is taken as the sum of its first 26 binary places and the others. high · w has 26 places more than a double, and while w changes by 2²⁶ ulps,
 *  a part of 10⁻⁸ of itself, these take all values, each once: their rounding has the mean 0. So has that of the sum with low · w, whose fraction of an ulp
 *  meanwhile grows evenly. What is the same in every step and rounded itself, h c_i for instance, is in low as well. */
import type { Pair } from "./stages/fixed-point.js";
import { lostOfProduct, upperHalf } from "./summation.js";

export interface Factor {
  readonly high: number;
  readonly low: number;
}

export function factorOf({ value, rest }: Pair<number>): Factor {
  const high = upperHalf(value);
  return high - high === 0 ? { high, low: value - high + rest } : { high: value, low: rest };
}

/** Of a row of coefficients. */
export const factorsOf = ({ value, rest }: Pair<readonly number[]>): Factor[] =>
  value.map((x, i) => factorOf({ value: x, rest: rest[i] }));

/** The factor times w, with a rounding error that has the mean 0. */
export function product({ high, low }: Factor, w: number): number {
  return high * w + low * w;
}

export const exactly = (value: number): Pair<number> => ({ value, rest: 0 });

/** x y to some 100 binary places. */
export function productOf(x: Pair<number>, y: Pair<number>): Pair<number> {
  const value = x.value * y.value;
  const rest = lostOfProduct(value, x.value, upperHalf(x.value), y.value) + (x.value * y.rest + x.rest * y.value);
  return { value, rest };
}

/** x/n for a whole number n of few places. */
export function quotientOf(x: number, n: number): Pair<number> {
  const value = x / n;
  const high = upperHalf(value);
  return { value, rest: (x - n * high - n * (value - high)) / n };
}
