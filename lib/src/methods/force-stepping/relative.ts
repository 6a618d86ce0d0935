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
import { beginEpoch, EPOCH, emptyControl, fastest, sinceEpoch } from "./epoch.js";
import { eventLoop, HELD, LOST, type Outcome, PASSED } from "./event-loop.js";
import { emptyCell, FARTHEST, inBoxes, isAbove, leaveBox, locate } from "./grid.js";
import { levels, localSlopes } from "./local-slopes.js";
import type { Motion, Start } from "./motion.js";
import { neighboursOf } from "./neighbourhood.js";
import { freeParabolas } from "./relative/free-parabolas.js";
import { ceilingOf, differenceAt, floorOf, isCeiling, NOTHING, predictions } from "./relative/predictions.js";
import { sightOf } from "./relative/sight.js";
import { usersOf } from "./relative/users.js";
import { differencesOf, type RelativeTerms } from "./relative-terms.js";
import { holds } from "./roots.js";

export function relativeMotion(begins: Start, relative: RelativeTerms): Motion {
  const { dof } = begins.problem.system;
  const { terms, plus, minus, grid } = relative;
  const { dof: size, spacing, triangulation } = grid;
  const { count, start } = terms;
  const neighbours = neighboursOf(terms, size);
  const { begin, partner, twin } = neighbours;
  const users = usersOf(relative, dof);
  const work = noWork();
  // Of every difference: its box, the slope of V_h, and which ones are above it.
  const cell = emptyCell(size);
  const { base, side } = cell;
  const slopes = new Float64Array(size);
  const height = levels(partner.length);
  const { above } = height;
  const { slope, ends, box } = localSlopes(terms, neighbours, grid, cell, height);
  const points = freeParabolas(begins, users, slopes);
  const { q, v, a, since, force, accelerate, advance } = points;
  const sight = sightOf(relative, cell, points);
  const { y, w, c, look } = sight;
  const { times, leaves, meets, predict, beginRound, predictAround } = predictions(
    relative,
    neighbours,
    height,
    sight,
    users,
  );
  const control = emptyControl();
  const speeds = new Float64Array(size);

  const measure = (j: number) => {
    slopes[j] = slope(j) / (side[j] * spacing[j]);
  };
  /** The slope of difference j has changed at time t, and with it the motion of both ends. */
  const push = (j: number, t: number) => {
    measure(j);
    work.gradients++;
    advance(plus[j], t);
    accelerate(plus[j]);
    if (minus[j] < 0) return;
    advance(minus[j], t);
    accelerate(minus[j]);
  };

  /** A difference of term e passes its partner number s at time t. */
  const passPartner = (e: number, t: number, s: number): Outcome => {
    const other = twin[s];
    above[s] = 1 - above[s];
    above[other] = 1 - above[other];
    const j = partner[other];
    const i = partner[s];
    // The gap between the upper one and the lower one, as it was; the lower one is then above.
    const sign = above[s] === 1 ? -1 : 1;
    look(j, t);
    look(i, t);
    const before = sign * (c[i] - c[j]);
    push(j, t);
    push(i, t);
    predict(e, t, s);
    predictAround(plus[j], t);
    predictAround(minus[j], t);
    predictAround(plus[i], t);
    predictAround(minus[i], t);
    if (a[plus[j]] + a[plus[i]] - (a[plus[j]] + a[plus[i]]) !== 0) return LOST;
    look(j, t);
    look(i, t);
    return holds(2 * before, sign * (w[j] - w[i]), 2 * sign * (c[j] - c[i])) ? HELD : PASSED;
  };

  /** Difference j of term e passes the ceiling or the floor of its box at time t. */
  const passWall = (e: number, t: number, j: number, upwards: boolean): Outcome => {
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

  /** Begins anew at time t with the present q, v; `lean` is of differences. */
  const enter = (t: number, lean: Vec | null) => {
    control[EPOCH] = t;
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
    for (let j = 0; j < size; j++) measure(j);
    for (let p = 0; p < dof; p++) accelerate(p);
    for (let e = 0; e < count; e++) predict(e, 0, NOTHING);
    beginEpoch(control);
  };

  enter(begins.problem.t0, null);

  return {
    memory: [...[control, q, v, a, since, force, base, side, ends, slopes, height.kept, times, meets], ...points.lost],
    work,
    reach: 0,
    step: eventLoop({
      control,
      since,
      times,
      leaves,
      dof: size,
      happen(e, t) {
        const event = meets[e];
        beginRound(e);
        if (event >= 0) return passPartner(e, t, event);
        return passWall(e, t, differenceAt(event), isCeiling(event));
      },
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
    at: (t, qOut, vOut) => points.show(sinceEpoch(control, t), qOut, vOut),
    resume(t, qNow, vNow, forceNow, lean = null) {
      points.enter(qNow, vNow, forceNow);
      enter(t, lean);
    },
  };
}
