/** What is left of a number, and of a product [dekker1971]. */

/** The upper half of the bits of a number. */
export function upper(x: f64): f64 {
  const scaled = 134217729 * x;
  return scaled - (scaled - x);
}

/** a b − product, exactly, where nothing overflows or underflows. */
export function rounding(a: f64, b: f64, product: f64): f64 {
  const a0 = upper(a);
  const a1 = a - a0;
  const b0 = upper(b);
  const b1 = b - b0;
  return a0 * b0 - product + a0 * b1 + a1 * b0 + a1 * b1;
}
