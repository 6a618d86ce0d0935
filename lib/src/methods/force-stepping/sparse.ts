/** Force-stepping that stops only where the force changes.
 *
 *  V_h of a sum is the sum of the V_h of its terms, each in its own coordinates. So two coordinates that no term reads together
 *  pass each other without a kink, and no order of all coordinates is needed: one bit a coupled pair, "is it above me?", tells
 *  every corner that a slope asks for. Each coordinate keeps one prediction, the earliest of its own events (it leaves its box,
 *  or passes one it is coupled to), valid while the count of its partner's changes is the one it was made with. The earliest
 *  prediction of all is taken; a stale one is made again. The same motion as the ring's, in O(d) instead of O(d²) events. */
import { noWork } from "../../core/method.js";
import type { LocalTerms } from "../../core/system.js";
import { coordinateMotion } from "./coordinate-motion.js";
import { HELD, LOST, type Outcome, PASSED } from "./event-loop.js";
import { emptyCell, type Grid, isAbove, leaveBox } from "./grid.js";
import { levels, localSlopes } from "./local-slopes.js";
import type { Motion, Start } from "./motion.js";
import { neighboursOf } from "./neighbourhood.js";
import { parabolas } from "./parabolas.js";
import { holds } from "./roots.js";
import { edgeSlopes } from "./sparse/edge-slopes.js";
import { CEILING, FLOOR, NOTHING, predictions } from "./sparse/predictions.js";

export function sparseMotion(start: Start, grid: Grid, terms: LocalTerms): Motion {
  const { dof: d, triangulation } = grid;
  const neighbours = neighboursOf(terms, d);
  const { begin, partner, twin } = neighbours;
  const work = noWork();
  const cell = emptyCell(d);
  const { base, side, y } = cell;
  const motion = parabolas(start, grid, cell, y);
  const { w, a, since, force } = motion;
  const height = levels(partner.length);
  const { above } = height;
  const { slope, mixed, ends, box } = localSlopes(terms, neighbours, grid, cell, height);
  const { accelerate, alter, slopes, changed } = edgeSlopes(slope, motion, work);
  const { times, leaves, meets, seen, changes, predict, stale } = predictions(neighbours, height, motion);

  const advance = (j: number, t: number) => {
    motion.advance(j, t);
    changes[j]++;
  };

  /** Coordinate j leaves its box; what it has then just passed. */
  const leave = (j: number, upwards: boolean): number => {
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

  /** Coordinate j passes the ceiling or the floor of its box at time t. */
  const passWall = (j: number, t: number, upwards: boolean): Outcome => {
    const before = upwards ? -a[j] : a[j];
    const opened = leave(j, upwards);
    accelerate(j);
    predict(j, t, opened);
    if (a[j] - a[j] !== 0) return LOST;
    const opens = opened === CEILING ? -1 : 1;
    return holds(before, opens * w[j], opens * a[j]) ? HELD : PASSED;
  };

  /** The event of coordinate j at time t: it passes partner number s of its list, or a wall. */
  const cross = (j: number, t: number): Outcome => {
    const s = meets[j];
    advance(j, t);
    if (s < 0) return passWall(j, t, s === CEILING);
    const c = partner[s];
    advance(c, t);
    const other = twin[s];
    // The gap between the upper one and the lower one, as it was; the lower one is then above.
    const sign = above[s] === 1 ? 1 : -1;
    const before = sign * (a[c] - a[j]);
    above[s] = 1 - above[s];
    above[other] = 1 - above[other];
    // Only terms that read both notice.
    const D = sign * mixed(j, s);
    alter(j, -D);
    alter(c, D);
    predict(j, t, s);
    predict(c, t, other);
    if (a[j] + a[c] - (a[j] + a[c]) !== 0) return LOST;
    return holds(before, sign * (w[j] - w[c]), sign * (a[j] - a[c])) ? HELD : PASSED;
  };

  return coordinateMotion(start, grid, cell, motion, {
    memory: [
      ...[base, side, ends, y, w, a, since, force, height.kept],
      ...[times, meets, seen, changes, slopes, changed, ...motion.lost],
    ],
    work,
    times,
    leaves,
    happen: cross,
    stale,
    coordinate: (j) => j,
    enter(leans) {
      for (let j = 0; j < d; j++) box(j);
      for (let j = 0; j < d; j++) {
        for (let s = begin[j]; s < begin[j + 1]; s++) above[s] = isAbove(y, w, partner[s], j, leans) ? 1 : 0;
      }
      for (let j = 0; j < d; j++) accelerate(j);
      for (let j = 0; j < d; j++) predict(j, 0, NOTHING);
    },
  });
}
