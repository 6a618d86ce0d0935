/** The motion of coordinates on parabolas by events: what the ring and the sparse form have in common. */
import type { Work } from "../../core/method.js";
import type { Vec } from "../../core/vec.js";
import { beginEpoch, EPOCH, emptyControl, fastest, sinceEpoch } from "./epoch.js";
import { type Events, eventLoop } from "./event-loop.js";
import { type Cell, type Grid, inBoxes, locate, tooFar } from "./grid.js";
import type { Motion, Start } from "./motion.js";
import type { Parabolas } from "./parabolas.js";

export interface CoordinateEvents
  extends Pick<Events, "times" | "leaves" | "happen" | "stale" | "coordinate">,
    Pick<Motion, "memory"> {
  readonly work: Work;
  /** Begins anew where the coordinates are in their boxes, at time 0: the simplex that they move into, ordered by accelerations in boxes last. */
  enter(leans: Vec | null): void;
}

export function coordinateMotion(
  { problem, v0 }: Start,
  grid: Grid,
  cell: Cell,
  parabolas: Parabolas,
  events: CoordinateEvents,
): Motion {
  const { times, leaves, happen, stale, coordinate, memory, work } = events;
  const { w, since, force } = parabolas;
  const control = emptyControl();
  const enter = (t: number, q: Vec, v: Vec, lean: Vec | null) => {
    control[EPOCH] = t;
    locate(grid, q, v, cell, lean);
    parabolas.enter(v);
    events.enter(inBoxes(cell, lean));
    beginEpoch(control);
  };
  enter(problem.t0, problem.q0, v0, null);
  return {
    memory: [control, ...memory],
    work,
    reach: 0,
    step: eventLoop({
      control,
      since,
      times,
      leaves,
      dof: grid.dof,
      happen,
      stale,
      speed: () => fastest(w, grid.dof),
      tooFar: () => tooFar(grid, cell.base),
      coordinate,
    }),
    at: (t, q, v) => parabolas.show(sinceEpoch(control, t), q, v),
    resume(t, q, v, forceNow, lean = null) {
      force.set(forceNow);
      enter(t, q, v, lean);
    },
  };
}
