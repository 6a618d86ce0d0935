/** The value below which a part p (0 to 1) of the values lies, linear between neighbours in their order: the median at ½. Infinite values count as what they are,
 *  larger or smaller than all others; NaN where there is no value. */
export function percentile(values: ArrayLike<number>, p: number): number {
  const sorted = Float64Array.from(values)
    .filter((x) => !Number.isNaN(x))
    .sort();
  if (sorted.length === 0) return Number.NaN;
  const place = p * (sorted.length - 1);
  const below = Math.floor(place);
  const part = place - below;
  // Not from a difference: ∞ − ∞ would be none.
  return part === 0 || sorted[below] === sorted[below + 1]
    ? sorted[below]
    : (1 - part) * sorted[below] + part * sorted[below + 1];
}

/** One standard deviation of a normal distribution below and above its middle. */
export const BELOW = 0.16;
export const ABOVE = 0.84;
