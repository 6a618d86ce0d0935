/** Motion along faces of the grid.
 *
 *  Where coordinates have equal heights and equal speeds, the motion is on a face and along it, and the acceleration is not that of one
 *  simplex. It is one that Filippov's convex set of all of them around allows [filippov1988], M a ∈ f − ∂V_h, and that leads where it is the one:
 *  f − M a has to be the greatest of ∂V_h in the direction of a. That says that f − M a is the point of ∂V_h next to f, so that
 *
 *      a = the element of least ½ aᵀM a of M⁻¹(f − ∂V_h)          Gauss' principle of least constraint
 *
 *  which exists once. ∂V_h has a corner for every simplex around the point; the one farthest in a direction is the simplex that a start with this
 *  acceleration moves into, whatever the triangulation (exactly so where V_h is convex there; over a ridge it is a simplex that the motion
 *  can leave by). Coordinates whose accelerations come out equal stay together. Who they are is then decided without tolerances: in
 *  the order of the accelerations, neighbours of which the upper one falls behind are joined until none does. A group moves as one
 *  body, a = Σ(f h − G)/Σ(m h²); one that contains a wall of the grid rests. An equilibrium is a group of all.
 *
 *  All coordinates are kept at one time, and every event looks at all of them: exact, and as slow as that. */
import type { Work } from "../../core/method.js";
import type { LocalTerms } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { type Grid, locate, passWall } from "./grid.js";
import { leastNorm } from "./least-norm.js";
import type { Motion, Start } from "./motion.js";
import { setOrder } from "./ring-order.js";
import { close, coordinateAt, predict } from "./sliding/gaps.js";
import { equalise, join } from "./sliding/groups.js";
import { advance, emptyState, type SlidingState, show } from "./sliding/state.js";
import { beginClock, GAP, HELD, isStuck, LASTS, moveClock, nextTime, SINCE } from "./sliding-clock.js";
import { surfaceOf } from "./surface.js";

export interface Sliding extends Pick<Motion, "step" | "at" | "memory"> {
  /** From here; false if nothing slides, and `lean` says how the motion goes on. */
  enter(t: number, q: Vec, v: Vec, force: Vec): boolean;
  /** When the present accelerations began. */
  time(): number;
  /** Does something slide? If not, any form of the motion can go on. */
  readonly slides: () => boolean;
  /** The accelerations, in boxes. */
  readonly lean: Vec;
}

export function slidingMotion({ problem }: Start, grid: Grid, terms: LocalTerms | null, work: Work): Sliding {
  const { system } = problem;
  const { dof: d, spacing } = grid;
  const state = emptyState(system.mass, grid);
  const { clock, inertia, cell, w, a, force, ring, push, group, lean } = state;
  const { base, side, y } = cell;
  const surface = surfaceOf(system, terms, grid, cell, ring);

  /** The simplex that heights, speeds and `lean` say, and what pushes there. */
  const enterSimplex = () => {
    chooseSides(state);
    setOrder(ring, fromAbove(state));
    for (let s = 0; s <= d; s++) surface.renew(s);
    for (let j = 0; j < d; j++) push[j] = side[j] * force[j] * spacing[j] - surface.slope(j);
    work.gradients += d;
  };

  /** Its acceleration, times the roots of the inertias. */
  const ofSimplex = (): Vec => push.map((along, j) => (side[j] * along) / Math.sqrt(inertia[j]));

  /** Corner of the set of accelerations in direction x, both times the roots of the inertias. */
  const corner = (x: Vec): Vec => {
    for (let j = 0; j < d; j++) lean[j] = x[j] / Math.sqrt(inertia[j]);
    enterSimplex();
    return ofSimplex();
  };

  /** The accelerations from here on; false if the potential is not finite. */
  const settle = (): boolean => {
    lean.fill(0);
    enterSimplex();
    if (!push.every(Number.isFinite)) return false;
    equalise(state);
    enterSimplex();
    corner(leastNorm(ofSimplex(), corner));
    if (!push.every(Number.isFinite)) return false;
    join(state);
    for (let j = 0; j < d; j++) lean[j] = side[j] * a[j];
    return true;
  };

  return {
    memory: [clock, base, side, y, w, a, force, ring.bead, ring.place, group, lean, ...surface.memory],
    lean,
    time: () => clock[SINCE],
    slides: () => clock[HELD] > 0,
    enter(t, q, v, forceNow) {
      beginClock(clock, t);
      force.set(forceNow);
      locate(grid, q, v, cell);
      for (let j = 0; j < d; j++) w[j] = (side[j] * v[j]) / spacing[j];
      return settle() && clock[HELD] > 0;
    },
    step(time, limit) {
      if (clock[GAP] >= 0) {
        const dof = coordinateAt(state);
        advance(state, clock[LASTS]);
        moveClock(clock);
        close(state);
        if (!settle()) return { kind: "not-finite", dof, term: "potential" };
        if (isStuck(clock, d + 1)) return { kind: "sliding", dof };
      }
      predict(state);
      time.t = nextTime(clock, limit);
      return null;
    },
    at(t, q, v) {
      show(state, t - clock[SINCE], q, v);
    },
  };
}

/** Coordinates on a wall go to the side that they move to, with speed w or acceleration `lean`. */
function chooseSides({ grid, cell, w, lean }: SlidingState): void {
  const { y, side } = cell;
  for (let j = 0; j < y.length; j++) {
    const upwards = y[j] >= 1;
    if (!upwards && y[j] > 0) continue;
    const direction = w[j] !== 0 ? w[j] : side[j] * lean[j];
    if (upwards ? direction <= 0 : direction >= 0) y[j] = upwards ? 1 : 0;
    else passWall(grid, cell, w, j, upwards);
  }
}

/** All coordinates by heights, then by speeds, then by `lean`. */
function fromAbove({ cell: { y, side }, w, lean }: SlidingState): number[] {
  return Array.from(y, (_, j) => j).sort(
    (i, j) => y[j] - y[i] || w[j] - w[i] || side[j] * lean[j] - side[i] * lean[i] || i - j,
  );
}
