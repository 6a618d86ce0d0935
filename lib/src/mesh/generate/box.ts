/** Boxes of every type of element: a bar in one direction, a rectangle in two, a box in three.
 *
 *  Nodes of a grid are counted along x first, then y, then z; so are cells. Groups: the sides `left` and `right` (x), `front` and `back`
 *  (y), `bottom` and `top` (z); in the plane `left` and `right` (x), `bottom` and `top` (y). */
import { InputError } from "../../core/failure.js";
import type { ElementName } from "../element-types.js";
import type { Mesh } from "../mesh.js";
import { type Cells, gridOf, meshOf } from "./cells.js";
import { linearType, quadratic } from "./quadratic.js";
import { boxSides, onPlane, sidesWhere } from "./sides.js";
import { pyramids, type Tetrahedra, tetrahedra, triangles, wedges } from "./split.js";

export interface Box {
  /** One, two or three lengths. */
  readonly size: readonly number[];
  /** As many counts. */
  readonly cells: readonly number[];
  readonly element?: ElementName;
  /** Of tet4 and tet10, in a cell: 6 (Kuhn's), 24 or 48. */
  readonly tetrahedra?: Tetrahedra;
  /** The corner with the smallest coordinates. */
  readonly origin?: readonly number[];
}

const USUAL = ["line2", "quad4", "hex8"] as const;
/** What a box of each dimension can be made of. */
export const BOX_ELEMENTS: readonly (readonly ElementName[])[] = [
  ["line2", "line3"],
  ["quad4", "quad8", "tri3", "tri6"],
  ["hex8", "hex20", "tet4", "tet10", "wedge6", "wedge15", "pyramid5"],
];

export function box({ size, cells, element, tetrahedra: each = 6, origin = [] }: Box): Mesh {
  const dimension = size.length;
  if (dimension < 1 || dimension > 3)
    throw new InputError(`found ${dimension} lengths; accepted: one to three`, { key: "size" });
  const type = element ?? USUAL[dimension - 1];
  const possible = BOX_ELEMENTS[dimension - 1];
  if (!possible.includes(type)) {
    throw new InputError(`a box of ${dimension} lengths has no ${type}; accepted: ${possible.join(", ")}`, {
      key: "element",
    });
  }
  const mesh = meshOf(madeOf(gridOf(size, cells, origin), type, each));
  const groups = boxSides(dimension).flatMap(([low, high], d) => {
    const from = origin[d] ?? 0;
    return [sidesWhere(mesh, low, onPlane(mesh, d, from)), sidesWhere(mesh, high, onPlane(mesh, d, from + size[d]))];
  });
  return { ...mesh, groups };
}

/** Cells of a grid as elements of a type. */
export function madeOf(grid: Cells, type: ElementName, each: Tetrahedra): Cells {
  const linear = linearType(type);
  const cut = cutInto(grid, linear, each);
  return linear === type ? cut : quadratic(cut);
}

function cutInto(grid: Cells, type: ElementName, each: Tetrahedra): Cells {
  switch (type) {
    case "tet4":
      return tetrahedra(grid, each);
    case "wedge6":
      return wedges(grid);
    case "pyramid5":
      return pyramids(grid);
    case "tri3":
      return triangles(grid);
    default:
      return grid;
  }
}
