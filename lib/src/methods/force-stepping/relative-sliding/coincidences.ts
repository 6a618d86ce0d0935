/** What rounding tells apart, and what is equal: heights in gaps that are closed, speeds that could not open them. */
import { UNSEEN } from "../roots.js";
import { GAP } from "../sliding-clock.js";
import { lowerOf, type RelativeState, upperOf } from "./state.js";

/** What closed gaps, the one that was met last and rounding make equal is equal: heights, and in closed gaps speeds. In the order in which the
 *  gaps were closed. */
export function coincide(state: RelativeState): void {
  const { count, start } = state.relative.terms;
  for (let e = 0; e < count; e++) {
    const [ceiling, floor] = [start[e] + e, start[e + 1] + e];
    for (let g = ceiling; g < floor; g++) joinFromAbove(state, g);
    joinFromBelow(state, ceiling, floor);
  }
}

const isJoined = ({ clock, closed }: RelativeState, g: number): boolean => closed[g] === 1 || clock[GAP] === g;

/** Difference j of gap g gets the height on its other side, and if the gap is closed the speed there. */
function join({ cell, w, closed }: RelativeState, g: number, j: number, height: number, speed: number): void {
  cell.y[j] = height;
  if (closed[g] === 1) w[j] = speed;
}

/** What is below gap g is tied to what is above, or as near to that or to a wall as rounding. */
function joinFromAbove(state: RelativeState, g: number): void {
  const { w } = state;
  const { y } = state.cell;
  const [i, j] = [upperOf(state, g), lowerOf(state, g)];
  if (isJoined(state, g)) join(state, g, j, i < 0 ? 1 : y[i], i < 0 ? 0 : w[i]);
  else if (Math.abs(y[j] - 1) <= known(state, j)) y[j] = 1;
  else if (Math.abs(y[j]) <= known(state, j)) y[j] = 0;
  else if (i >= 0 && Math.abs(y[i] - y[j]) <= known(state, i) + known(state, j)) y[j] = y[i];
}

/** What is tied to the floor, and what is tied to that. */
function joinFromBelow(state: RelativeState, ceiling: number, floor: number): void {
  const { w } = state;
  const { y } = state.cell;
  for (let g = floor; g > ceiling && isJoined(state, g); g--) {
    const l = lowerOf(state, g);
    if (l >= 0 && y[l] !== 0) return;
    join(state, g, upperOf(state, g), 0, l < 0 ? 0 : w[l]);
  }
}

/** What a height is known to. */
function known({ relative, q }: RelativeState, j: number): number {
  const { plus, minus } = relative;
  const { origin, spacing } = relative.grid;
  const reach = Math.abs(q[plus[j]]) + (minus[j] < 0 ? 0 : Math.abs(q[minus[j]])) + Math.abs(origin[j]);
  return (8 * Number.EPSILON * reach) / spacing[j];
}

/** Speeds that could not open a gap that is seen, with the accelerations of one simplex, are equal; next to a wall, zero. */
export function equalise(state: RelativeState): void {
  const { w, c, closed } = state;
  const { y } = state.cell;
  for (let g = 0; g < closed.length; g++) {
    const [i, j] = [upperOf(state, g), lowerOf(state, g)];
    if (j < 0) continue;
    if ((y[j] === 1 || y[j] === 0) && isUnseen(w[j], Math.abs(c[j]))) w[j] = 0;
    else if (i >= 0 && y[i] === y[j] && isUnseen(w[i] - w[j], Math.abs(c[i]) + Math.abs(c[j]))) w[j] = w[i];
  }
}

const isUnseen = (difference: number, acceleration: number): boolean =>
  difference * difference <= 8 * UNSEEN * acceleration;
