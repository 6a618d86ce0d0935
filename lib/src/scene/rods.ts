/** Rods among the constraints g(q) = 0: those that hold the distance of two points, or of a point from a fixed one. */
import type { Constraints } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import type { LabelledPoints } from "./from-labels.js";

export interface Rod {
  readonly from: number;
  /** The number of another point, or where a fixed one is. */
  readonly to: number | readonly [number, number, number];
}

/** A constraint is a rod where its gradient runs along the line between its points, at the start and at positions beside it. What is
 *  none is left out. */
export function rodsOf(constraints: Constraints, { coordinates, dimension }: LabelledPoints, q0: Vec): Rod[] {
  const { count, rowStart, column, jacobian } = constraints;
  // The start, and beside it in no special direction: any two lines in the plane meet, three do not by chance.
  const looked = [0, 1, 2].map((k) => {
    const q = q0.map((x, i) => (k === 0 ? x : x + 0.1 * (1 + Math.abs(x)) * Math.sin(k * (1 + 2 * i))));
    const values = new Float64Array(column.length);
    jacobian(q, values);
    return { q, values };
  });
  const pointOf = (coordinate: number) => Math.floor(coordinates.indexOf(coordinate) / 3);
  const at = (q: Vec, point: number): number[] =>
    Array.from({ length: 3 }, (_, c) => (c < dimension ? q[coordinates[3 * point + c]] : 0));
  return Array.from({ length: count }, (_, row) => row).flatMap((row): Rod[] => {
    const entries = Array.from({ length: rowStart[row + 1] - rowStart[row] }, (_, k) => rowStart[row] + k);
    const points = [...new Set(entries.map((k) => pointOf(column[k])))];
    const slope = (of: Vec, point: number): number[] => {
      const out = [0, 0, 0];
      for (const k of entries) if (pointOf(column[k]) === point) out[coordinates.indexOf(column[k]) % 3] = of[k];
      return out;
    };
    const [a, b] = points;
    if (points.length === 2) {
      const runsAlong = looked.every(({ q, values }) => {
        const [ga, gb] = [slope(values, a), slope(values, b)];
        return parallel(ga, minus(at(q, a), at(q, b))) && size(ga.map((x, c) => x + gb[c])) <= CLOSE * size(ga);
      });
      return runsAlong ? [{ from: a, to: b }] : [];
    }
    if (points.length !== 1) return [];
    const [first, second, third] = looked.map(({ q, values }) => ({ place: at(q, a), slope: slope(values, a) }));
    const centre = meeting(first, second);
    return centre === null || !parallel(third.slope, minus(third.place, centre)) ? [] : [{ from: a, to: centre }];
  });
}

interface Line {
  readonly place: readonly number[];
  readonly slope: readonly number[];
}

/** Where two lines meet: p − s g = r − u h in the least squares. */
export function meeting({ place: p, slope: g }: Line, { place: r, slope: h }: Line): [number, number, number] | null {
  const [gg, gh, hh] = [dot(g, g), dot(g, h), dot(h, h)];
  const apart = minus(p, r);
  const determinant = gg * hh - gh * gh;
  if (!(determinant > 1e-12 * gg * hh)) return null;
  const s = (hh * dot(g, apart) - gh * dot(h, apart)) / determinant;
  const u = (gh * dot(g, apart) - gg * dot(h, apart)) / determinant;
  const [one, other] = [p.map((x, c) => x - s * g[c]), r.map((x, c) => x - u * h[c])];
  const reach = size(p) + size(apart) + Math.abs(s) * size(g);
  if (size(minus(one, other)) > CLOSE * reach) return null;
  const [x, y, z] = one.map((each) => (Math.abs(each) < CLOSE * reach ? 0 : each));
  return [x, y, z];
}

/** Differences of products of a few numbers, with room for functions that round more. */
const CLOSE = 1e-9;

const minus = (a: readonly number[], b: readonly number[]) => a.map((x, c) => x - b[c]);
const dot = (a: readonly number[], b: readonly number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const size = (a: readonly number[]) => Math.hypot(a[0], a[1], a[2]);

function parallel(a: readonly number[], b: readonly number[]): boolean {
  const cross = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  return size(cross) <= CLOSE * size(a) * size(b);
}
