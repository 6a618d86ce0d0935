/** Lattices of struts, for frames: cubic ones along the edges of the cells, body-centred ones from corners to centres, octets over the
 *  centres of faces. Groups: the nodes of the sides, called as those of a box. */
import { InputError } from "../../core/failure.js";
import { elementType } from "../element-types.js";
import type { Mesh } from "../mesh.js";
import { type Cells, gridOf, meshOf } from "./cells.js";
import { boxSides, onPlane } from "./sides.js";
import { growingPoints } from "./split.js";

export interface Lattice {
  /** Two or three lengths. */
  readonly size: readonly number[];
  readonly cells: readonly number[];
  readonly kind?: LatticeKind;
  readonly origin?: readonly number[];
}

export const LATTICE_KINDS = ["cubic", "body-centred", "octet"] as const;
export type LatticeKind = (typeof LATTICE_KINDS)[number];

export function lattice({ size, cells, kind = "cubic", origin = [] }: Lattice): Mesh {
  const dimension = size.length;
  if (dimension !== 2 && dimension !== 3)
    throw new InputError(`found ${dimension} lengths; accepted: two or three`, { key: "size" });
  if (dimension === 2 && kind === "octet")
    throw new InputError("an octet needs three lengths; accepted here: cubic, body-centred", { key: "kind" });
  const grid = gridOf(size, cells, origin);
  const mesh = meshOf(struts(grid, kind));
  const all = Int32Array.from({ length: mesh.points.length / 3 }, (_, node) => node);
  const groups = boxSides(dimension).flatMap(([low, high], d) => {
    const from = origin[d] ?? 0;
    return [
      { name: low, of: "nodes" as const, nodes: all.filter(onPlane(mesh, d, from)) },
      { name: high, of: "nodes" as const, nodes: all.filter(onPlane(mesh, d, from + size[d])) },
    ];
  });
  return { ...mesh, groups };
}

function struts(grid: Cells, kind: LatticeKind): Cells {
  const { nodes: width, edges, sides } = elementType(grid.type);
  const growing = growingPoints(grid);
  const faces = new Map<number, number>();
  const known = new Set<number>();
  const nodes: number[] = [];
  const most = 8 * grid.points.length;
  const join = (a: number, b: number) => {
    const key = Math.min(a, b) * most + Math.max(a, b);
    if (known.has(key)) return;
    known.add(key);
    nodes.push(a, b);
  };
  for (let first = 0; first < grid.nodes.length; first += width) {
    const cell = [...grid.nodes.subarray(first, first + width)];
    if (kind === "cubic") for (const [i, j] of edges) join(cell[i], cell[j]);
    else if (kind === "body-centred") {
      const centre = growing.middle(cell);
      for (const corner of cell) join(corner, centre);
    } else {
      const centres = sides.map((side) => {
        const corners = side.nodes.map((corner) => cell[corner]);
        const face = growing.shared(faces, corners);
        for (const corner of corners) join(corner, face);
        return face;
      });
      // Faces that share an edge; of the pairs bottom–top, front–back, left–right none does.
      const opposite = (i: number, j: number) => sides[i].nodes.every((node) => !sides[j].nodes.includes(node));
      centres.forEach((a, i) => {
        centres.slice(0, i).forEach((b, j) => {
          if (!opposite(i, j)) join(a, b);
        });
      });
    }
  }
  return { points: growing.points(), type: "line2", nodes: Int32Array.from(nodes) };
}
