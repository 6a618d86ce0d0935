/** Where a function of time vanishes, as well as it can be known: what is rounded decides how near to a zero its sign can be trusted. */

export interface Change {
  readonly time: number;
  /** Times at which it certainly has the signs from before and after. */
  readonly before: number;
  readonly after: number;
}

/** How far from a zero the signs of a function are beyond doubt: twice as far as where they are first seen, and are still the same.
 *  `crossing`: they differ. Null: nowhere up to `most`. */
export function awayFrom(at: (t: number) => number, time: number, most: number, crossing: boolean): number | null {
  for (let away = Math.max(2 * Number.EPSILON * Math.abs(time), LEAST); away <= most; away *= 2) {
    const [before, after] = [Math.sign(at(time - away)), Math.sign(at(time + away))];
    if (before === 0 || after === 0 || (before !== after) !== crossing) continue;
    if (Math.sign(at(time - 2 * away)) === before && Math.sign(at(time + 2 * away)) === after) return 2 * away;
  }
  return null;
}

/** Beside zero, shorter than any time. */
const LEAST = 1e-100;
