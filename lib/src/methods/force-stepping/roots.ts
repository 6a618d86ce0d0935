/** When does a gap c₀ + c₁ τ + c₂ τ², not negative now, close? Without cancellation and without tolerances. */

/** The first τ ≥ 0; Infinity if it never does. A gap that is negative by rounding is closed now. */
export function firstExit(c0: number, c1: number, c2: number): number {
  const gap = Math.max(c0, 0);
  const square = c1 * c1 - 4 * gap * c2;
  if (c1 < 0) return square < 0 ? Number.POSITIVE_INFINITY : (2 * gap) / (Math.sqrt(square) - c1);
  return c2 < 0 ? (c1 + Math.sqrt(square)) / (-2 * c2) : Number.POSITIVE_INFINITY;
}

/** The same of a gap that has just opened: its root τ = 0 is known and divided out. */
export function nextExit(c1: number, c2: number): number {
  if (!(c2 < 0)) return Number.POSITIVE_INFINITY;
  return c1 > 0 ? -c1 / c2 : 0;
}

/** Can the gap close before `limit`? Most cannot, and no root is needed to see that: c₀ + limit (min(c₁, 0) + limit min(c₂, 0)) > 0. Twice
 *  that is computed, since c − |c| = 2 min(c, 0) has no branch, and signs are as good as random here. */
export function mayClose(c0: number, c1: number, c2: number, limit: number): boolean {
  return !(2 * c0 + limit * (c1 - Math.abs(c1) + limit * (c2 - Math.abs(c2))) > 0);
}

/** When a gap closes, if that can be before `limit`; `opened` if it is the one that has just opened. */
export function exitBefore(limit: number, opened: boolean, c0: number, c1: number, c2: number): number {
  if (opened) return nextExit(c1, c2);
  return mayClose(c0, c1, c2, limit) ? firstExit(c0, c1, c2) : Number.POSITIVE_INFINITY;
}

/** A gap that opens by less than heights can be told apart is one that does not open. */
export const UNSEEN = 2 ** -53;

/** Does the face hold the motion? Forces on both sides push towards it, `before` and `after` being the accelerations with which the gap
 *  opens on either, and it opens, with speed c₁, by c₁²/(−2 after) at most. */
export function holds(before: number, c1: number, after: number): boolean {
  return before < 0 && after < 0 && (c1 <= 0 || c1 * c1 <= -2 * UNSEEN * after);
}
