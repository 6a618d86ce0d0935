/** Terms that read the difference of two points alone, as functions of that difference: a potential of relative coordinates, as
 *  many as there are terms times directions, each of them the difference of two coordinates of the system (or one of them,
 *  where the other end is fixed). */
import type { LocalTerms } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { type Grid, type GridChoice, gridOf } from "./grid.js";

export interface RelativeTerms {
  /** In relative coordinates. */
  readonly terms: LocalTerms;
  /** Relative coordinate j is coordinate plus[j] of the system minus its coordinate minus[j], −1 for none. */
  readonly plus: Int32Array;
  readonly minus: Int32Array;
  readonly grid: Grid;
}

const DIRECTIONS = ["x", "y", "z"];

export function relativeTerms(terms: LocalTerms, points: number, choices: GridChoice): RelativeTerms {
  const { count, start, coordinate } = terms;
  const size = count * points;
  const plus = new Int32Array(size);
  const minus = new Int32Array(size).fill(-1);
  for (let e = 0; e < count; e++) {
    for (let k = 0; k < points; k++) {
      plus[e * points + k] = coordinate[start[e] + k];
      if (start[e + 1] - start[e] > points) minus[e * points + k] = coordinate[start[e] + points + k];
    }
  }
  // The other point rests in the origin.
  const x = new Float64Array(2 * points);
  const placed = (difference: Vec): Vec => {
    for (let k = 0; k < points; k++) x[k] = difference[k];
    return x;
  };
  const { spacing, origin, triangulation } = gridOf(DIRECTIONS.slice(0, points), choices);
  const everywhere = (ofDirection: Vec) => Float64Array.from({ length: size }, (_, j) => ofDirection[j % points]);
  return {
    terms: {
      count,
      start: Int32Array.from({ length: count + 1 }, (_, e) => e * points),
      coordinate: Int32Array.from({ length: size }, (_, j) => j),
      value: (e, difference) => terms.value(e, placed(difference)),
      difference: (e, difference, k, step) => terms.difference(e, placed(difference), k, step),
    },
    plus,
    minus,
    grid: { dof: size, triangulation, spacing: everywhere(spacing), origin: everywhere(origin) },
  };
}

/** out = the relative coordinates of x, a position or a velocity. */
export function differencesOf({ plus, minus }: RelativeTerms, x: Vec, out: Vec): void {
  for (let j = 0; j < plus.length; j++) out[j] = x[plus[j]] - (minus[j] < 0 ? 0 : x[minus[j]]);
}
