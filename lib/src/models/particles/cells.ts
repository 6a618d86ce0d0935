/** Pairs within reach of one another, from particles sorted into cells half as wide as the reach: all that are within reach of one are in the cells at
 *  most two away from its own. Of two cells one looks into the other, so that every pair is met once. Positions are copied cell by cell: the search
 *  reads them one after another. */
import { pow } from "../../core/elementary.js";
import { specialises } from "../../core/specialise.js";
import type { Vec } from "../../core/vec.js";
import type { Box } from "./box.js";
import type { PairList } from "./pair-list.js";
import { kernelSearch, type PairSearch, plainSearch, RUN, SHIFT } from "./pair-search.js";

/** Twelve rows of cells and a part of one, each in up to five runs. */
const MOST_RUNS = 65;

/** Lists the pairs at positions q, in arrays that the next call uses again. `reach` is at most half a side of the box: then no particle sees two images of
 *  another. */
export function cells(count: number, dimension: number, reach: number, box: Box | null): (q: Vec) => PairList {
  // Always three directions; the ones that are missing have one cell and coordinates 0.
  const divisions = new Int32Array(3).fill(1);
  const radius = new Int32Array(3);
  const origin = new Float64Array(3);
  const extent = new Float64Array(3);
  const cellOf = new Int32Array(count);
  const positions = new Float64Array(3 * count);
  let cellStart = new Int32Array(2);
  const compiles = specialises();
  const searchOf = (capacity: number): PairSearch => {
    const options = { count, reach, mostRuns: MOST_RUNS, capacity };
    return (compiles ? kernelSearch(options) : null) ?? plainSearch(options);
  };
  let search: PairSearch | null = null;

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

  /** The cell of coordinate x of direction a, which is brought into the box. */
  const located = (x: number, a: number, at: number): number => {
    const turned = box === null ? 0 : extent[a] * Math.floor(x / extent[a]);
    const cell = Math.floor(((x - turned - origin[a]) / extent[a]) * divisions[a]);
    positions[at] = x - turned;
    // The far end belongs to the last cell; so does a position that is not a number.
    return cell >= 0 && cell < divisions[a] ? cell : divisions[a] - 1;
  };

  const fill = (q: Vec, { places, members }: PairSearch): void => {
    divide(q);
    for (let i = 0; i < count; i++) {
      let cell = 0;
      for (let a = dimension - 1; a >= 0; a--) cell = cell * divisions[a] + located(q[i * dimension + a], a, 3 * i + a);
      cellOf[i] = cell;
      cellStart[cell + 1]++;
    }
    const total = divisions[0] * divisions[1] * divisions[2];
    for (let c = 0; c < total; c++) cellStart[c + 1] += cellStart[c];
    for (let i = count - 1; i >= 0; i--) {
      const place = --cellStart[cellOf[i] + 1];
      members[place] = i;
      for (let a = 0; a < 3; a++) places[a * count + place] = positions[3 * i + a];
    }
    // Each cell's end has come down to its start; move the starts to where they are looked up.
    for (let c = 0; c < total; c++) cellStart[c] = cellStart[c + 1];
    cellStart[total] = count;
  };

  /** Adds the cells x to last of a row to the runs: as one, up to where the box ends and its image begins. Returns how many there are. */
  const withRow = (y: number, z: number, x: number, last: number, known: number, into: PairSearch): number => {
    const { runs, shifts } = into;
    const turnY = turns(y, divisions[1]);
    const turnZ = turns(z, divisions[2]);
    if (box === null && (turnY !== 0 || turnZ !== 0)) return known;
    const row = ((z - turnZ * divisions[2]) * divisions[1] + y - turnY * divisions[1]) * divisions[0];
    for (let a = x; a <= last; ) {
      const turnX = turns(a, divisions[0]);
      const stop = Math.min(last, (turnX + 1) * divisions[0] - 1);
      const cell = row + a - turnX * divisions[0];
      const from = cellStart[cell];
      const to = cellStart[cell + stop - a + 1];
      if (from < to && (turnX === 0 || box !== null)) {
        runs[RUN * known] = from;
        runs[RUN * known + 1] = to;
        // An image lies as many sides away as its cell was counted around the box.
        shifts[SHIFT * known + 1] = turnX * extent[0];
        shifts[SHIFT * known + 2] = turnY * extent[1];
        shifts[SHIFT * known + 3] = turnZ * extent[2];
        known++;
      }
      a = stop + 1;
    }
    return known;
  };

  /** How many pairs are known after a cell has been searched; -1 if there may be no room for them. */
  const searchCell = (x: number, y: number, z: number, end: number, into: PairSearch): number => {
    const cell = (z * divisions[1] + y) * divisions[0] + x;
    const first = cellStart[cell];
    const beyond = cellStart[cell + 1];
    if (first === beyond) return end;
    const left = x - radius[0];
    const right = x + radius[0];
    // Its own cell and those after it in the row; then the rows after it.
    const inRow = Math.min(right, divisions[0] - 1);
    const rowEnd = cellStart[cell + inRow - x + 1];
    let known = withRow(y, z, inRow + 1, right, 0, into);
    for (let b = y + 1; b <= y + radius[1]; b++) known = withRow(b, z, left, right, known, into);
    for (let c = z + 1; c <= z + radius[2]; c++) {
      for (let b = y - radius[1]; b <= y + radius[1]; b++) known = withRow(b, c, left, right, known, into);
    }
    let most = rowEnd - first;
    for (let r = 0; r < known; r++) most += into.runs[RUN * r + 1] - into.runs[RUN * r];
    for (let k = first; k < beyond; k++) {
      if (end + most > into.capacity) return -1;
      end = into.look(k, rowEnd, known, end);
    }
    return end;
  };
  const searchAll = (into: PairSearch): number => {
    let end = 0;
    for (let z = 0; z < divisions[2]; z++) {
      for (let y = 0; y < divisions[1]; y++) {
        for (let x = 0; x < divisions[0]; x++) {
          end = searchCell(x, y, z, end, into);
          if (end === -1) return -1;
        }
      }
    }
    return end;
  };

  return (q) => {
    search ??= searchOf(64 * count);
    for (;;) {
      fill(q, search);
      const pairs = searchAll(search);
      if (pairs !== -1) return search.list(pairs);
      search = searchOf(2 * search.capacity);
    }
  };
}

/** How often one goes around the box to reach this cell: 0 inside. */
const turns = (cell: number, divisions: number): number =>
  cell >= 0 && cell < divisions ? 0 : Math.floor(cell / divisions);
