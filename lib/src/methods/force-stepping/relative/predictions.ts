/** The next event of every term, in a queue: one of its differences leaves its box, or passes another one. */
import type { Levels } from "../local-slopes.js";
import type { Neighbours } from "../neighbourhood.js";
import { changedAt, emptyQueue, leavesFor } from "../queue.js";
import type { RelativeTerms } from "../relative-terms.js";
import { exitBefore } from "../roots.js";
import type { Sight } from "./sight.js";
import type { Users } from "./users.js";

/** What happens to a term: its difference j passes another one, number s in the list of partners, and this is s; or it passes the
 *  ceiling or the floor of its box. */
export const ceilingOf = (j: number): number => -1 - 2 * j;
export const floorOf = (j: number): number => -2 - 2 * j;
export const isCeiling = (event: number): boolean => (-1 - event) % 2 === 0;
/** The difference that passes a wall. */
export const differenceAt = (event: number): number => (-1 - event - (isCeiling(event) ? 0 : 1)) / 2;
export const NOTHING = Number.NaN;

export function predictions(
  { terms }: RelativeTerms,
  { begin, partner }: Neighbours,
  { above }: Levels,
  { y, w, c, look }: Sight,
  users: Users,
) {
  const { count, start } = terms;
  const leaves = leavesFor(count);
  const times = emptyQueue(leaves);
  const meets = new Float64Array(count);
  // Scratch: in which round a term had its last prediction.
  const seen = new Int32Array(count);
  const round = new Int32Array(1);

  /** The next event of term e from time t on; `opened` is what it has just passed. */
  const predict = (e: number, t: number, opened: number) => {
    let least = Number.POSITIVE_INFINITY;
    let event = NOTHING;
    for (let j = start[e]; j < start[e + 1]; j++) look(j, t);
    for (let j = start[e]; j < start[e + 1]; j++) {
      const up = exitBefore(least, ceilingOf(j) === opened, 1 - y[j], -w[j], -c[j]);
      if (up < least) {
        least = up;
        event = ceilingOf(j);
      }
      const down = exitBefore(least, floorOf(j) === opened, y[j], w[j], c[j]);
      if (down < least) {
        least = down;
        event = floorOf(j);
      }
      for (let s = begin[j]; s < begin[j + 1]; s++) {
        const i = partner[s];
        if (i < j) continue;
        const sign = 2 * above[s] - 1;
        const meeting = exitBefore(
          least,
          s === opened,
          sign * (y[i] - y[j]),
          sign * (w[i] - w[j]),
          sign * (c[i] - c[j]),
        );
        if (meeting < least) {
          least = meeting;
          event = s;
        }
      }
    }
    meets[e] = event;
    times[leaves + e] = t + least;
    changedAt(times, leaves, e);
  };

  return {
    times,
    leaves,
    meets,
    predict,
    /** A round of predictions begins in which term e needs no other. */
    beginRound(e: number): void {
      round[0]++;
      seen[e] = round[0];
    },
    /** Of all terms that read coordinate p, but those already seen in this round. */
    predictAround(p: number, t: number): void {
      if (p < 0) return;
      for (let i = users.first[p]; i < users.first[p + 1]; i++) {
        const e = users.term[i];
        if (seen[e] === round[0]) continue;
        seen[e] = round[0];
        predict(e, t, NOTHING);
      }
    },
  };
}
