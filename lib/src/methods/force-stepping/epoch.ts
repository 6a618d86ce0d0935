/** The clock of a motion by events. Times are counted from an epoch that moves along, so that late events are as exact as early
 *  ones; and when it moves, it is checked that the motion makes progress. In a vector, which a checkpoint keeps. */
import type { Vec } from "../../core/vec.js";

/** When the present epoch began; the time since; how many events it has seen, how many windows before it were idle; the time
 *  that was shown last; and what happens next, a number that the form of the motion understands, −1 for nothing. */
export const [EPOCH, NOW, EVENTS, IDLING, SHOWN, DUE] = [0, 1, 2, 3, 4, 5];

export const emptyControl = (): Vec => new Float64Array(6);

/** Time begins anew, now. */
export function beginEpoch(control: Vec): void {
  control[NOW] = 0;
  control[DUE] = -1;
  control[EVENTS] = 0;
  control[SHOWN] = Number.NaN;
}

/** Time t as counted from the epoch; the time shown last exactly, though t was rounded. */
export function sinceEpoch(control: Vec, t: number): number {
  return t === control[SHOWN] ? control[NOW] : t - control[EPOCH];
}

/** Several faces at one point are crossed one after another in no time, and a motion that is held by a face is seen at once (roots.ts).
 *  Crossings end when their order fits the velocities, after some d²/2 of them. A window of events in which nothing moves by this part of a
 *  cell is idle, and so many idle windows in a row are too many. */
const IDLE = 1e-12;
export const windowOf = (dof: number): number => Math.max(64, dof + 1);
const patienceOf = (dof: number): number => 2 * (dof + 1);

/** Is the motion idle, and has been for too long? `moved` is the most that anything can have moved, in cells. */
export function slides(control: Vec, moved: number, dof: number): boolean {
  control[IDLING] = moved < IDLE ? control[IDLING] + 1 : 0;
  control[EVENTS] = 0;
  return control[IDLING] > patienceOf(dof);
}

/** Moves the epoch to the present: reference times and times of events are counted from it. */
export function moveEpoch(control: Vec, since: Vec, times: Vec): void {
  const t = control[NOW];
  control[EPOCH] += t;
  control[NOW] = 0;
  for (let j = 0; j < since.length; j++) since[j] -= t;
  for (let k = 1; k < times.length; k++) times[k] -= t;
}

/** The greatest absolute value of the first `count`. */
export function fastest(speeds: Vec, count: number): number {
  let most = 0;
  for (let j = 0; j < count; j++) most = Math.max(most, Math.abs(speeds[j]));
  return most;
}
