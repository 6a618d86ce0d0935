/** A vector of doubles. Everything that evolves in time lives in vectors allocated once and written in place. */
export type Vec = Float64Array;

/** The largest of any number of values, or `least` if none is larger. `Math.max(...values)` puts all of them on the stack, which ends at
 *  some hundred thousand. NaN if one is among them. */
export function maxOf(values: Iterable<number>, least = Number.NEGATIVE_INFINITY): number {
  let most = least;
  for (const value of values) most = Math.max(most, value);
  return most;
}

/** The smallest of any number of values; NaN if one is among them. */
export function minOf(values: Iterable<number>): number {
  let least = Number.POSITIVE_INFINITY;
  for (const value of values) least = Math.min(least, value);
  return least;
}
