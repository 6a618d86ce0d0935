/** Hexahedra and quadrilaterals cut into other elements. Six tetrahedra (Kuhn's) and wedges meet across cells only where all cells are
 *  turned alike, as in a box; the other cuts are the same seen from every side. */
import { elementType } from "../element-types.js";
import type { Cells } from "./cells.js";

/** Tetrahedra in a cell: Kuhn's six; 24 over the centres of its faces; 48 over the middles of its edges as well. */
export type Tetrahedra = 6 | 24 | 48;

export function tetrahedra(hexes: Cells, each: Tetrahedra): Cells {
  switch (each) {
    case 6:
      return cut(hexes, "tet4", KUHN);
    case 24:
      return overFaces(hexes, false);
    case 48:
      return overFaces(hexes, true);
  }
}

export const wedges = (hexes: Cells): Cells =>
  cut(hexes, "wedge6", [
    [0, 1, 2, 4, 5, 6],
    [0, 2, 3, 4, 6, 7],
  ]);

export const triangles = (quads: Cells): Cells =>
  cut(quads, "tri3", [
    [0, 1, 2],
    [0, 2, 3],
  ]);

/** Six in a cell, with their tops at its centre. */
export function pyramids(hexes: Cells): Cells {
  const growing = growingPoints(hexes);
  const nodes: number[] = [];
  eachCell(hexes, (cell) => {
    const centre = growing.middle(cell);
    for (const { nodes: side } of elementType("hex8").sides) {
      const [a, b, c, d] = side.map((corner) => cell[corner]);
      nodes.push(a, d, c, b, centre);
    }
  });
  return { points: growing.points(), type: "pyramid5", nodes: Int32Array.from(nodes) };
}

/** The six orders in which the three directions can be walked from corner to opposite corner; two corners change places where the
 *  order is odd, so that every volume is positive. */
const KUHN: readonly (readonly number[])[] = [
  [0, 1, 2, 6],
  [0, 5, 1, 6],
  [0, 2, 3, 6],
  [0, 3, 7, 6],
  [0, 4, 5, 6],
  [0, 7, 4, 6],
];

function cut({ points, type, nodes }: Cells, into: Cells["type"], parts: readonly (readonly number[])[]): Cells {
  const corners = elementType(type).nodes;
  const width = elementType(into).nodes * parts.length;
  const out = new Int32Array((nodes.length / corners) * width);
  let at = 0;
  for (let first = 0; first < nodes.length; first += corners) {
    for (const part of parts) for (const corner of part) out[at++] = nodes[first + corner];
  }
  return { points, type: into, nodes: out };
}

function overFaces(hexes: Cells, halved: boolean): Cells {
  const growing = growingPoints(hexes);
  const edges = new Map<number, number>();
  const faces = new Map<number, number>();
  const { sides } = elementType("hex8");
  // Numbered by kind: middles of edges, of faces, of cells.
  if (halved) {
    eachCell(hexes, (cell) => {
      for (const [i, j] of elementType("hex8").edges) growing.shared(edges, [cell[i], cell[j]]);
    });
  }
  eachCell(hexes, (cell) => {
    for (const { nodes: side } of sides)
      growing.shared(
        faces,
        side.map((corner) => cell[corner]),
      );
  });
  const nodes: number[] = [];
  eachCell(hexes, (cell) => {
    const centre = growing.middle(cell);
    for (const { nodes: side } of sides) {
      const corners = side.map((corner) => cell[corner]);
      const face = growing.shared(faces, corners);
      corners.forEach((a, k) => {
        const b = corners[(k + 1) % 4];
        if (halved) {
          const middle = growing.shared(edges, [a, b]);
          nodes.push(middle, a, face, centre, b, middle, face, centre);
        } else nodes.push(b, a, face, centre);
      });
    }
  });
  return { points: growing.points(), type: "tet4", nodes: Int32Array.from(nodes) };
}

function eachCell({ type, nodes }: Cells, visit: (cell: Int32Array) => void): void {
  const corners = elementType(type).nodes;
  for (let first = 0; first < nodes.length; first += corners) visit(nodes.subarray(first, first + corners));
}

/** The points of some cells, to which middles of edges, faces and cells are added. */
export function growingPoints({ points }: Pick<Cells, "points">) {
  const added: number[] = [];
  const before = points.length / 3;
  const middle = (corners: ArrayLike<number>): number => {
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let i = 0; i < corners.length; i++) sum += points[3 * corners[i] + c];
      added.push(sum / corners.length);
    }
    return before + added.length / 3 - 1;
  };
  return {
    middle,
    /** The same for whoever shares these corners. An edge is known by its ends, a face by its smallest corner and the one across. */
    shared(known: Map<number, number>, corners: readonly number[]): number {
      const smallest = corners.reduce((least, node) => Math.min(least, node), Number.POSITIVE_INFINITY);
      const across = corners[(corners.indexOf(smallest) + corners.length / 2) % corners.length];
      const key = smallest * before + across;
      const found = known.get(key);
      if (found !== undefined) return found;
      const node = middle(corners);
      known.set(key, node);
      return node;
    },
    points(): Float64Array {
      const all = new Float64Array(points.length + added.length);
      all.set(points);
      all.set(added, points.length);
      return all;
    },
  };
}
