/** The slopes of V_h as the ring sees them: of every coordinate, the difference of V between the two corners of the simplex
 *  that it leads from and to. Either from the whole potential, which is evaluated once at every crossing, or from its local
 *  terms, of which only those matter that the crossing coordinates are in. */
import type { LocalTerms, System } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import type { Cell, Grid } from "./grid.js";
import { neighboursOf, termsByCoordinate } from "./neighbourhood.js";
import type { Ring } from "./ring-order.js";

export interface Surface {
  /** Does a term of V read both? If not, no slope changes where they pass each other. */
  coupled(a: number, b: number): boolean;
  /** The corner between bead s and the next has changed. */
  renew(s: number): void;
  /** V(corner after coordinate j) − V(corner before it). */
  slope(j: number): number;
  readonly memory: readonly Vec[];
}

export const surfaceOf = (
  { potential }: System,
  terms: LocalTerms | null,
  grid: Grid,
  cell: Cell,
  ring: Ring,
): Surface => (terms === null ? wholeSurface(potential, grid, cell, ring) : localSurface(terms, grid, cell, ring));

/** One evaluation of V a crossing. */
export function wholeSurface(potential: (q: Vec) => number, grid: Grid, cell: Cell, ring: Ring): Surface {
  const { dof, origin, spacing } = grid;
  const { base, side } = cell;
  const { bead, place } = ring;
  const values = new Float64Array(dof + 1);
  const corner = new Float64Array(dof);
  return {
    memory: [values],
    coupled: () => true,
    renew(s) {
      for (let j = 0; j < dof; j++) corner[j] = origin[j] + spacing[j] * base[j];
      // Everything from the marker down to bead s has been moved.
      for (let k = place[dof]; k !== s; ) {
        k = k === dof ? 0 : k + 1;
        const j = bead[k] | 0;
        corner[j] = origin[j] + spacing[j] * (base[j] + side[j]);
      }
      values[s] = potential(corner);
    },
    slope(j) {
      const s = place[j];
      return values[s] - values[s === 0 ? dof : s - 1];
    },
  };
}

/** The energy of the terms around a coordinate, twice a crossing; nothing at all where no term reads both coordinates. */
export function localSurface(terms: LocalTerms, grid: Grid, cell: Cell, ring: Ring): Surface {
  const { dof, origin, spacing } = grid;
  const { base, side } = cell;
  const { place } = ring;
  const { start, coordinate } = terms;
  const { first, term, index, longest } = termsByCoordinate(terms, dof);
  const { begin, partner } = neighboursOf(terms, dof);
  const x = new Float64Array(longest);
  return {
    memory: [],
    coupled(a, b) {
      let low = begin[a];
      const end = begin[a + 1];
      if (end - low === dof - 1) return true;
      let high = end;
      while (high - low > 4) {
        const middle = (low + high) >> 1;
        if (partner[middle] < b) low = middle + 1;
        else high = middle;
      }
      while (low < end && partner[low] < b) low++;
      return low < end && partner[low] === b;
    },
    renew() {},
    slope(j) {
      const marker = place[dof];
      const rank = place[j] - marker + (place[j] < marker ? dof + 1 : 0);
      const step = side[j] * spacing[j];
      let sum = 0;
      for (let i = first[j]; i < first[j + 1]; i++) {
        const e = term[i];
        const from = start[e];
        const length = start[e + 1] - from;
        for (let k = 0; k < length; k++) {
          const c = coordinate[from + k];
          const above = place[c] - marker + (place[c] < marker ? dof + 1 : 0) < rank ? side[c] : 0;
          x[k] = origin[c] + spacing[c] * (base[c] + above);
        }
        sum += terms.difference(e, x, index[i], step);
      }
      return sum;
    },
  };
}
