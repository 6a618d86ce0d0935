/** Cells in rows, columns and layers: the grids that boxes, cylinders and lattices are made from. */
import { InputError } from "../../core/failure.js";
import type { Vec } from "../../core/vec.js";
import type { ElementName } from "../element-types.js";
import type { Mesh } from "../mesh.js";

/** Points and elements of one type, before groups are known. */
export interface Cells {
  readonly points: Vec;
  readonly type: ElementName;
  readonly nodes: Int32Array;
}

export const meshOf = ({ points, type, nodes }: Cells): Mesh => ({
  points,
  nodeNumbers: null,
  blocks: [{ type, nodes, numbers: null }],
  groups: [],
});

/** More than this would not fit into memory with anything computed on it. */
const MOST_NODES = 2e7;

/** Sizes are positive and counts whole; as many of the one as of the other. */
function checkGrid(size: readonly number[], cells: readonly number[]): void {
  if (size.length !== cells.length) {
    throw new InputError(`found ${cells.length} numbers for ${size.length} sizes; give one for each direction`, {
      key: "cells",
    });
  }
  size.forEach((length) => {
    if (!(length > 0 && length < Number.POSITIVE_INFINITY))
      throw new InputError(`found ${length}; accepted: lengths > 0`, { key: "size" });
  });
  checkCounts(cells);
}

export function checkCounts(cells: readonly number[]): void {
  cells.forEach((count) => {
    if (!(Number.isInteger(count) && count >= 1))
      throw new InputError(`found ${count}; accepted: whole numbers ≥ 1`, { key: "cells" });
  });
  const nodes = cells.reduce((product, count) => product * (count + 1), 1);
  if (nodes > MOST_NODES)
    throw new InputError(`${nodes.toPrecision(3)} nodes are more than fit (${MOST_NODES}); give fewer cells`, {
      key: "cells",
    });
}

/** Lines, quadrilaterals or hexahedra, the first direction running fastest, for nodes and for cells. */
export function gridOf(size: readonly number[], cells: readonly number[], origin: readonly number[]): Cells {
  checkGrid(size, cells);
  const [nx, ny = 0, nz = 0] = cells;
  const points = new Float64Array(3 * (nx + 1) * (ny + 1) * (nz + 1));
  let at = 0;
  // The last point of a row is where the size says, to the last digit: sides are found by their coordinates.
  const coordinate = (d: number, i: number) =>
    (origin[d] ?? 0) + (i === (cells[d] ?? 0) ? (size[d] ?? 0) : ((size[d] ?? 0) * i) / (cells[d] ?? 1));
  for (let k = 0; k <= nz; k++) {
    for (let j = 0; j <= ny; j++) {
      for (let i = 0; i <= nx; i++) {
        points[at++] = coordinate(0, i);
        points[at++] = coordinate(1, j);
        points[at++] = coordinate(2, k);
      }
    }
  }
  const [right, up, over] = [1, nx + 1, (nx + 1) * (ny + 1)];
  const corners = CORNERS[cells.length - 1].map(([x, y, z]) => x * right + y * up + z * over);
  const count = nx * Math.max(1, ny) * Math.max(1, nz);
  const nodes = new Int32Array(count * corners.length);
  at = 0;
  for (let k = 0; k < Math.max(1, nz); k++) {
    for (let j = 0; j < Math.max(1, ny); j++) {
      for (let i = 0; i < nx; i++) {
        const first = i * right + j * up + k * over;
        for (const corner of corners) nodes[at++] = first + corner;
      }
    }
  }
  return { points, type: TYPES[cells.length - 1], nodes };
}

const TYPES = ["line2", "quad4", "hex8"] as const;
const SQUARE = [
  [0, 0, 0],
  [1, 0, 0],
  [1, 1, 0],
  [0, 1, 0],
] as const;
const CORNERS: readonly (readonly (readonly [number, number, number])[])[] = [
  SQUARE.slice(0, 2),
  SQUARE,
  [...SQUARE, [0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1]],
];
