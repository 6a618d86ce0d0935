/** Particles sorted into cells half as wide as a reach: all that are within reach of one are in the cells at most two away from its own. Positions are copied cell by cell: a search
 *  reads them one after another. */
import { pow } from "../../core/elementary.js";
import type { Vec } from "../../core/vec.js";
import type { Box } from "./box.js";

/** Always three directions; the ones that are missing have one cell and coordinates 0. */
export interface Grid {
  readonly divisions: Int32Array;
  /** How many cells away one has to look. */
  readonly radius: Int32Array;
  /** Where they begin, how far they go, and one by that and by the width of a cell. */
  readonly origin: Vec;
  readonly extent: Vec;
  readonly perExtent: Vec;
  readonly perCell: Vec;
}

/** Where the particles are. */
export interface CellTable {
  /** The particles of cell c are at the places cellStart[c] to cellStart[c + 1] - 1. Up to `mostCells` cells. */
  readonly cellStart: Int32Array;
  /** The cell and the place of each particle. */
  readonly cellOf: Int32Array;
  readonly placeOf: Int32Array;
  /** Who is at a place, ascending in each cell. */
  readonly members: Int32Array;
  /** All x by place, then all y, all z, `stride` numbers apart; from where the cells begin. */
  readonly places: Float64Array;
  readonly stride: number;
}

export const mostCells = (count: number): number => 8 * count;

export interface Cells extends Grid {
  /** Divides the space that the positions take. */
  divide(q: Vec): void;
  /** Sorts the particles into its cells. */
  sort(q: Vec, into: CellTable): void;
}

export function cells(count: number, dimension: number, reach: number, box: Box | null): Cells {
  const divisions = new Int32Array(3).fill(1);
  const radius = new Int32Array(3);
  const origin = new Float64Array(3);
  const extent = new Float64Array(3);
  const [perExtent, perCell] = [new Float64Array(3), new Float64Array(3)];
  const positions = new Float64Array(3 * count);
  const most = Math.max(1, Math.floor(pow(mostCells(count), 1 / dimension)));

  /** The cell of coordinate x of direction a, which is brought into the box. */
  const located = (x: number, a: number, at: number): number => {
    const turned = box === null ? 0 : extent[a] * Math.floor(x * perExtent[a]);
    const inside = x - turned - origin[a];
    const cell = Math.floor(inside * perCell[a]);
    positions[at] = inside;
    // By rounding it may be a little outside. The far end belongs to the last cell; so does a position that is not a number.
    return cell < 0 ? 0 : cell < divisions[a] ? cell : divisions[a] - 1;
  };

  return {
    divisions,
    radius,
    origin,
    extent,
    perExtent,
    perCell,
    divide(q) {
      for (let a = 0; a < dimension; a++) {
        if (box === null) {
          let low = Infinity;
          let high = -Infinity;
          for (let i = a; i < q.length; i += dimension) {
            if (q[i] < low) low = q[i];
            if (q[i] > high) high = q[i];
          }
          origin[a] = low;
          extent[a] = high - low;
        } else extent[a] = box.sides[a];
        divisions[a] = Math.max(1, Math.min(most, Math.floor((2 * extent[a]) / reach)));
        radius[a] = Math.min(divisions[a], 2);
        perExtent[a] = 1 / extent[a];
        perCell[a] = divisions[a] / extent[a];
      }
    },
    sort(q, { cellStart, cellOf, placeOf, members, places, stride }) {
      const total = divisions[0] * divisions[1] * divisions[2];
      cellStart.fill(0, 0, total + 1);
      for (let i = 0; i < count; i++) {
        let cell = 0;
        for (let a = dimension - 1; a >= 0; a--)
          cell = cell * divisions[a] + located(q[i * dimension + a], a, 3 * i + a);
        cellOf[i] = cell;
        cellStart[cell + 1]++;
      }
      for (let c = 0; c < total; c++) cellStart[c + 1] += cellStart[c];
      for (let i = count - 1; i >= 0; i--) {
        const place = --cellStart[cellOf[i] + 1];
        members[place] = i;
        placeOf[i] = place;
        for (let a = 0; a < 3; a++) places[a * stride + place] = positions[3 * i + a];
      }
      // Each cell's end has come down to its start; move the starts to where they are looked up.
      for (let c = 0; c < total; c++) cellStart[c] = cellStart[c + 1];
      cellStart[total] = count;
    },
  };
}
