/** What V changes by along the edge of one coordinate, from the terms it is in: of its partners those that are above it have
 *  been moved to the far side of their boxes, the others have not. */
import type { LocalTerms } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import type { Cell, Grid } from "./grid.js";
import { type Neighbours, termsByCoordinate } from "./neighbourhood.js";

export function localSlopes(
  terms: LocalTerms,
  { begin, partner }: Neighbours,
  { dof, origin, spacing }: Grid,
  { base, side }: Cell,
  above: Vec,
): (j: number) => number {
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

  return (j) => {
    const step = side[j] * spacing[j];
    let sum = 0;
    for (let i = first[j]; i < first[j + 1]; i++) {
      const e = term[i];
      const from = start[e];
      const length = start[e + 1] - from;
      const at = entries[i];
      for (let k = 0; k < length; k++) {
        const c = coordinate[from + k];
        const s = slot[at + k];
        x[k] = origin[c] + spacing[c] * (base[c] + (s < 0 ? 0 : side[c] * above[s]));
      }
      sum += terms.difference(e, x, index[i], step);
    }
    return sum;
  };
}
