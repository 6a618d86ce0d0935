/** Small meshes of every element type: a block of cells whose inner and outer nodes may be pushed out of their places. */
import { type ElementName, elementType } from "../../src/mesh/element-types.js";
import type { Mesh } from "../../src/mesh/mesh.js";

/** A cell's corners as hexahedron or quadrilateral, cut into elements. Tetrahedra: the six ways from corner 0 to corner 6. */
const CUTS: Readonly<Record<string, readonly (readonly number[])[]>> = {
  hex: [[0, 1, 2, 3, 4, 5, 6, 7]],
  tet: [
    [0, 1, 2, 6],
    [0, 2, 3, 6],
    [0, 3, 7, 6],
    [0, 7, 4, 6],
    [0, 4, 5, 6],
    [0, 5, 1, 6],
  ],
  wedge: [
    [0, 1, 2, 4, 5, 6],
    [0, 2, 3, 4, 6, 7],
  ],
  quad: [[0, 1, 2, 3]],
  tri: [
    [0, 1, 2],
    [0, 2, 3],
  ],
};

export interface BlockOptions {
  readonly cells: readonly [number, number, number];
  readonly sides?: readonly [number, number, number];
  /** Where a node is to be instead of its place in the grid. */
  readonly shift?: (x: readonly number[]) => readonly number[];
}

export function block(type: ElementName, { cells, sides = [1, 1, 1], shift = (x) => x }: BlockOptions): Mesh {
  const { dimension, corners, edges, nodes: perElement } = elementType(type);
  const count = cells.map((n, d) => (d < dimension ? n + 1 : 1));
  const number = (i: number, j: number, k: number) => i + count[0] * (j + count[1] * k);
  const points: number[] = [];
  for (let k = 0; k < count[2]; k++) {
    for (let j = 0; j < count[1]; j++) {
      for (let i = 0; i < count[0]; i++) {
        const grid = [i, j, k].map((n, d) => (d < dimension ? (sides[d] * n) / cells[d] : 0));
        points.push(...shift(grid));
      }
    }
  }
  const nodes: number[] = [];
  const middle = new Map<string, number>();
  for (let k = 0; k < (dimension === 3 ? cells[2] : 1); k++) {
    for (let j = 0; j < cells[1]; j++) {
      for (let i = 0; i < cells[0]; i++) {
        const around = (z: number) => [
          number(i, j, z),
          number(i + 1, j, z),
          number(i + 1, j + 1, z),
          number(i, j + 1, z),
        ];
        const cell = dimension === 3 ? [...around(k), ...around(k + 1)] : around(0);
        for (const cut of CUTS[type.replace(/\d+$/, "")]) {
          const own = cut.map((corner) => cell[corner]);
          nodes.push(...own);
          if (perElement === corners) continue;
          for (const [a, b] of edges) {
            const key = [own[a], own[b]].sort((x, y) => x - y).join();
            if (!middle.has(key)) {
              middle.set(key, points.length / 3);
              for (let d = 0; d < 3; d++) points.push((points[3 * own[a] + d] + points[3 * own[b] + d]) / 2);
            }
            nodes.push(middle.get(key) as number);
          }
        }
      }
    }
  }
  return {
    points: Float64Array.from(points),
    nodeNumbers: null,
    blocks: [{ type, nodes: Int32Array.from(nodes), numbers: null }],
    groups: [],
  };
}

/** Pushes what is inside of the unit block out of the regular grid, and leaves its boundary alone. */
export function skewed([x, y, z]: readonly number[]): number[] {
  const bump = (s: number) => s * (1 - s);
  return [x + 0.5 * bump(x) * bump(y + 0.1), y - 0.4 * bump(x) * bump(y), z + (z === 0 ? 0 : 0.6 * bump(z) * x)];
}
