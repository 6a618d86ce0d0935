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
import type { Vec } from "../../core/vec.js";
import { beginEpoch, EPOCH, emptyControl, fastest, sinceEpoch } from "./epoch.js";
import { eventLoop, HELD, LOST, type Outcome, PASSED } from "./event-loop.js";
import { emptyCell, type Grid, inBoxes, isAbove, leaveBox, locate, tooFar } from "./grid.js";
import type { Motion, Start } from "./motion.js";
import { parabolas } from "./parabolas.js";
import { emptyQueue, leavesFor, renewed } from "./queue.js";
import { firstExit, holds, nextExit } from "./roots.js";
import { localSurface, wholeSurface } from "./surface.js";

export function ringMotion(start: Start, grid: Grid, terms: LocalTerms | null): Motion {
  const { system, t0, q0 } = start.problem;
  const { dof: d, triangulation } = grid;
  const n = d + 1;
  const marker = d;
  const work = noWork();
  const cell = emptyCell(d);
  const { base, side } = cell;
  // Of every bead, the marker last: height, speed and acceleration at its own reference time.
  const y = new Float64Array(n);
  const motion = parabolas(start, grid, cell, y);
  const { w, a, since, force, advance } = motion;
  const ring = { bead: new Float64Array(n), place: new Float64Array(n) };
  const { bead, place } = ring;
  const size = leavesFor(n);
  const times = emptyQueue(size);
  const control = emptyControl();
  const surface =
    terms === null ? wholeSurface(system.potential, grid, cell, ring) : localSurface(terms, grid, cell, ring);

  const accelerate = (j: number) => {
    motion.accelerate(j, surface.slope(j));
    work.gradients++;
  };
  const next = (s: number) => (s === d ? 0 : s + 1);

  const swap = (s: number, u: number, l: number) => {
    const other = next(s);
    bead[s] = l;
    bead[other] = u;
    place[l] = s;
    place[u] = other;
  };

  /** Coordinate j passes the marker, in gap s, upwards or downwards. */
  const passMarker = (s: number, j: number, upwards: boolean) => {
    if (leaveBox(triangulation, cell, j, upwards)) motion.reflect(j, upwards);
    else if (upwards) {
      y[j] -= 1;
      swap(s, marker, j);
    } else {
      y[j] += 1;
      swap(s, j, marker);
    }
  };

  /** The face behind gap s is crossed at time t. */
  const pass = (s: number, t: number): Outcome => {
    const u = bead[s] | 0;
    const l = bead[next(s)] | 0;
    if (u === marker || l === marker) {
      const j = u === marker ? l : u;
      advance(j, t);
      const before = u === marker ? -a[j] : a[j];
      passMarker(s, j, u === marker);
      surface.renew(s);
      accelerate(j);
      if (a[j] - a[j] !== 0) return LOST;
      const opens = bead[s] === marker ? -1 : 1; // below the ceiling, or above the floor
      return holds(before, opens * w[j], opens * a[j]) ? HELD : PASSED;
    }
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

  /** Gap s has been crossed at time t: it and its neighbours have new ends, beads i, u, l, k from above. Written out, since this is
   *  where the time goes. */
  const schedule = (s: number, t: number) => {
    const before = s === 0 ? d : s - 1;
    const after = s === d ? 0 : s + 1;
    const i = bead[before] | 0;
    const u = bead[s] | 0;
    const l = bead[after] | 0;
    const k = bead[after === d ? 0 : after + 1] | 0;
    const xu = t - since[u];
    const xl = t - since[l];
    const au = a[u];
    const al = a[l];
    const wu = w[u] + xu * au;
    const wl = w[l] + xl * al;
    times[size + s] = t + nextExit(wu - wl, (au - al) / 2);
    const xi = t - since[i];
    const ai = a[i];
    const top = y[i] + xi * (w[i] + (xi / 2) * ai) + (i === marker ? 1 : 0);
    const yu = y[u] + xu * (w[u] + (xu / 2) * au);
    times[size + before] = t + firstExit(top - yu, w[i] + xi * ai - wu, (ai - au) / 2);
    if (after !== before) {
      const xk = t - since[k];
      const ak = a[k];
      const yl = y[l] + xl * (w[l] + (xl / 2) * al) + (l === marker ? 1 : 0);
      const bottom = y[k] + xk * (w[k] + (xk / 2) * ak);
      times[size + after] = t + firstExit(yl - bottom, wl - (w[k] + xk * ak), (al - ak) / 2);
    }
    if (s > 0 && s < d) renewed(times, size, s - 1, s + 1);
    else {
      renewed(times, size, 0, Math.min(1, d));
      renewed(times, size, Math.max(0, d - 1), d);
    }
  };

  const cross = (s: number, t: number): Outcome => {
    const outcome = pass(s, t);
    schedule(s, t);
    return outcome;
  };

  /** When gap s closes, from the start. */
  const closing = (s: number) => {
    const u = bead[s] | 0;
    const l = bead[next(s)] | 0;
    const gap = y[u] + (u === marker ? 1 : 0) - y[l];
    times[size + s] = firstExit(gap, w[u] - w[l], (a[u] - a[l]) / 2);
  };

  /** Begins anew at q, v: the simplex they move into. */
  const enter = (q: Vec, v: Vec, lean: Vec | null) => {
    locate(grid, q, v, cell, lean);
    y.set(cell.y);
    motion.enter(v);
    const leans = inBoxes(cell, lean);
    const order = Array.from({ length: d }, (_, j) => j).sort((i, j) => (isAbove(y, w, i, j, leans) ? -1 : 1));
    [marker, ...order].forEach((j, s) => {
      bead[s] = j;
      place[j] = s;
    });
    for (let s = 0; s < n; s++) surface.renew(s);
    for (let j = 0; j < d; j++) accelerate(j);
    for (let s = 0; s < n; s++) closing(s);
    renewed(times, size, 0, n - 1);
    beginEpoch(control);
  };

  control[EPOCH] = t0;
  enter(q0, start.v0, null);

  return {
    memory: [control, base, side, y, w, a, since, force, bead, place, times, ...surface.memory, ...motion.lost],
    work,
    reach: 0,
    step: eventLoop({
      control,
      since,
      times,
      leaves: size,
      dof: d,
      happen: cross,
      stale: () => false,
      speed: () => fastest(w, d),
      tooFar: () => tooFar(grid, base),
      coordinate: (s) => (bead[s] === marker ? bead[next(s)] : bead[s]),
    }),
    at: (t, q, v) => motion.show(sinceEpoch(control, t), q, v),
    resume(t, q, v, forceNow, lean = null) {
      force.set(forceNow);
      control[EPOCH] = t;
      enter(q, v, lean);
    },
  };
}
