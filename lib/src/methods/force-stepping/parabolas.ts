/** Coordinates in their boxes on parabolas, each with its own reference time:
 *
 *      y_j(t) = y + x (w + a x/2),   x = t − t_j
 *      a_j = (f_j h_j − G_j)/(m_j h_j²)                 G_j: what V changes by along the edge of coordinate j
 *
 *  Speeds are summed with compensation (summation.ts); heights need none, a step of one is as large as itself. */
import type { Vec } from "../../core/vec.js";
import { addEntry, compensation } from "../../stepping/summation.js";
import type { Cell, Grid } from "./grid.js";
import type { Start } from "./motion.js";
import { quotientRest } from "./quotient.js";

export type Parabolas = ReturnType<typeof parabolas>;

/** In the boxes of `cell`; `y` may have entries beyond the coordinates, which stay where they are. */
export function parabolas({ problem, force: force0, summation }: Start, grid: Grid, { base, side }: Cell, y: Vec) {
  const { dof, spacing, origin } = grid;
  const mass = problem.system.mass.diagonal ?? new Float64Array(dof);
  const inertia = mass.map((m, j) => m * spacing[j] * spacing[j]);
  // What the present accelerations have lost to rounding is in `rest`, what the sums of the speeds have in `lostSpeed`.
  const [w, a, since, rest] = Array.from({ length: 4 }, () => new Float64Array(y.length));
  const lostSpeed = compensation(y.length, summation);
  const force = force0.slice();
  return {
    y,
    w,
    a,
    since,
    force,
    /** What a checkpoint keeps of the compensation. */
    lost: lostSpeed === null ? [] : [lostSpeed, rest],
    /** From velocities, at time 0. */
    enter(v: Vec): void {
      for (let j = 0; j < dof; j++) w[j] = (side[j] * v[j]) / spacing[j];
      since.fill(0);
      lostSpeed?.fill(0);
    },
    /** The acceleration that follows from the slope along the edge of coordinate j. */
    accelerate(j: number, slope: number): void {
      const push = side[j] * force[j] * spacing[j] - slope;
      a[j] = push / inertia[j];
      if (lostSpeed !== null) rest[j] = quotientRest(push, inertia[j], a[j]);
    },
    advance(j: number, t: number): void {
      const x = t - since[j];
      y[j] += x * (w[j] + (x / 2) * a[j]);
      if (lostSpeed !== null) lostSpeed[j] += x * rest[j];
      addEntry(w, lostSpeed, j, x * a[j]);
      since[j] = t;
    },
    /** Coordinate j goes into a mirror image of its box. */
    reflect(j: number, upwards: boolean): void {
      y[j] = upwards ? 2 - y[j] : -y[j];
      w[j] = -w[j];
      if (lostSpeed !== null) lostSpeed[j] = -lostSpeed[j];
    },
    /** Positions and velocities at one time. */
    show(t: number, q: Vec, v: Vec): void {
      for (let j = 0; j < dof; j++) {
        const x = t - since[j];
        q[j] = origin[j] + spacing[j] * (base[j] + side[j] * (y[j] + x * (w[j] + (x / 2) * a[j])));
        v[j] = spacing[j] * side[j] * (w[j] + x * a[j]);
      }
    },
  };
}
