/** Force-stepping that stops only where the force changes.
 *
 *  V_h of a sum is the sum of the V_h of its terms, each in its own coordinates. So two coordinates that no term reads together
 *  pass each other without a kink, and no order of all coordinates is needed: one bit a coupled pair, "is it above me?", tells
 *  every corner that a slope asks for. Each coordinate keeps one prediction, the earliest of its own events (it leaves its box,
 *  or passes one it is coupled to), valid while the count of its partner's changes is the one it was made with. The earliest
 *  prediction of all is taken; a stale one is made again. The same motion as the ring's, in O(d) instead of O(d²) events. */
import { noWork } from "../../core/method.js";
import type { LocalTerms } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { beginEpoch, EPOCH, emptyControl, fastest, sinceEpoch } from "./epoch.js";
import { eventLoop, HELD, LOST, type Outcome, PASSED } from "./event-loop.js";
import { emptyCell, type Grid, inBoxes, isAbove, leaveBox, locate, tooFar } from "./grid.js";
import { levels, localSlopes } from "./local-slopes.js";
import type { Motion, Start } from "./motion.js";
import { neighboursOf } from "./neighbourhood.js";
import { parabolas } from "./parabolas.js";
import { changedAt, emptyQueue, leavesFor } from "./queue.js";
import { firstExit, holds, mayClose, nextExit } from "./roots.js";

// What a coordinate meets: a partner, by its number in the list, or the ceiling or the floor of its box, or nothing.
const [CEILING, FLOOR, NOTHING] = [-1, -2, -3];

/** After so many changes by differences a slope is found anew. */
const RENEWED = 32;

export function sparseMotion(start: Start, grid: Grid, terms: LocalTerms): Motion {
  const { t0, q0 } = start.problem;
  const { dof: d, triangulation } = grid;
  const neighbours = neighboursOf(terms, d);
  const { begin, partner, twin } = neighbours;
  const work = noWork();
  const cell = emptyCell(d);
  const { base, side, y } = cell;
  const motion = parabolas(start, grid, cell, y);
  const { w, a, since, force } = motion;
  /** 1 where the partner is above the coordinate in whose list it stands. */
  const height = levels(partner.length);
  const { above } = height;
  const size = leavesFor(d);
  const times = emptyQueue(size);
  const meets = new Float64Array(d);
  const seen = new Float64Array(d);
  const changes = new Float64Array(d);
  const control = emptyControl();
  const { slope, mixed, ends, box } = localSlopes(terms, neighbours, grid, cell, height);

  /** The slope along the edge of every coordinate, and how often it has been changed since it was last found anew. */
  const slopes = new Float64Array(d);
  const changed = new Float64Array(d);

  const accelerate = (j: number) => {
    slopes[j] = slope(j);
    changed[j] = 0;
    push(j);
  };
  /** The slope is greater by so much. Rounding errors of such changes would add up. */
  const alter = (j: number, by: number) => {
    if (++changed[j] > RENEWED) accelerate(j);
    else {
      slopes[j] += by;
      push(j);
    }
  };
  const push = (j: number) => {
    motion.accelerate(j, slopes[j]);
    work.gradients++;
  };
  const advance = (j: number, t: number) => {
    motion.advance(j, t);
    changes[j]++;
  };

  /** The earliest event of coordinate j from time t on; `opened` is what it has just passed. */
  const predict = (j: number, t: number, opened: number) => {
    const xj = t - since[j];
    const aj = a[j];
    const wj = w[j] + xj * aj;
    const yj = y[j] + xj * (w[j] + (xj / 2) * aj);
    let target = CEILING;
    let least = opened === CEILING ? nextExit(-wj, -aj / 2) : firstExit(1 - yj, -wj, -aj / 2);
    if (opened === FLOOR || mayClose(yj, wj, aj / 2, least)) {
      const down = opened === FLOOR ? nextExit(wj, aj / 2) : firstExit(yj, wj, aj / 2);
      if (down < least) {
        least = down;
        target = FLOOR;
      }
    }
    for (let s = begin[j]; s < begin[j + 1]; s++) {
      const c = partner[s];
      const x = t - since[c];
      const sign = 2 * above[s] - 1;
      const c1 = sign * (w[c] + x * a[c] - wj);
      const c2 = (sign * (a[c] - aj)) / 2;
      let exit: number;
      if (s === opened) exit = nextExit(c1, c2);
      else {
        const c0 = sign * (y[c] + x * (w[c] + (x / 2) * a[c]) - yj);
        if (!mayClose(c0, c1, c2, least)) continue;
        exit = firstExit(c0, c1, c2);
      }
      if (exit < least) {
        least = exit;
        target = s;
      }
    }
    meets[j] = least === Number.POSITIVE_INFINITY ? NOTHING : target;
    if (target >= 0) seen[j] = changes[partner[target]];
    times[size + j] = t + least;
    changedAt(times, size, j);
  };

  /** Coordinate j leaves its box; what it has then just passed. */
  const passWall = (j: number, upwards: boolean): number => {
    const mirrored = leaveBox(triangulation, cell, j, upwards);
    box(j);
    if (mirrored) {
      motion.reflect(j, upwards);
      return upwards ? CEILING : FLOOR;
    }
    y[j] += upwards ? -1 : 1;
    // What left upwards comes in at the bottom, below all others, and the other way round.
    const others = upwards ? 1 : 0;
    for (let s = begin[j]; s < begin[j + 1]; s++) {
      above[s] = others;
      above[twin[s]] = 1 - others;
    }
    return upwards ? FLOOR : CEILING;
  };

  /** The event of coordinate j happens at time t. */
  const cross = (j: number, t: number): Outcome => {
    const target = meets[j];
    advance(j, t);
    if (target < 0) {
      const before = target === CEILING ? -a[j] : a[j];
      const opened = passWall(j, target === CEILING);
      accelerate(j);
      predict(j, t, opened);
      if (a[j] - a[j] !== 0) return LOST;
      const opens = opened === CEILING ? -1 : 1;
      return holds(before, opens * w[j], opens * a[j]) ? HELD : PASSED;
    }
    const c = partner[target];
    advance(c, t);
    const other = twin[target];
    // The gap between the upper one and the lower one, as it was; the lower one is then above.
    const sign = above[target] === 1 ? 1 : -1;
    const before = sign * (a[c] - a[j]);
    above[target] = 1 - above[target];
    above[other] = 1 - above[other];
    // Only terms that read both notice.
    const D = sign * mixed(j, target);
    alter(j, -D);
    alter(c, D);
    predict(j, t, target);
    predict(c, t, other);
    if (a[j] + a[c] - (a[j] + a[c]) !== 0) return LOST;
    return holds(before, sign * (w[j] - w[c]), sign * (a[j] - a[c])) ? HELD : PASSED;
  };

  /** Begins anew at q, v. */
  const enter = (q: Vec, v: Vec, lean: Vec | null) => {
    locate(grid, q, v, cell, lean);
    const leans = inBoxes(cell, lean);
    motion.enter(v);
    for (let j = 0; j < d; j++) box(j);
    for (let j = 0; j < d; j++) {
      for (let s = begin[j]; s < begin[j + 1]; s++) above[s] = isAbove(y, w, partner[s], j, leans) ? 1 : 0;
    }
    for (let j = 0; j < d; j++) accelerate(j);
    for (let j = 0; j < d; j++) predict(j, 0, NOTHING);
    beginEpoch(control);
  };

  control[EPOCH] = t0;
  enter(q0, start.v0, null);

  return {
    memory: [
      ...[control, base, side, ends, y, w, a, since, force, height.kept],
      ...[times, meets, seen, changes, slopes, changed, ...motion.lost],
    ],
    work,
    reach: 0,
    step: eventLoop({
      control,
      since,
      times,
      leaves: size,
      dof: d,
      happen: cross,
      stale(j, t) {
        const target = meets[j];
        if (target < 0 || changes[partner[target]] === seen[j]) return false;
        predict(j, t, NOTHING);
        return true;
      },
      speed: () => fastest(w, d),
      tooFar: () => tooFar(grid, base),
      coordinate: (j) => j,
    }),
    at: (t, q, v) => motion.show(sinceEpoch(control, t), q, v),
    resume(t, q, v, forceNow, lean = null) {
      force.set(forceNow);
      control[EPOCH] = t;
      enter(q, v, lean);
    },
  };
}
