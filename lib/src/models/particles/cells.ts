/** Particles sorted into cells half as wide as the reach, so that whoever is within reach of one is found in the cells at
 *  most two away from its own. Positions are copied cell by cell: the search reads them one after another. */
import { pow } from "../../core/elementary.js";
import type { Vec } from "../../core/vec.js";
import type { Box } from "./pair-geometry.js";

export interface Cells {
  /** Sorts the particles at positions q. */
  fill(q: Vec): void;
  /** Appends to `out`, from `end` on, the particles j > i within reach of i; returns the new end. */
  after(i: number, out: Int32Array, end: number): number;
}

/** `reach` is at most half a side of the box: then no particle sees two images of another. */
export function cells(count: number, dimension: number, reach: number, box: Box | null): Cells {
  // Always three directions; the ones that are missing have one cell and coordinates 0.
  const divisions = new Int32Array(3).fill(1);
  const radius = new Int32Array(3);
  const origin = new Float64Array(3);
  const extent = new Float64Array(3);
  const cellOf = new Int32Array(3 * count);
  const positions = new Float64Array(3 * count);
  const members = new Int32Array(count);
  const sorted = new Float64Array(3 * count);
  let cellStart = new Int32Array(2);

  const divide = (q: Vec): void => {
    const most = Math.max(1, Math.floor(pow(8 * count, 1 / dimension)));
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
    }
    const total = divisions[0] * divisions[1] * divisions[2];
    if (cellStart.length <= total) cellStart = new Int32Array(2 * total + 1);
    cellStart.fill(0);
  };

  /** Brings coordinate x of direction a into the box, and finds its cell. */
  const locate = (x: number, a: number, at: number): void => {
    const shift = box === null ? 0 : extent[a] * Math.floor(x / extent[a]);
    const cell = Math.floor(((x - shift - origin[a]) / extent[a]) * divisions[a]);
    positions[at] = x - shift;
    // The far end belongs to the last cell; so does a position that is not a number.
    cellOf[at] = cell >= 0 && cell < divisions[a] ? cell : divisions[a] - 1;
  };
  const numberOf = (i: number): number =>
    (cellOf[3 * i + 2] * divisions[1] + cellOf[3 * i + 1]) * divisions[0] + cellOf[3 * i];

  return {
    fill(q) {
      divide(q);
      for (let i = 0; i < count; i++) {
        for (let a = 0; a < dimension; a++) locate(q[i * dimension + a], a, 3 * i + a);
        cellStart[numberOf(i) + 1]++;
      }
      const total = divisions[0] * divisions[1] * divisions[2];
      for (let c = 0; c < total; c++) cellStart[c + 1] += cellStart[c];
      for (let i = count - 1; i >= 0; i--) {
        const place = --cellStart[numberOf(i) + 1];
        members[place] = i;
        for (let a = 0; a < 3; a++) sorted[3 * place + a] = positions[3 * i + a];
      }
      // Each cell's end has come down to its start; move the starts to where they are looked up.
      for (let c = 0; c < total; c++) cellStart[c] = cellStart[c + 1];
      cellStart[total] = count;
    },
    after(i, out, end) {
      const x = positions[3 * i];
      const y = positions[3 * i + 1];
      const z = positions[3 * i + 2];
      for (let c = cellOf[3 * i + 2] - radius[2]; c <= cellOf[3 * i + 2] + radius[2]; c++) {
        const turnZ = turns(c, divisions[2]);
        if (turnZ !== 0 && box === null) continue;
        const layer = (c - turnZ * divisions[2]) * divisions[1];
        for (let b = cellOf[3 * i + 1] - radius[1]; b <= cellOf[3 * i + 1] + radius[1]; b++) {
          const turnY = turns(b, divisions[1]);
          if (turnY !== 0 && box === null) continue;
          const row = (layer + b - turnY * divisions[1]) * divisions[0];
          // Cells side by side are searched in one go, up to where the box ends and its image begins.
          const last = cellOf[3 * i] + radius[0];
          for (let a = cellOf[3 * i] - radius[0]; a <= last; ) {
            const turnX = turns(a, divisions[0]);
            const stop = Math.min(last, (turnX + 1) * divisions[0] - 1);
            if (turnX === 0 || box !== null) {
              const from = row + a - turnX * divisions[0];
              const start = cellStart[from];
              const beyond = cellStart[from + stop - a + 1];
              // An image lies as many sides away as its cell was counted around the box.
              const imageX = x - turnX * extent[0];
              const imageY = y - turnY * extent[1];
              const imageZ = z - turnZ * extent[2];
              end = gather(sorted, members, start, beyond, imageX, imageY, imageZ, reach, i, out, end);
            }
            a = stop + 1;
          }
        }
      }
      return end;
    },
  };
}

/** How often one goes around the box to reach this cell: 0 inside. */
const turns = (cell: number, divisions: number): number =>
  cell >= 0 && cell < divisions ? 0 : Math.floor(cell / divisions);

function gather(
  sorted: Vec,
  members: Int32Array,
  from: number,
  to: number,
  x: number,
  y: number,
  z: number,
  reach: number,
  after: number,
  out: Int32Array,
  end: number,
): number {
  for (let k = from; k < to; k++) {
    const dx = x - sorted[3 * k];
    const dy = y - sorted[3 * k + 1];
    const dz = z - sorted[3 * k + 2];
    if (dx * dx + dy * dy + dz * dz < reach * reach && members[k] > after) out[end++] = members[k];
  }
  return end;
}
