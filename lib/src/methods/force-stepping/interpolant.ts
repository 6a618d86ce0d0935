/** V_h, the continuous function that is linear in every simplex and equal to V at its corners: found from the point alone,
 *  so that it is an independent check of a motion.                         [gonzalez2010, lemmas 3.1 and 3.2]
 *  With fractional parts in falling order, y_1 ≥ … ≥ y_d, and corners P_0, P_1 = P_0 with coordinate 1 moved, …:
 *
 *      V_h = V(P_0) + Σ y_i (V(P_i) − V(P_{i−1}))
 *
 *  d + 1 evaluations of V; where V is a sum of local terms so is V_h, and each is interpolated in its own coordinates. */
import type { LocalTerms, System } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { emptyCell, type Grid, locate } from "./grid.js";

export function interpolant(system: Pick<System, "potential" | "terms">, grid: Grid): (q: Vec) => number {
  return system.terms === undefined ? ofWhole(system.potential, grid) : ofTerms(system.terms, grid);
}

function ofWhole(potential: (q: Vec) => number, grid: Grid): (q: Vec) => number {
  const { dof, origin, spacing } = grid;
  const cell = emptyCell(dof);
  const { base, side, y } = cell;
  const corner = new Float64Array(dof);
  const order = Int32Array.from({ length: dof }, (_, j) => j);
  return (q) => {
    locate(grid, q, null, cell);
    for (let j = 0; j < dof; j++) corner[j] = origin[j] + spacing[j] * base[j];
    order.sort((i, j) => y[j] - y[i]);
    const first = potential(corner);
    let before = first;
    let sum = 0;
    for (let i = 0; i < dof; i++) {
      const j = order[i];
      corner[j] = origin[j] + spacing[j] * (base[j] + side[j]);
      const value = potential(corner);
      sum += y[j] * (value - before);
      before = value;
    }
    return first + sum;
  };
}

function ofTerms({ count, start, coordinate, value, difference }: LocalTerms, grid: Grid): (q: Vec) => number {
  const { dof, origin, spacing } = grid;
  const cell = emptyCell(dof);
  const { base, side, y } = cell;
  let longest = 0;
  for (let e = 0; e < count; e++) longest = Math.max(longest, start[e + 1] - start[e]);
  const corner = new Float64Array(longest);
  const order = new Int32Array(longest);
  return (q) => {
    locate(grid, q, null, cell);
    let whole = 0;
    let inclined = 0;
    for (let e = 0; e < count; e++) {
      const length = start[e + 1] - start[e];
      // Sorted by insertion: a term has few coordinates.
      for (let k = 0; k < length; k++) {
        const j = coordinate[start[e] + k];
        corner[k] = origin[j] + spacing[j] * base[j];
        let place = k;
        while (place > 0 && y[coordinate[start[e] + order[place - 1]]] < y[j]) {
          order[place] = order[place - 1];
          place--;
        }
        order[place] = k;
      }
      whole += value(e, corner);
      for (let i = 0; i < length; i++) {
        const k = order[i];
        const j = coordinate[start[e] + k];
        const step = side[j] * spacing[j];
        inclined += y[j] * difference(e, corner, k, step);
        corner[k] += step;
      }
    }
    return whole + inclined;
  };
}
