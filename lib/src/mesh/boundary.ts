/** The boundary of a mesh: the sides that only one of its elements has. */
import { InputError } from "../core/failure.js";
import { elementType } from "./element-types.js";
import { blockStarts, dimensionOf, elementNumber, type Mesh } from "./mesh.js";

/** Side `sides[k]` of element `elements[k]`, as a group of sides has them. Only elements of the highest dimension have a boundary. */
export interface Boundary {
  readonly elements: Int32Array;
  readonly sides: Uint8Array;
}

/** All of it, or the part whose nodes are all inside. */
export function boundaryOf(mesh: Mesh, isInside: (node: number) => boolean = () => true): Boundary {
  const found = new Map<string, SideOf | null>();
  eachSide(mesh, isInside, false, (element, side, key) => {
    // A side of two elements is inside the body.
    found.set(key, found.has(key) ? null : { element, side });
  });
  return sidesOf([...found.values()].filter((each) => each !== null));
}

/** The sides of the body that these elements of a lower dimension lie on, in their order. */
export function sidesUnder(mesh: Mesh, elements: Int32Array): Boundary {
  const starts = blockStarts(mesh);
  const wanted = Array.from(elements, (element) => {
    const b = starts.findIndex((start) => start > element) - 1;
    const { type, nodes } = mesh.blocks[b];
    const { nodes: width, corners } = elementType(type);
    const first = (element - starts[b]) * width;
    return { element, corners: nodes.subarray(first, first + corners) };
  });
  const inside = new Set(wanted.flatMap(({ corners }) => [...corners]));
  const found = new Map<string, SideOf>();
  eachSide(
    mesh,
    (node) => inside.has(node),
    true,
    (element, side, key) => {
      if (!found.has(key)) found.set(key, { element, side });
    },
  );
  return sidesOf(
    wanted.map(({ element, corners }) => {
      const side = found.get(keyOf(corners));
      if (side !== undefined) return side;
      throw new InputError(`element ${elementNumber(mesh, element)} is not a side of any element of the body`);
    }),
  );
}

interface SideOf {
  readonly element: number;
  readonly side: number;
}

const sidesOf = (list: readonly SideOf[]): Boundary => ({
  elements: Int32Array.from(list, ({ element }) => element),
  sides: Uint8Array.from(list, ({ side }) => side),
});

/** Corners tell sides apart, also where one neighbour is quadratic and the other is not. */
const keyOf = (corners: ArrayLike<number>) =>
  Array.from(corners)
    .sort((a, b) => a - b)
    .join();

/** Calls `visit` for the sides of the body all of whose nodes, or corners, are inside. */
function eachSide(
  mesh: Mesh,
  isInside: (node: number) => boolean,
  cornersOnly: boolean,
  visit: (element: number, side: number, key: string) => void,
): void {
  const dimension = dimensionOf(mesh);
  const starts = blockStarts(mesh);
  mesh.blocks.forEach(({ type, nodes }, b) => {
    const { dimension: own, nodes: width, sides } = elementType(type);
    if (own !== dimension) return;
    const all = sides.map((side) => {
      const corners = side.nodes.slice(0, elementType(side.type).corners);
      return { corners, looked: cornersOnly ? corners : side.nodes };
    });
    for (let first = 0, e = starts[b]; first < nodes.length; first += width, e++) {
      for (let s = 0; s < all.length; s++) {
        const { corners, looked } = all[s];
        if (!looked.every((node) => isInside(nodes[first + node]))) continue;
        visit(e, s, keyOf(corners.map((node) => nodes[first + node])));
      }
    }
  });
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
