/** What all motions by events do: the earliest event is taken, time moves there, the event happens when the next one is asked for,
 *  and now and then somebody looks whether all this leads anywhere. */
import type { OwnClockStepper } from "../../core/method.js";
import type { Vec } from "../../core/vec.js";
import { DUE, EPOCH, EVENTS, moveEpoch, NOW, SHOWN, slides, windowOf } from "./epoch.js";
import { earliest } from "./queue.js";

export interface Events {
  readonly control: Vec;
  /** Reference times of the coordinates. */
  readonly since: Vec;
  /** The queue, and how many leaves it has. */
  readonly times: Vec;
  readonly leaves: number;
  /** How many coordinates the grid has. */
  readonly dof: number;
  /** The event happens at time t, and what comes next is predicted; false if the potential is not finite there. */
  happen(event: number, t: number): boolean;
  /** Was it predicted from something that has changed since? Then it is predicted again, and another may come first. */
  stale(event: number, t: number): boolean;
  /** The most cells that anything crosses in a unit of time. */
  speed(): number;
  /** The coordinate of the system to name when something goes wrong. */
  coordinate(event: number): number;
}

export function eventLoop(events: Events): OwnClockStepper["step"] {
  const { control, since, times, leaves, dof } = events;
  const window = windowOf(dof);
  return (clock, limit) => {
    const due = control[DUE];
    if (due >= 0) {
      const full = control[EVENTS] + 1 >= window;
      if (full && slides(control, events.speed() * control[NOW], dof)) {
        return { kind: "sliding", dof: events.coordinate(due) };
      }
      if (!events.happen(due, control[NOW])) {
        return { kind: "not-finite", dof: events.coordinate(due), term: "potential" };
      }
      control[DUE] = -1;
      if (full) moveEpoch(control, since, times);
      else control[EVENTS]++;
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
