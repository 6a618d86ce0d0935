/** The simplex that differences move into, one of those around the point where they are, and the forces there. */
import type { Work } from "../../../core/method.js";
import type { Vec } from "../../../core/vec.js";
import { copy } from "../../../linalg/vec.js";
import { passWall } from "../grid.js";
import { levels, localSlopes } from "../local-slopes.js";
import { neighboursOf } from "../neighbourhood.js";
import { differencesOf } from "../relative-terms.js";
import type { RelativeState } from "./state.js";

export interface Simplex {
  /** The force of V_h in it, with the constant one. */
  readonly F: Vec;
  /** The one that heights, speeds and `leans` say. */
  enter(): void;
}

export function simplexAround(state: RelativeState, work: Work): Simplex {
  const { relative, cell, force, order } = state;
  const { terms, plus, minus, grid } = relative;
  const { count, start } = terms;
  const { dof: size, spacing } = grid;
  const { side } = cell;
  const neighbours = neighboursOf(terms, size);
  const { begin, partner } = neighbours;
  const height = levels(partner.length);
  const { above } = height;
  const { slope, box } = localSlopes(terms, neighbours, grid, cell, height);
  const rank = new Int32Array(size);
  const F = new Float64Array(force.length);
  return {
    F,
    enter() {
      chooseSides(state);
      for (let e = 0; e < count; e++) {
        inOrder(state, e).forEach((j, r) => {
          order[start[e] + r] = j;
          rank[j] = r;
        });
      }
      for (let j = 0; j < size; j++) {
        for (let s = begin[j]; s < begin[j + 1]; s++) above[s] = rank[partner[s]] < rank[j] ? 1 : 0;
      }
      for (let j = 0; j < size; j++) box(j);
      copy(force, F);
      for (let j = 0; j < size; j++) {
        const push = slope(j) / (side[j] * spacing[j]);
        F[plus[j]] -= push;
        if (minus[j] >= 0) F[minus[j]] += push;
      }
      work.gradients += size;
    },
  };
}

/** Differences on a wall go to the side that they move to, with speed w or acceleration `leans`. */
function chooseSides({ relative, cell, w, leans }: RelativeState): void {
  const { y, side } = cell;
  for (let j = 0; j < y.length; j++) {
    const upwards = y[j] >= 1;
    if (!upwards && y[j] > 0) continue;
    const direction = w[j] !== 0 ? w[j] : side[j] * leans[j];
    if (upwards ? direction <= 0 : direction >= 0) continue;
    passWall(relative.grid, cell, w, j, upwards);
  }
}

/** The differences of term e from above: by heights, then by speeds, then by `leans`. */
function inOrder({ relative, cell, w, leans }: RelativeState, e: number): number[] {
  const { y, side } = cell;
  const { start } = relative.terms;
  return Array.from({ length: start[e + 1] - start[e] }, (_, k) => start[e] + k).sort(
    (i, j) => y[j] - y[i] || w[j] - w[i] || side[j] * leans[j] - side[i] * leans[i] || i - j,
  );
}

/** The accelerations of coordinates, in boxes of the grid, become what differences lean over to. */
export function leanOver({ relative, leans }: RelativeState, acceleration: Vec): void {
  differencesOf(relative, acceleration, leans);
  for (let j = 0; j < leans.length; j++) leans[j] /= relative.grid.spacing[j];
}
