/** The grids on which the potential is interpolated.                                   [gonzalez2010, sec. 3 and 4.1]
 *
 *  Space is cut into boxes, and every box into simplices: those points whose fractional parts y have one order. In grid units a
 *  coordinate is base + side·y, 0 ≤ y ≤ 1, and its corner values are base and base + side.
 *
 *  | `kuhn`    | every box is cut along (1, …, 1)                  | side = 1                             |
 *  | `j1`      | every box is the mirror image of its neighbours   | base is even                         |
 *  | `orthant` | mirror images through the origin's planes only    | side is the sign of the coordinate   |
 *
 *  The mirrored grids are invariant under a change of sign of any coordinate, if their origin is the centre of symmetry. */
import { InputError } from "../../core/failure.js";
import type { Vec } from "../../core/vec.js";

export type Triangulation = "kuhn" | "j1" | "orthant";

export interface Grid {
  readonly dof: number;
  readonly triangulation: Triangulation;
  readonly spacing: Vec;
  readonly origin: Vec;
}

export interface GridChoice {
  readonly grid: number | readonly number[];
  readonly triangulation: Triangulation;
  readonly origin?: number | readonly number[] | undefined;
}

const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** Where in its box coordinate j has the origin, unless an origin is given. */
export const genericFraction = (j: number): number => ((j + 1) * GOLDEN) % 1;

export function gridOf(labels: readonly string[], { grid, triangulation, origin }: GridChoice): Grid {
  const dof = labels.length;
  const spacing = oneEach(grid, labels, "grid");
  if (origin !== undefined) return { dof, triangulation, spacing, origin: oneEach(origin, labels, "origin") };
  // A mirrored grid belongs at the centre of symmetry. Any other is laid so that no start that people write down is on one
  // of its faces, where the motion could slide: multiples of the golden ratio stay as far apart as numbers can.
  const fraction = (j: number) => (triangulation === "kuhn" ? genericFraction(j) : 0);
  return { dof, triangulation, spacing, origin: spacing.map((h, j) => h * fraction(j)) };
}

function oneEach(given: number | readonly number[], labels: readonly string[], key: string): Vec {
  if (typeof given === "number") return new Float64Array(labels.length).fill(given);
  if (given.length === labels.length) return Float64Array.from(given);
  throw new InputError(
    `found ${given.length} numbers for ${labels.length} coordinates; give one, or one each for ${labels.join(", ")}`,
    { key },
  );
}

/** A point of a box: the box, and where in it. */
export interface Cell {
  readonly base: Vec;
  readonly side: Vec;
  readonly y: Vec;
}

export const emptyCell = (dof: number): Cell => ({
  base: new Float64Array(dof),
  side: new Float64Array(dof),
  y: new Float64Array(dof),
});

/** The box around q; for a point between two boxes, the one that it moves into with velocity v, or, where that is 0, with the
 *  acceleration `lean`. */
export function locate(grid: Grid, q: Vec, v: Vec | null, cell: Cell, lean: Vec | null = null): void {
  const { dof, triangulation, spacing, origin } = grid;
  const { base, side, y } = cell;
  for (let j = 0; j < dof; j++) {
    let z = (q[j] - origin[j]) / spacing[j];
    if (v !== null && Math.abs(z - Math.round(z)) <= resolution(grid, q, j)) z = Math.round(z);
    let low = Math.floor(z);
    if (z === low && v !== null && (v[j] < 0 || (v[j] === 0 && lean !== null && lean[j] < 0))) low -= 1;
    const mirrored = triangulation === "j1" ? low % 2 !== 0 : triangulation === "orthant" && low < 0;
    base[j] = mirrored ? low + 1 : low;
    side[j] = mirrored ? -1 : 1;
    y[j] = side[j] * (z - base[j]);
  }
  if (v !== null) coincide(grid, q, y);
}

/** What a height in its box is known to, from a position that is a double. */
const resolution = ({ spacing, origin }: Grid, q: Vec, j: number): number =>
  (2 * Number.EPSILON * (Math.abs(q[j]) + Math.abs(origin[j]))) / spacing[j];

/** Heights that cannot be told apart are equal: a motion can stay on the face between them. */
function coincide(grid: Grid, q: Vec, y: Vec): void {
  const order = Array.from({ length: grid.dof }, (_, j) => j).sort((i, j) => y[j] - y[i]);
  for (let k = 1; k < order.length; k++) {
    const [i, j] = [order[k - 1], order[k]];
    if (y[i] - y[j] <= resolution(grid, q, i) + resolution(grid, q, j)) y[j] = y[i];
  }
}

/** Corners of neighbouring boxes have to be different numbers, and boxes are counted: both end at 2⁵³ boxes from zero. Half of that
 *  leaves room for what is crossed between two looks. */
export const FARTHEST = 2 ** 52;

/** The first coordinate that is too far out for boxes as small as these, with the box it is in; −1 if there is none. */
export function tooFar({ dof, spacing, origin }: Grid, boxes: Vec): number {
  for (let j = 0; j < dof; j++) if (!(Math.abs(boxes[j]) + Math.abs(origin[j]) / spacing[j] < FARTHEST)) return j;
  return -1;
}

/** Refuses a start that is too far out. */
export function refuseTooFar(grid: Grid, labels: readonly string[], q: Vec): void {
  const j = tooFar(
    grid,
    q.map((x, i) => (x - grid.origin[i]) / grid.spacing[i]),
  );
  if (j < 0) return;
  const distance = Math.max(Math.abs(q[j]), Math.abs(grid.origin[j]));
  throw new InputError(
    `the spacing is ${grid.spacing[j]}, and around ${labels[j]} = ${q[j]}, ${(distance / grid.spacing[j]).toPrecision(2)} of it from zero, ` +
      `boxes that small cannot be told apart; accepted: a spacing above ${(distance / FARTHEST).toPrecision(3)}, or a coordinate that is ` +
      "measured from somewhere near",
    { key: "grid" },
  );
}

/** Coordinate j leaves its box, upwards or downwards: true if the next one is a mirror image of it, so that the coordinate goes
 *  on from the same wall with its height and speed reversed; else it comes in through the opposite wall. */
export function leaveBox(triangulation: Triangulation, { base, side }: Cell, j: number, upwards: boolean): boolean {
  const mirrored = triangulation === "j1" || (triangulation === "orthant" && !upwards && base[j] === 0);
  if (mirrored) {
    if (upwards) base[j] += 2 * side[j];
    side[j] = -side[j];
  } else base[j] += upwards ? side[j] : -side[j];
  return mirrored;
}

/** Coordinate j, which is on a wall of its box, goes through it: with its height and speed in the next one. */
export function passWall({ triangulation }: Grid, cell: Cell, w: Vec, j: number, upwards: boolean): void {
  if (leaveBox(triangulation, cell, j, upwards)) w[j] = -w[j];
  else cell.y[j] = upwards ? 0 : 1;
}

/** Is coordinate i above j in the box? Equal heights are ordered by their speeds w, then by their accelerations, where they are known,
 *  then by their numbers. */
export function isAbove(y: Vec, w: Vec, i: number, j: number, lean: Vec | null = null): boolean {
  if (y[i] !== y[j]) return y[i] > y[j];
  if (w[i] !== w[j]) return w[i] > w[j];
  return lean !== null && lean[i] !== lean[j] ? lean[i] > lean[j] : i < j;
}

/** The directions `lean` in the boxes. */
export const inBoxes = ({ side }: Cell, lean: Vec | null): Vec | null =>
  lean === null ? null : lean.map((x, j) => side[j] * x);
