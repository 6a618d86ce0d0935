/** What V changes by along the edge of one coordinate, from the terms it is in: of its partners those that are above it have
 *  been moved to the far side of their boxes, the others have not. And what that changes by when one of them passes it, which only the
 *  terms know that read both: in a mesh of tetrahedra a tenth of them. */
import type { LocalTerms } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import type { Cell, Grid } from "./grid.js";
import { type Neighbours, termsByCoordinate } from "./neighbourhood.js";

export interface LocalSlopes {
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
  above: Vec,
): LocalSlopes {
  const { start, coordinate } = terms;
  const { first, term, index, longest } = termsByCoordinate(terms, dof);
  const x = new Float64Array(longest);

  // For every term of every coordinate, where its other coordinates stand in the list of partners; −1 for itself.
  const entries = new Int32Array(term.length + 1);
  for (let i = 0; i < term.length; i++) entries[i + 1] = entries[i] + start[term[i] + 1] - start[term[i]];
  const slot = new Int32Array(entries[term.length]).fill(-1);
  const placeOf = new Int32Array(dof);
  for (let j = 0; j < dof; j++) {
    for (let s = begin[j]; s < begin[j + 1]; s++) placeOf[partner[s]] = s;
    for (let i = first[j]; i < first[j + 1]; i++) {
      for (let k = start[term[i]]; k < start[term[i] + 1]; k++) {
        if (coordinate[k] !== j) slot[entries[i] + k - start[term[i]]] = placeOf[coordinate[k]];
      }
    }
  }

  // The terms that a coordinate shares with partner s, as numbers in its own list.
  const sharedFrom = new Int32Array(partner.length + 1);
  for (const s of slot) if (s >= 0) sharedFrom[s + 1]++;
  for (let s = 0; s < partner.length; s++) sharedFrom[s + 1] += sharedFrom[s];
  const shared = new Int32Array(sharedFrom[partner.length]);
  const next = sharedFrom.slice();
  for (let i = 0; i < term.length; i++) {
    for (let k = entries[i]; k < entries[i + 1]; k++) if (slot[k] >= 0) shared[next[slot[k]]++] = i;
  }

  /** The corner that the edge of a coordinate starts from, in its term number i; where partner `except` is among its coordinates. */
  const placeCorner = (i: number, except: number): number => {
    const from = start[term[i]];
    const length = start[term[i] + 1] - from;
    const at = entries[i];
    let found = -1;
    for (let k = 0; k < length; k++) {
      const c = coordinate[from + k];
      const s = slot[at + k];
      if (s === except) found = k;
      x[k] = origin[c] + spacing[c] * (base[c] + (s < 0 || s === except ? 0 : side[c] * above[s]));
    }
    return found;
  };

  return {
    slope(j) {
      const step = side[j] * spacing[j];
      let sum = 0;
      for (let i = first[j]; i < first[j + 1]; i++) {
        placeCorner(i, -1);
        sum += terms.difference(term[i], x, index[i], step);
      }
      return sum;
    },
    mixed(j, s) {
      const step = side[j] * spacing[j];
      const c = partner[s];
      let sum = 0;
      for (let n = sharedFrom[s]; n < sharedFrom[s + 1]; n++) {
        const i = shared[n];
        const k = placeCorner(i, s);
        const below = terms.difference(term[i], x, index[i], step);
        x[k] = origin[c] + spacing[c] * (base[c] + side[c]);
        sum += terms.difference(term[i], x, index[i], step) - below;
      }
      return sum;
    },
  };
}
