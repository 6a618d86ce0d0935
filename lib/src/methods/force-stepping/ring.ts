/** Force-stepping on a ring.
 *
 *  Put the fractional parts y_j of all coordinates on a circle of length one, with a marker where a box begins. A simplex is
 *  nothing but the cyclic order of these d + 1 beads, its faces are the gaps between neighbours, and crossing a face is two
 *  neighbours passing each other: they swap places. Passing the marker means entering the next box. Of all accelerations
 *  only those of the two beads change, and only three gaps get new closing times, which a tree of minima keeps in order.
 *
 *  One evaluation of V (or of a few local terms) and O(log d) a crossing, for the same motion as the paper's O(d²). Times are
 *  counted from an epoch that moves along, so that late events are as exact as early ones. */
import { noWork } from "../../core/method.js";
import type { LocalTerms } from "../../core/system.js";
import { coordinateMotion } from "./coordinate-motion.js";
import { HELD, LOST, type Outcome, PASSED } from "./event-loop.js";
import { type Cell, emptyCell, type Grid, isAbove, leaveBox } from "./grid.js";
import type { Motion, Start } from "./motion.js";
import { type Parabolas, parabolas } from "./parabolas.js";
import { gapTimes } from "./ring/gap-times.js";
import { emptyRing, type Ring, setOrder } from "./ring-order.js";
import { holds } from "./roots.js";
import { type Surface, surfaceOf } from "./surface.js";

export function ringMotion(start: Start, grid: Grid, terms: LocalTerms | null): Motion {
  const { dof: d } = grid;
  const work = noWork();
  const cell = emptyCell(d);
  const ring = emptyRing(d);
  // Of every bead, the marker last: height, speed and acceleration at its own reference time.
  const y = new Float64Array(d + 1);
  const motion = parabolas(start, grid, cell, y);
  const { w, a, since, force } = motion;
  const surface = surfaceOf(start.problem.system, terms, grid, cell, ring);
  const gaps = gapTimes(ring, motion);
  const { times, leaves, schedule } = gaps;

  const accelerate = (j: number) => {
    motion.accelerate(j, surface.slope(j));
    work.gradients++;
  };
  const pass = crossings(grid, cell, ring, motion, surface, accelerate);

  return coordinateMotion(start, grid, cell, motion, {
    memory: [
      ...[cell.base, cell.side, y, w, a, since, force, ring.bead, ring.place, times],
      ...[...surface.memory, ...motion.lost],
    ],
    work,
    times,
    leaves,
    happen(s, t) {
      const outcome = pass(s, t);
      schedule(s, t);
      return outcome;
    },
    stale: () => false,
    coordinate: (s) => (ring.bead[s] === d ? ring.bead[s === d ? 0 : s + 1] : ring.bead[s]),
    enter(leans) {
      y.set(cell.y);
      setOrder(
        ring,
        Array.from({ length: d }, (_, j) => j).sort((i, j) => (isAbove(y, w, i, j, leans) ? -1 : 1)),
      );
      for (let s = 0; s <= d; s++) surface.renew(s);
      for (let j = 0; j < d; j++) accelerate(j);
      gaps.scheduleAll();
    },
  });
}

/** Crosses the face behind gap s at time t. */
function crossings(
  { triangulation, dof: marker }: Grid,
  cell: Cell,
  ring: Ring,
  motion: Parabolas,
  surface: Surface,
  accelerate: (j: number) => void,
): (s: number, t: number) => Outcome {
  const { bead, place } = ring;
  const { y, w, a, advance } = motion;

  const swap = (s: number, u: number, l: number) => {
    const other = s === marker ? 0 : s + 1;
    bead[s] = l;
    bead[other] = u;
    place[l] = s;
    place[u] = other;
  };

  /** Coordinate j passes the marker, upwards or downwards: it enters the next box. */
  const passMarker = (s: number, j: number, upwards: boolean, t: number): Outcome => {
    advance(j, t);
    const before = upwards ? -a[j] : a[j];
    if (leaveBox(triangulation, cell, j, upwards)) motion.reflect(j, upwards);
    else if (upwards) {
      y[j] -= 1;
      swap(s, marker, j);
    } else {
      y[j] += 1;
      swap(s, j, marker);
    }
    surface.renew(s);
    accelerate(j);
    if (a[j] - a[j] !== 0) return LOST;
    const opens = bead[s] === marker ? -1 : 1; // below the ceiling, or above the floor
    return holds(before, opens * w[j], opens * a[j]) ? HELD : PASSED;
  };

  return (s, t) => {
    const u = bead[s] | 0;
    const l = bead[s === marker ? 0 : s + 1] | 0;
    if (u === marker) return passMarker(s, l, true, t);
    if (l === marker) return passMarker(s, u, false, t);
    if (!surface.coupled(u, l)) {
      swap(s, u, l);
      return PASSED;
    }
    advance(u, t);
    advance(l, t);
    const before = a[u] - a[l];
    swap(s, u, l);
    surface.renew(s);
    accelerate(u);
    accelerate(l);
    if (a[u] + a[l] - (a[u] + a[l]) !== 0) return LOST;
    return holds(before, w[l] - w[u], a[l] - a[u]) ? HELD : PASSED;
  };
}
