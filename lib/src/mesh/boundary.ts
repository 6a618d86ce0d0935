/** The boundary of a mesh: the sides that only one of its elements has. */
import { elementType } from "./element-types.js";
import { blockStarts, dimensionOf, type Mesh } from "./mesh.js";

/** Side `sides[k]` of element `elements[k]`, as a group of sides has them. Only elements of the highest dimension have a boundary. */
export interface Boundary {
  readonly elements: Int32Array;
  readonly sides: Uint8Array;
}

export function boundaryOf(mesh: Mesh): Boundary {
  const dimension = dimensionOf(mesh);
  const starts = blockStarts(mesh);
  const seen = new Map<string, { element: number; side: number; times: number }>();
  mesh.blocks.forEach(({ type, nodes }, b) => {
    const { nodes: perElement, dimension: own, sides } = elementType(type);
    if (own !== dimension) return;
    for (let e = 0; e * perElement < nodes.length; e++) {
      sides.forEach((side, s) => {
        // Corners tell sides apart, also where one neighbour is quadratic and the other is not.
        const corners = side.nodes.slice(0, elementType(side.type).corners).map((k) => nodes[e * perElement + k]);
        const key = corners.sort((x, y) => x - y).join();
        const known = seen.get(key);
        if (known === undefined) seen.set(key, { element: starts[b] + e, side: s, times: 1 });
        else known.times++;
      });
    }
  });
  const outer = [...seen.values()].filter(({ times }) => times === 1);
  return {
    elements: Int32Array.from(outer, ({ element }) => element),
    sides: Uint8Array.from(outer, ({ side }) => side),
  };
}

/** The nodes of some sides, one side after another, by the type of the sides: what is integrated over a surface. */
export function sideNodes(mesh: Mesh, { elements, sides }: Boundary) {
  const starts = blockStarts(mesh);
  return Array.from(elements, (element, k) => {
    const b = mesh.blocks.findIndex((_, i) => element < starts[i + 1]);
    const { type, nodes } = mesh.blocks[b];
    const { nodes: perElement, sides: all } = elementType(type);
    const side = all[sides[k]];
    return { type: side.type, nodes: side.nodes.map((n) => nodes[(element - starts[b]) * perElement + n]) };
  });
}

export function boundaryNodes(mesh: Mesh): Int32Array {
  const nodes = new Set(sideNodes(mesh, boundaryOf(mesh)).flatMap((side) => side.nodes));
  return Int32Array.from(nodes).sort();
}
