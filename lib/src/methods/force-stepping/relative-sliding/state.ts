/** Where a motion along faces of terms in relative coordinates is, and the gaps of these terms: of every one that below the ceiling, those between
 *  neighbours, that above the floor. They are counted through all terms; a term of k differences has k + 1. */
import type { Vec } from "../../../core/vec.js";
import { type Cell, emptyCell } from "../grid.js";
import { differencesOf, type RelativeTerms } from "../relative-terms.js";
import { emptyClock } from "../sliding-clock.js";

export interface RelativeState {
  readonly relative: RelativeTerms;
  readonly clock: Vec;
  /** Of every coordinate of the system position, velocity, acceleration, and the force that does not change. */
  readonly q: Vec;
  readonly v: Vec;
  readonly a: Vec;
  readonly force: Vec;
  /** Of every difference its box and height, and its speed and acceleration in it. */
  readonly cell: Cell;
  readonly w: Vec;
  readonly c: Vec;
  /** Accelerations, in boxes of the grid, that tell the simplex where heights and speeds do not. */
  readonly leans: Vec;
  /** Of every term its differences from above. */
  readonly order: Vec;
  /** Of every gap the term that it belongs to, and 1 if it stays closed. */
  readonly termOfGap: Int32Array;
  readonly closed: Vec;
}

export function emptyState(relative: RelativeTerms, dof: number): RelativeState {
  const { count, start } = relative.terms;
  const size = relative.grid.dof;
  const [q, v, a, force] = Array.from({ length: 4 }, () => new Float64Array(dof));
  const [w, c, leans, order] = Array.from({ length: 4 }, () => new Float64Array(size));
  const termOfGap = new Int32Array(size + count);
  for (let e = 0; e < count; e++) termOfGap.fill(e, start[e] + e, start[e + 1] + e + 1);
  const closed = new Float64Array(size + count);
  return {
    relative,
    clock: emptyClock(),
    q,
    v,
    a,
    force,
    cell: emptyCell(size),
    w,
    c,
    leans,
    order,
    termOfGap,
    closed,
  };
}

/** The difference above gap g; −1 for the ceiling. */
export function upperOf({ relative, order, termOfGap }: RelativeState, g: number): number {
  const e = termOfGap[g];
  return g - e > relative.terms.start[e] ? order[g - e - 1] | 0 : -1;
}

/** The difference below gap g; −1 for the floor. */
export function lowerOf({ relative, order, termOfGap }: RelativeState, g: number): number {
  const e = termOfGap[g];
  return g - e < relative.terms.start[e + 1] ? order[g - e] | 0 : -1;
}

/** out = the differences of x, a velocity or an acceleration, in boxes. */
export function inBoxes({ relative, cell }: RelativeState, x: Vec, out: Vec): void {
  const { spacing } = relative.grid;
  differencesOf(relative, x, out);
  for (let j = 0; j < out.length; j++) out[j] *= cell.side[j] / spacing[j];
}

/** Heights and speeds of the differences, from positions and velocities. */
export function measure(state: RelativeState): void {
  const { relative, cell, q, v, w } = state;
  const { spacing, origin } = relative.grid;
  const { base, side, y } = cell;
  differencesOf(relative, q, y);
  for (let j = 0; j < y.length; j++) y[j] = side[j] * ((y[j] - origin[j]) / spacing[j] - base[j]);
  inBoxes(state, v, w);
}

/** Positions and velocities dt after the present ones; may alias these. */
export function show({ q, v, a }: RelativeState, dt: number, qOut: Vec, vOut: Vec): void {
  for (let p = 0; p < q.length; p++) {
    qOut[p] = q[p] + dt * (v[p] + (dt / 2) * a[p]);
    vOut[p] = v[p] + dt * a[p];
  }
}
