/** Where a motion along faces of a grid of coordinates is. */
import type { System } from "../../../core/system.js";
import type { Vec } from "../../../core/vec.js";
import { type Cell, emptyCell, type Grid } from "../grid.js";
import { emptyRing, type Ring } from "../ring-order.js";
import { emptyClock } from "../sliding-clock.js";

export interface SlidingState {
  readonly grid: Grid;
  readonly clock: Vec;
  /** Of every coordinate its inertia, speed and acceleration in boxes, and the force that does not change. */
  readonly inertia: Vec;
  readonly w: Vec;
  readonly a: Vec;
  readonly force: Vec;
  /** Its box and height, and all from above. */
  readonly cell: Cell;
  readonly ring: Ring;
  /** What pushes it in the simplex that is looked at, and the number of the group that it moves with. */
  readonly push: Vec;
  readonly group: Vec;
  /** Accelerations, in boxes of the grid, that tell the simplex where heights and speeds do not. */
  readonly lean: Vec;
}

export function emptyState(mass: System["mass"], grid: Grid): SlidingState {
  const { dof, spacing } = grid;
  const inertia = (mass.diagonal ?? new Float64Array(dof)).map((m, j) => m * spacing[j] * spacing[j]);
  const [w, a, force, push, group, lean] = Array.from({ length: 6 }, () => new Float64Array(dof));
  const [cell, ring] = [emptyCell(dof), emptyRing(dof)];
  return { grid, clock: emptyClock(), inertia, w, a, force, cell, ring, push, group, lean };
}

/** Heights and speeds dt after the present ones. */
export function advance({ cell: { y }, w, a }: SlidingState, dt: number): void {
  for (let j = 0; j < y.length; j++) {
    y[j] += dt * (w[j] + (dt / 2) * a[j]);
    w[j] += dt * a[j];
  }
}

/** Positions and velocities then. */
export function show({ grid, cell, w, a }: SlidingState, dt: number, q: Vec, v: Vec): void {
  const { dof, origin, spacing } = grid;
  const { base, side, y } = cell;
  for (let j = 0; j < dof; j++) {
    q[j] = origin[j] + spacing[j] * (base[j] + side[j] * (y[j] + dt * (w[j] + (dt / 2) * a[j])));
    v[j] = spacing[j] * side[j] * (w[j] + dt * a[j]);
  }
}
