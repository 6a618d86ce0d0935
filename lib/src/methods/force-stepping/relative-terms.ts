/** Terms of differences between points as functions of these differences: a potential of relative coordinates, each of them the difference of
 *  two coordinates of the system, or one of them where something is fixed. A pair of points has one difference a direction; an element has one
 *  a direction for every node but the last, from which they are counted. */
import type { LocalTerms, PointsOfTerms, System } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { type Grid, type GridChoice, genericFraction, gridOf } from "./grid.js";

export interface RelativeTerms {
  /** In relative coordinates. */
  readonly terms: LocalTerms;
  /** Relative coordinate j is coordinate plus[j] of the system minus its coordinate minus[j], −1 for none. */
  readonly plus: Int32Array;
  readonly minus: Int32Array;
  /** The term that reads relative coordinate j: exactly one does. */
  readonly termOf: Int32Array;
  readonly grid: Grid;
}

const DIRECTIONS = ["x", "y", "z"];

export function relativeTerms(terms: LocalTerms, points: PointsOfTerms, choices: GridChoice): RelativeTerms {
  const { count, coordinate } = terms;
  const { start, entry, reference } = differences(terms, points);
  const size = entry.length;
  const termOf = new Int32Array(size);
  for (let e = 0; e < count; e++) termOf.fill(e, start[e], start[e + 1]);
  // What the differences are counted from rests in the origin.
  const x = new Float64Array(longestOf(terms));
  const placed = (e: number, difference: Vec): Vec => {
    x.fill(0);
    for (let k = start[e]; k < start[e + 1]; k++) x[entry[k] - terms.start[e]] = difference[k - start[e]];
    return x;
  };
  return {
    terms: {
      count,
      start,
      coordinate: Int32Array.from({ length: size }, (_, j) => j),
      value: (e, difference) => terms.value(e, placed(e, difference)),
      difference: (e, difference, k, step) =>
        terms.difference(e, placed(e, difference), entry[start[e] + k] - terms.start[e], step),
    },
    plus: Int32Array.from(entry, (i) => coordinate[i]),
    minus: Int32Array.from(reference, (i) => (i < 0 ? -1 : coordinate[i])),
    termOf,
    grid: gridOfDifferences(
      points,
      choices,
      entry,
      Int32Array.from(entry, (_, j) => j - start[termOf[j]]),
    ),
  };
}

/** A potential as one term in all coordinates, counted from zero. */
export function wholeTerm({ dof, potential }: Pick<System, "dof" | "potential">, grid: Grid): RelativeTerms {
  const x = new Float64Array(dof);
  const all = Int32Array.from({ length: dof }, (_, j) => j);
  return {
    terms: {
      count: 1,
      start: Int32Array.of(0, dof),
      coordinate: all,
      value: (_, at) => potential(at),
      difference(_, at, k, step) {
        x.set(at);
        x[k] += step;
        return potential(x) - potential(at);
      },
    },
    plus: all,
    minus: new Int32Array(dof).fill(-1),
    termOf: new Int32Array(dof),
    grid,
  };
}

/** Terms in coordinates of the system: each entry is one of its own, counted from zero. A grid of all coordinates is, for one term, that of its own. */
export function ownTerms(terms: LocalTerms, { triangulation, spacing, origin }: Grid): RelativeTerms {
  const { count, start, coordinate } = terms;
  const size = coordinate.length;
  const termOf = new Int32Array(size);
  for (let e = 0; e < count; e++) termOf.fill(e, start[e], start[e + 1]);
  return {
    terms: { ...terms, coordinate: Int32Array.from({ length: size }, (_, j) => j) },
    plus: coordinate,
    minus: new Int32Array(size).fill(-1),
    termOf,
    grid: {
      dof: size,
      triangulation,
      spacing: Float64Array.from(coordinate, (c) => spacing[c]),
      origin: Float64Array.from(coordinate, (c) => origin[c]),
    },
  };
}

/** The entries whose coordinates count, term by term, and those that they are counted from; −1 for none. */
function differences({ count, start }: LocalTerms, { dimension, direction, movable }: PointsOfTerms) {
  const entry: number[] = [];
  const reference: number[] = [];
  const starts = new Int32Array(count + 1);
  const last = new Int32Array(dimension);
  const entries = new Int32Array(dimension);
  for (let e = 0; e < count; e++) {
    entries.fill(0);
    for (let i = start[e]; i < start[e + 1]; i++) {
      last[direction[i]] = i;
      entries[direction[i]]++;
    }
    for (let i = start[e]; i < start[e + 1]; i++) {
      const from = last[direction[i]];
      const relative = movable[i] === 1 && entries[direction[i]] > 1;
      if (relative && i === from) continue;
      entry.push(i);
      reference.push(relative ? from : -1);
    }
    starts[e + 1] = entry.length;
  }
  return { start: starts, entry: Int32Array.from(entry), reference: Int32Array.from(reference) };
}

/** One spacing a direction. Without a given origin, the differences of a term lie differently in their boxes: those of a body at rest are all
 *  zero, and would otherwise be on the faces between one another. */
function gridOfDifferences(
  { dimension, direction }: PointsOfTerms,
  choices: GridChoice,
  entry: Int32Array,
  place: Int32Array,
): Grid {
  const { spacing, origin, triangulation } = gridOf(DIRECTIONS.slice(0, dimension), choices);
  const everywhere = (ofDirection: Vec) => Float64Array.from(entry, (i) => ofDirection[direction[i]]);
  const spacings = everywhere(spacing);
  const generic = choices.origin === undefined && triangulation === "kuhn";
  return {
    dof: entry.length,
    triangulation,
    spacing: spacings,
    origin: generic ? spacings.map((h, j) => h * genericFraction(place[j])) : everywhere(origin),
  };
}

function longestOf({ count, start }: LocalTerms): number {
  let longest = 0;
  for (let e = 0; e < count; e++) longest = Math.max(longest, start[e + 1] - start[e]);
  return longest;
}

/** out = the relative coordinates of x, a position or a velocity. */
export function differencesOf({ plus, minus }: RelativeTerms, x: Vec, out: Vec): void {
  for (let j = 0; j < plus.length; j++) out[j] = x[plus[j]] - (minus[j] < 0 ? 0 : x[minus[j]]);
}
