/** What a division rounds away. An acceleration a = G/m that is rounded is that of another force, the same whenever the motion comes
 *  by: no potential belongs to it, and the energy drifts.                              [dekker1971], [knuth1997, section 4.2.2] */

/** For a = fl(G/m): G/m − a, to its own digits. */
export function quotientRest(G: number, m: number, a: number): number {
  const product = a * m;
  const split = SPLITTER * a;
  const high = split - (split - a);
  const low = a - high;
  const other = SPLITTER * m;
  const top = other - (other - m);
  const bottom = m - top;
  const lost = low * bottom - (product - high * top - low * top - high * bottom);
  return (G - product - lost) / m;
}

/** 2²⁷ + 1 cuts a number into two halves whose products are exact. */
const SPLITTER = 134217729;
