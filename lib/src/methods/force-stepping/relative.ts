/** Force-stepping with every term interpolated in its own relative coordinates.
 *
 *      V_h(q) = Σ_e (U_e)_h(q_i − q_j)          (U)_h on a grid of differences, the same for all pairs
 *
 *  Still continuous and linear in pieces, so that energy, symplectic form and reversal are exact; and invariant under translations,
 *  whatever the grid: linear momentum is kept in plain coordinates of particles, and a body that flies meets no face at all.
 *
 *  Faces belong to a term: one of its differences leaves its box, or two of them pass each other. That changes the force between
 *  two particles, hence their accelerations and the next event of every term that they are in: O(terms of a particle) a
 *  crossing, against one or two coordinates in sparse.ts. Velocities are summed with compensation, positions are not: what was
 *  lost of one, coming back later, could carry a particle over a face on which it stands. Particles keep their own parabolas, each coordinate from its own
 *  reference time; where a difference is in its box is found from them, never carried along. */
import { noWork } from "../../core/method.js";
import type { Vec } from "../../core/vec.js";
import { addEntry, compensation } from "../../stepping/summation.js";
import { beginEpoch, EPOCH, emptyControl, fastest, sinceEpoch } from "./epoch.js";
import { eventLoop, HELD, LOST, type Outcome, PASSED } from "./event-loop.js";
import { emptyCell, FARTHEST, inBoxes, isAbove, leaveBox, locate } from "./grid.js";
import { levels, localSlopes } from "./local-slopes.js";
import type { Motion, Start } from "./motion.js";
import { neighboursOf } from "./neighbourhood.js";
import { changedAt, emptyQueue, leavesFor } from "./queue.js";
import { differencesOf, type RelativeTerms } from "./relative-terms.js";
import { exitBefore, holds } from "./roots.js";

/** What happens to a term: its difference j passes another one, number s in the list of partners, and this is s; or it passes the
 *  ceiling or the floor of its box. */
const ceilingOf = (j: number): number => -1 - 2 * j;
const floorOf = (j: number): number => -2 - 2 * j;
const NOTHING = Number.NaN;

export function relativeMotion({ problem, v0, force: force0, summation }: Start, relative: RelativeTerms): Motion {
  const { system, t0, q0 } = problem;
  const { terms, plus, minus, grid } = relative;
  const { dof: size, spacing, origin, triangulation } = grid;
  const { count, start } = terms;
  const mass = system.mass.diagonal ?? new Float64Array(system.dof);
  const neighbours = neighboursOf(terms, size);
  const { begin, partner, twin } = neighbours;
  const users = usersOf(relative, system.dof);
  const work = noWork();
  // Of every coordinate of the system: position, velocity and acceleration at its own reference time.
  const q = q0.slice();
  const v = v0.slice();
  const lostSpeed = compensation(system.dof, summation);
  const a = new Float64Array(system.dof);
  const since = new Float64Array(system.dof);
  const force = force0.slice();
  // Of every relative one: its box, the slope of V_h, and which ones are above it.
  const cell = emptyCell(size);
  const { base, side } = cell;
  const slopes = new Float64Array(size);
  const height = levels(partner.length);
  const { above } = height;
  const { slope, ends, box } = localSlopes(terms, neighbours, grid, cell, height);
  const leaves = leavesFor(count);
  const times = emptyQueue(leaves);
  const meets = new Float64Array(count);
  const control = emptyControl();
  // Scratch: heights, speeds and accelerations in cells, of the differences of one term; which ones have been predicted.
  const y = new Float64Array(size);
  const w = new Float64Array(size);
  const c = new Float64Array(size);
  const seen = new Int32Array(count);
  const round = new Int32Array(1);
  const speeds = new Float64Array(size);

  const accelerate = (p: number) => {
    let sum = force[p];
    for (let i = users.first[p]; i < users.first[p + 1]; i++) sum -= users.sign[i] * slopes[users.entry[i]];
    a[p] = sum / mass[p];
  };
  const advance = (p: number, t: number) => {
    const x = t - since[p];
    q[p] += x * (v[p] + (x / 2) * a[p]);
    addEntry(v, lostSpeed, p, x * a[p]);
    since[p] = t;
  };
  /** The slope of difference j has changed at time t, and with it the motion of both ends. */
  const push = (j: number, t: number) => {
    slopes[j] = slope(j) / (side[j] * spacing[j]);
    work.gradients++;
    advance(plus[j], t);
    accelerate(plus[j]);
    if (minus[j] < 0) return;
    advance(minus[j], t);
    accelerate(minus[j]);
  };

  /** Where the difference j is in its box at time t, how fast and in what direction. */
  const look = (j: number, t: number) => {
    const x = t - since[plus[j]];
    let position = q[plus[j]] + x * (v[plus[j]] + (x / 2) * a[plus[j]]);
    let speed = v[plus[j]] + x * a[plus[j]];
    let acceleration = a[plus[j]];
    const p = minus[j];
    if (p >= 0) {
      const s = t - since[p];
      position -= q[p] + s * (v[p] + (s / 2) * a[p]);
      speed -= v[p] + s * a[p];
      acceleration -= a[p];
    }
    const scale = side[j] / spacing[j];
    y[j] = side[j] * ((position - origin[j]) / spacing[j] - base[j]);
    w[j] = scale * speed;
    c[j] = (scale * acceleration) / 2;
  };

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
  /** Of all terms that read coordinate p, but those already seen in this round. */
  const predictAround = (p: number, t: number) => {
    if (p < 0) return;
    for (let i = users.first[p]; i < users.first[p + 1]; i++) {
      const e = users.term[i];
      if (seen[e] === round[0]) continue;
      seen[e] = round[0];
      predict(e, t, NOTHING);
    }
  };

  /** The event of term e happens at time t. */
  const cross = (e: number, t: number): Outcome => {
    const event = meets[e];
    round[0]++;
    seen[e] = round[0];
    if (event >= 0) {
      const other = twin[event];
      above[event] = 1 - above[event];
      above[other] = 1 - above[other];
      const j = partner[other];
      const i = partner[event];
      // The gap between the upper one and the lower one, as it was; the lower one is then above.
      const sign = above[event] === 1 ? -1 : 1;
      look(j, t);
      look(i, t);
      const before = sign * (c[i] - c[j]);
      push(j, t);
      push(i, t);
      predict(e, t, event);
      predictAround(plus[j], t);
      predictAround(minus[j], t);
      predictAround(plus[i], t);
      predictAround(minus[i], t);
      if (a[plus[j]] + a[plus[i]] - (a[plus[j]] + a[plus[i]]) !== 0) return LOST;
      look(j, t);
      look(i, t);
      return holds(2 * before, sign * (w[j] - w[i]), 2 * sign * (c[j] - c[i])) ? HELD : PASSED;
    }
    const upwards = (-1 - event) % 2 === 0;
    const j = (-1 - event - (upwards ? 0 : 1)) / 2;
    look(j, t);
    const before = upwards ? -c[j] : c[j];
    const mirrored = leaveBox(triangulation, cell, j, upwards);
    box(j);
    // What left upwards comes in at the bottom, below all others, and the other way round.
    for (let s = begin[j]; !mirrored && s < begin[j + 1]; s++) {
      above[s] = upwards ? 1 : 0;
      above[twin[s]] = upwards ? 0 : 1;
    }
    push(j, t);
    predict(e, t, upwards === mirrored ? ceilingOf(j) : floorOf(j));
    predictAround(plus[j], t);
    predictAround(minus[j], t);
    if (a[plus[j]] - a[plus[j]] !== 0) return LOST;
    look(j, t);
    const opens = upwards === mirrored ? -1 : 1; // below the ceiling, or above the floor
    return holds(2 * before, opens * w[j], 2 * opens * c[j]) ? HELD : PASSED;
  };

  /** Begins anew with the present q, v; `lean` is of differences. */
  const enter = (lean: Vec | null) => {
    differencesOf(relative, q, y);
    differencesOf(relative, v, speeds);
    locate(grid, y.slice(), speeds, cell, lean);
    const leans = inBoxes(cell, lean);
    for (let j = 0; j < size; j++) {
      box(j);
      w[j] = (side[j] * speeds[j]) / spacing[j];
    }
    for (let j = 0; j < size; j++) {
      for (let s = begin[j]; s < begin[j + 1]; s++) above[s] = isAbove(cell.y, w, partner[s], j, leans) ? 1 : 0;
    }
    since.fill(0);
    for (let j = 0; j < size; j++) slopes[j] = slope(j) / (side[j] * spacing[j]);
    for (let p = 0; p < system.dof; p++) accelerate(p);
    for (let e = 0; e < count; e++) predict(e, 0, NOTHING);
    beginEpoch(control);
  };

  control[EPOCH] = t0;
  enter(null);

  return {
    memory: [
      ...[control, q, v, a, since, force, base, side, ends, slopes, height.kept, times, meets],
      ...(lostSpeed === null ? [] : [lostSpeed]),
    ],
    work,
    reach: 0,
    step: eventLoop({
      control,
      since,
      times,
      leaves,
      dof: size,
      happen: cross,
      stale: () => false,
      speed() {
        differencesOf(relative, v, speeds);
        for (let j = 0; j < size; j++) speeds[j] /= spacing[j];
        return fastest(speeds, size);
      },
      // Differences are small, but of positions that may not be.
      tooFar: () => plus.find((p, j) => !(Math.abs(q[p]) / spacing[j] < FARTHEST)) ?? -1,
      coordinate: (e) => plus[start[e]],
    }),
    at(t, qOut, vOut) {
      const now = sinceEpoch(control, t);
      for (let p = 0; p < system.dof; p++) {
        const x = now - since[p];
        qOut[p] = q[p] + x * (v[p] + (x / 2) * a[p]);
        vOut[p] = v[p] + x * a[p];
      }
    },
    resume(t, qNow, vNow, forceNow, lean = null) {
      q.set(qNow);
      v.set(vNow);
      force.set(forceNow);
      lostSpeed?.fill(0);
      control[EPOCH] = t;
      enter(lean);
    },
  };
}

/** Who reads coordinate p: the differences entry[first[p]] … entry[first[p + 1] − 1], with its sign in them and their terms. */
function usersOf({ plus, minus, termOf }: RelativeTerms, dof: number) {
  const lists: { j: number; sign: number }[][] = Array.from({ length: dof }, () => []);
  plus.forEach((p, j) => {
    lists[p].push({ j, sign: 1 });
    if (minus[j] >= 0) lists[minus[j]].push({ j, sign: -1 });
  });
  const all = lists.flat();
  const first = new Int32Array(dof + 1);
  lists.forEach((list, p) => {
    first[p + 1] = first[p] + list.length;
  });
  return {
    first,
    entry: Int32Array.from(all, ({ j }) => j),
    sign: Float64Array.from(all, ({ sign }) => sign),
    term: Int32Array.from(all, ({ j }) => termOf[j]),
  };
}
