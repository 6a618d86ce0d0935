/** The gaps that stay closed, and the acceleration along the faces that they are: of that of a simplex next to them, F, the part with
 *
 *      M a = F + Aᵀλ,    A a = 0,          the rows of A: how these gaps open
 *
 *  In units in which M is 1 that is a projection, by the orthonormal rows of A L⁻ᵀ, M = L Lᵀ; rows that follow from others are left out. */
import type { Vec } from "../../../core/vec.js";
import { axpy, dot, norm2 } from "../../../linalg/vec.js";
import { HELD } from "../sliding-clock.js";
import type { UnitMass } from "../unit-mass.js";
import { lowerOf, type RelativeState, upperOf } from "./state.js";

/** Of the accelerations in units in which the mass is 1, a gap that opens by less than this part of them stays closed: Wolfe's method ends with
 *  half the digits. */
const OPENS = 1e-7;
/** What is left of a row beside those before it, and is none of its own. */
const DEPENDENT = 1e-9;

/** Is gap g closed at this moment, and does no speed open it? */
export function isTied(state: RelativeState, g: number): boolean {
  const { w } = state;
  const { y } = state.cell;
  const [u, l] = [upperOf(state, g), lowerOf(state, g)];
  const apart = (u < 0 ? 1 : y[u]) - (l < 0 ? 0 : y[l]);
  return apart === 0 && (u < 0 ? 0 : w[u]) === (l < 0 ? 0 : w[l]);
}

/** How gap g opens, by coordinates in units in which the mass is 1. */
function acrossGap(state: RelativeState, mass: UnitMass, g: number): Vec {
  const row = new Float64Array(mass.size);
  enterRow(state, upperOf(state, g), 1, row);
  enterRow(state, lowerOf(state, g), -1, row);
  const across = new Float64Array(mass.size);
  mass.enterForce(row, across);
  return across;
}

function enterRow({ relative, cell }: RelativeState, j: number, sign: number, row: Vec): void {
  if (j < 0) return;
  const { plus, minus, grid } = relative;
  const weight = (sign * cell.side[j]) / grid.spacing[j];
  row[plus[j]] += weight;
  if (minus[j] >= 0) row[minus[j]] -= weight;
}

/** Closes the gaps that the acceleration x does not open. Returns the directions across them, orthonormal; x and the acceleration of the simplex, `first`, in units
 *  in which the mass is 1. */
export function hold(state: RelativeState, mass: UnitMass, first: Vec, x: Vec): readonly Vec[] {
  const { clock, closed } = state;
  const rows: Vec[] = [];
  const whole = Math.max(norm2(x), norm2(first));
  clock[HELD] = 0;
  closed.fill(0);
  for (let g = 0; g < closed.length; g++) {
    if (!isTied(state, g)) continue;
    const across = acrossGap(state, mass, g);
    const length = norm2(across);
    if (length === 0 || dot(across, x) > OPENS * length * whole) continue;
    closed[g] = 1;
    clock[HELD]++;
    for (let turn = 0; turn < 2; turn++) for (const other of rows) axpy(-dot(other, across), other, across);
    const rest = norm2(across);
    if (rest > DEPENDENT * length) rows.push(across.map((component) => component / rest));
  }
  return rows;
}

/** Takes the directions out of x; what rounding leaves of an x that is held altogether is nothing. */
export function project(x: Vec, directions: readonly Vec[]): void {
  const before = norm2(x);
  for (let turn = 0; turn < 2; turn++) for (const other of directions) axpy(-dot(other, x), other, x);
  if (directions.length === x.length || norm2(x) <= 8 * x.length * Number.EPSILON * before) x.fill(0);
}

/** The part of the way from x to `end`, accelerations in units in which the mass is 1, on which no gap closes that x opens. */
export function untilClosed(state: RelativeState, mass: UnitMass, x: Vec, end: Vec): number {
  let share = 1;
  for (let g = 0; g < state.closed.length; g++) {
    if (state.closed[g] === 1 || !isTied(state, g)) continue;
    const across = acrossGap(state, mass, g);
    const [opens, closes] = [dot(across, x), dot(across, end)];
    if (closes < 0) share = Math.min(share, opens / (opens - closes));
  }
  return share;
}
