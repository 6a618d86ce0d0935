/** The clock of a motion along faces. Its accelerations stay what they are until a gap closes. In a vector, which a checkpoint keeps. */
import type { Vec } from "../../core/vec.js";

/** When the present accelerations began; how long they last; the gap that closes then, −1 for none; how many gaps are held closed; and how many
 *  events in a row have taken no time. */
export const [SINCE, LASTS, GAP, HELD, IDLE] = [0, 1, 2, 3, 4];

export const emptyClock = (): Vec => new Float64Array(5);

/** A motion along faces begins at time t. */
export function beginClock(clock: Vec, t: number): void {
  clock[SINCE] = t;
  clock[GAP] = -1;
  clock[IDLE] = 0;
}

/** Time moves to where the gap closes. */
export function moveClock(clock: Vec): void {
  const end = clock[SINCE] + clock[LASTS];
  clock[IDLE] = end > clock[SINCE] ? 0 : clock[IDLE] + 1;
  clock[SINCE] = end;
}

/** When the next gap closes; `limit` if none does. */
export const nextTime = (clock: Vec, limit: number): number => (clock[GAP] < 0 ? limit : clock[SINCE] + clock[LASTS]);

/** Coordinates that meet with different speeds pass each other once: more events in no time than there are pairs of gaps are too many. */
export const isStuck = (clock: Vec, gaps: number): boolean => clock[IDLE] > gaps * gaps;
