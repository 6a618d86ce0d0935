/** What all motions by events do: the earliest event is taken, time moves there, the event happens when the next one is asked for,
 *  and after every window of events it is checked that the motion makes progress. */
import type { OwnClockStepper } from "../../core/method.js";
import type { Vec } from "../../core/vec.js";
import { DUE, EPOCH, EVENTS, moveEpoch, NOW, SHOWN, slides, windowOf } from "./epoch.js";
import { earliest } from "./queue.js";

/** What became of an event: the face was passed; the potential is not finite there; the face that was crossed holds the motion. */
export type Outcome = typeof PASSED | typeof LOST | typeof HELD;
export const PASSED = 0;
export const LOST = 1;
export const HELD = 2;

export interface Events {
  readonly control: Vec;
  /** Reference times of the coordinates. */
  readonly since: Vec;
  /** The queue, and how many leaves it has. */
  readonly times: Vec;
  readonly leaves: number;
  /** How many coordinates the grid has. */
  readonly dof: number;
  /** The event happens at time t, and what comes next is predicted. */
  happen(event: number, t: number): Outcome;
  /** Was it predicted from something that has changed since? Then it is predicted again, and another may come first. */
  stale(event: number, t: number): boolean;
  /** The most cells that anything crosses in a unit of time. */
  speed(): number;
  /** The coordinate of the system that is too far out for its boxes; −1 if none is. */
  tooFar(): number;
  /** The coordinate of the system to name when something goes wrong. */
  coordinate(event: number): number;
}

export function eventLoop(events: Events): OwnClockStepper["step"] {
  const { control, since, times, leaves, dof } = events;
  const window = windowOf(dof);
  return (clock, limit) => {
    const due = control[DUE];
    if (due >= 0) {
      const outcome = events.happen(due, control[NOW]);
      if (outcome === LOST) return { kind: "not-finite", dof: events.coordinate(due), term: "potential" };
      if (outcome === HELD) return { kind: "sliding", dof: events.coordinate(due) };
      control[DUE] = -1;
      if (++control[EVENTS] >= window) {
        const stuck = slides(control, events.speed() * control[NOW], dof);
        moveEpoch(control, since, times);
        if (stuck) return { kind: "sliding", dof: events.coordinate(due) };
        const far = events.tooFar();
        if (far >= 0) return { kind: "resolution", dof: far };
      }
    }
    while (true) {
      const next = earliest(times, leaves);
      const t = times[leaves + next];
      if (t === Number.POSITIVE_INFINITY) {
        // Nothing moves, or nothing is in the way.
        clock.t = limit;
        return null;
      }
      if (t > control[NOW]) control[NOW] = t;
      if (events.stale(next, control[NOW])) continue;
      control[DUE] = next;
      clock.t = control[SHOWN] = control[EPOCH] + control[NOW];
      return null;
    }
  };
}
