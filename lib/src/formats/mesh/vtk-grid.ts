/** The mesh of one or more grids of VTK: the pieces of a file one after another. */
import type { InputError } from "../../core/failure.js";
import type { ElementName } from "../../mesh/element-types.js";
import { oriented } from "../../mesh/orientation.js";
import { finished, meshDraft } from "./draft.js";
import { pushInt, pushReal } from "./growing.js";
import type { MeshFile } from "./mesh-file.js";
import { addCells, type Cells, type DataArray, groupsOfData } from "./vtk-cells.js";

export interface Grid extends Cells {
  readonly points: Float64Array;
}

/** The order of these is often not the one that VTK asks for. */
const DOUBTFUL: ReadonlySet<ElementName> = new Set(["wedge6", "wedge15"]);

/** `arrays` hold the values of all grids; `refuse` makes errors. */
export function meshOfGrids(
  grids: readonly Grid[],
  arrays: readonly DataArray[],
  refuse: (reason: string) => InputError,
): MeshFile {
  const draft = meshDraft();
  let firstNode = 0;
  let firstCell = 0;
  let reduced = 0;
  for (const { points, ...cells } of grids) {
    const nodeCount = points.length / 3;
    const { types, offsets } = cells;
    if (offsets.length !== types.length + 1) throw refuse(`has ${types.length} types for ${offsets.length - 1} cells`);
    draft.reserveNodes(nodeCount);
    for (let k = 0; k < points.length; k++) {
      if (!Number.isFinite(points[k])) throw refuse(`point ${Math.floor(k / 3)} has the coordinate ${points[k]}`);
      pushReal(draft.points, points[k]);
    }
    for (let k = 1; k <= nodeCount; k++) pushInt(draft.nodeNumbers, firstNode + k);
    reduced += addCells(draft, cells, { firstNode, firstCell, nodeCount }, refuse).reduced;
    firstNode += nodeCount;
    firstCell += types.length;
  }
  const { mesh } = finished(draft, refuse);
  const { groups, notices } = groupsOfData(mesh, draft, arrays, refuse);
  const { mesh: right } = oriented({ ...mesh, groups }, DOUBTFUL);
  const left = `${reduced} elements were read without the nodes in the middle of their faces and of themselves`;
  return { mesh: right, notices: reduced === 0 ? notices : [left, ...notices] };
}
