/** What V changes by along the edge of one coordinate, from the terms it is in: of its partners those that are above it have
 *  been moved to the far side of their boxes, the others have not. And what that changes by when one of them passes it, which only the
 *  terms know that read both: in a mesh of tetrahedra a tenth of them. */
import { type LocalTerms, ofTwoDifferences } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import type { Cell, Grid } from "./grid.js";
import { type Neighbours, termsByCoordinate } from "./neighbourhood.js";

export interface Levels {
  /** 1 where the partner is above the coordinate in whose list it stands, and after all of them a 0 that stays. */
  readonly above: Uint8Array;
  /** The same bytes, for a checkpoint: eight in a number, and of zeros and ones they never make one that is not finite. */
  readonly kept: Vec;
}

/** All of them below. Bytes, since events read them at random, and as numbers they would not fit into a cache. */
export function levels(partners: number): Levels {
  const kept = new Float64Array(Math.ceil((partners + 1) / 8));
  return { above: new Uint8Array(kept.buffer, 0, partners + 1), kept };
}

export interface LocalSlopes {
  /** Where the box of every coordinate begins and where it ends: to be kept with the boxes. */
  readonly ends: Vec;
  /** Coordinate j is in another box. */
  box(j: number): void;
  /** Of coordinate j. */
  slope(j: number): number;
  /** How much greater the slope of a coordinate is with the partner number s of its list above it than with it below; by as much
   *  that of the partner is less. */
  mixed(j: number, s: number): number;
}

export function localSlopes(
  terms: LocalTerms,
  { begin, partner }: Neighbours,
  { dof, origin, spacing }: Grid,
  { base, side }: Cell,
  { above }: Levels,
): LocalSlopes {
  const { start, coordinate } = terms;
  const { first, term, index, longest } = termsByCoordinate(terms, dof);
  const x = new Float64Array(longest);
  const mixed = terms.mixed ?? ofTwoDifferences(terms.difference);

  // For every term of every coordinate, where its other coordinates stand in the list of partners; for itself an entry of its own after all of them.
  const itself = partner.length;
  const entries = new Int32Array(term.length + 1);
  for (let i = 0; i < term.length; i++) entries[i + 1] = entries[i] + start[term[i] + 1] - start[term[i]];
  const slot = new Int32Array(entries[term.length]).fill(itself);
  const placeOf = new Int32Array(dof);
  for (let j = 0; j < dof; j++) {
    for (let s = begin[j]; s < begin[j + 1]; s++) placeOf[partner[s]] = s;
    for (let i = first[j]; i < first[j + 1]; i++) {
      for (let k = start[term[i]]; k < start[term[i] + 1]; k++) {
        if (coordinate[k] !== j) slot[entries[i] + k - start[term[i]]] = placeOf[coordinate[k]];
      }
    }
  }

  // The terms that a coordinate shares with partner s, as numbers in its own list, and which of their coordinates the partner is.
  const sharedFrom = new Int32Array(itself + 1);
  for (const s of slot) if (s < itself) sharedFrom[s + 1]++;
  for (let s = 0; s < itself; s++) sharedFrom[s + 1] += sharedFrom[s];
  const shared = new Int32Array(sharedFrom[itself]);
  const number = new Int32Array(sharedFrom[itself]);
  const next = sharedFrom.slice();
  for (let i = 0; i < term.length; i++) {
    for (let k = entries[i]; k < entries[i + 1]; k++) {
      if (slot[k] === itself) continue;
      const n = next[slot[k]]++;
      shared[n] = i;
      number[n] = k - entries[i];
    }
  }

  const ends = new Float64Array(2 * dof);
  const nearEnd = coordinate.map((c) => 2 * c);
  /** The corner that the edge of a coordinate starts from, in its term number i. */
  const placeCorner = (i: number) => {
    const from = start[term[i]];
    const length = start[term[i] + 1] - from;
    const at = entries[i];
    for (let k = 0; k < length; k++) x[k] = ends[nearEnd[from + k] + above[slot[at + k]]];
  };

  return {
    ends,
    box(j) {
      ends[2 * j] = origin[j] + spacing[j] * base[j];
      ends[2 * j + 1] = origin[j] + spacing[j] * (base[j] + side[j]);
    },
    slope(j) {
      const step = side[j] * spacing[j];
      let sum = 0;
      for (let i = first[j]; i < first[j + 1]; i++) {
        placeCorner(i);
        sum += terms.difference(term[i], x, index[i], step);
      }
      return sum;
    },
    mixed(j, s) {
      const step = side[j] * spacing[j];
      const c = partner[s];
      const near = ends[2 * c];
      const move = side[c] * spacing[c];
      let sum = 0;
      for (let n = sharedFrom[s]; n < sharedFrom[s + 1]; n++) {
        const i = shared[n];
        placeCorner(i);
        x[number[n]] = near;
        sum += mixed(term[i], x, index[i], number[n], step, move);
      }
      return sum;
    },
  };
}
