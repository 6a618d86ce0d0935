/** Sides of elements, and forces spread over them. */
import { InputError } from "../core/failure.js";
import type { Vec } from "../core/vec.js";
import { elementType } from "./element-types.js";
import { blockStarts, dimensionOf, elementNumber, type Mesh } from "./mesh.js";
import { shapeOf } from "./shapes/shape-of.js";

/** Side `sides[k]` of element `elements[k]`. */
export interface Surface {
  readonly elements: Int32Array;
  readonly sides: Uint8Array;
}

/** The sides of the body's boundary whose nodes are all among these. */
export function boundaryWithin(mesh: Mesh, isInside: (node: number) => boolean): Surface {
  const found = new Map<string, { element: number; side: number } | null>();
  eachSide(mesh, isInside, (element, side, key) => {
    // A side of two elements is inside the body.
    found.set(key, found.has(key) ? null : { element, side });
  });
  return surfaceOf([...found.values()].filter((each) => each !== null));
}

/** The sides of the body that these elements of a lower dimension lie on, in their order. */
export function sidesUnder(mesh: Mesh, elements: Int32Array): Surface {
  const starts = blockStarts(mesh);
  const wanted = Array.from(elements, (element) => {
    const b = starts.findIndex((start) => start > element) - 1;
    const { type, nodes } = mesh.blocks[b];
    const width = elementType(type).nodes;
    const first = (element - starts[b]) * width;
    return { element, corners: nodes.subarray(first, first + elementType(type).corners) };
  });
  const inside = new Set(wanted.flatMap(({ corners }) => [...corners]));
  const found = new Map<string, { element: number; side: number }>();
  eachSide(
    mesh,
    (node) => inside.has(node),
    (element, side, key) => {
      if (!found.has(key)) found.set(key, { element, side });
    },
    true,
  );
  return surfaceOf(
    wanted.map(({ element, corners }) => {
      const side = found.get(keyOf(corners));
      if (side !== undefined) return side;
      throw new InputError(`element ${elementNumber(mesh, element)} is not a side of any element of the body`);
    }),
  );
}

function surfaceOf(list: readonly { element: number; side: number }[]): Surface {
  return {
    elements: Int32Array.from(list, ({ element }) => element),
    sides: Uint8Array.from(list, ({ side }) => side),
  };
}

const keyOf = (corners: ArrayLike<number>) =>
  Array.from(corners)
    .sort((a, b) => a - b)
    .join();

/** Calls `visit` for the sides of elements of the body all of whose nodes (or corners) are inside. */
function eachSide(
  mesh: Mesh,
  isInside: (node: number) => boolean,
  visit: (element: number, side: number, key: string) => void,
  cornersOnly = false,
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

/** The nodes of a side, in the order of its own type. */
export function sideNodes(mesh: Mesh, { elements, sides }: Surface, k: number): { type: SideType; nodes: Int32Array } {
  const starts = blockStarts(mesh);
  const b = starts.findIndex((start) => start > elements[k]) - 1;
  const { type, nodes } = mesh.blocks[b];
  const { nodes: width, sides: all } = elementType(type);
  const side = all[sides[k]];
  const first = (elements[k] - starts[b]) * width;
  return { type: side.type, nodes: Int32Array.from(side.nodes, (node) => nodes[first + node]) };
}

type SideType = ReturnType<typeof elementType>["name"];

/** What a force is at a point of a surface with this normal, whose length is the area. */
type Force = (normal: readonly [number, number, number], out: Vec) => void;

/** ∫ N_a f dA, three numbers a node. In the plane the sides are edges of the given thickness. */
export function surfaceForces(mesh: Mesh, surface: Surface, thickness: number, force: Force): Vec {
  const pattern = new Float64Array(mesh.points.length);
  const at = new Float64Array(3);
  for (let k = 0; k < surface.elements.length; k++) {
    const { type, nodes } = sideNodes(mesh, surface, k);
    if (type === "point1") {
      force([0, 0, 0], at);
      continue;
    }
    const shape = shapeOf(type);
    const values = new Float64Array(shape.nodes);
    const gradients = new Float64Array(shape.nodes * shape.dimension);
    shape.mass.points.forEach((xi, p) => {
      shape.values(xi, values);
      shape.gradients(xi, gradients);
      force(normalAt(mesh, nodes, shape.dimension, gradients, thickness), at);
      nodes.forEach((node, a) => {
        for (let c = 0; c < 3; c++) pattern[3 * node + c] += shape.mass.weights[p] * values[a] * at[c];
      });
    });
  }
  return pattern;
}

/** Sides run counter-clockwise seen from outside: the normal points out of the body. */
function normalAt(
  { points }: Mesh,
  nodes: Int32Array,
  dimension: number,
  gradients: Vec,
  thickness: number,
): [number, number, number] {
  const tangents = new Float64Array(6);
  nodes.forEach((node, a) => {
    for (let d = 0; d < dimension; d++) {
      for (let c = 0; c < 3; c++) tangents[3 * d + c] += gradients[a * dimension + d] * points[3 * node + c];
    }
  });
  const [x, y, z, X, Y, Z] = tangents;
  return dimension === 1 ? [thickness * y, -thickness * x, 0] : [y * Z - z * Y, z * X - x * Z, x * Y - y * X];
}

/** The same force on each unit of area. */
export const traction =
  (vector: readonly [number, number, number]): Force =>
  (normal, out) => {
    const area = Math.hypot(...normal);
    for (let c = 0; c < 3; c++) out[c] = area * vector[c];
  };

/** Unit pressure against the outer normal. */
export const pressure: Force = (normal, out) => {
  for (let c = 0; c < 3; c++) out[c] = -normal[c];
};

export function areaOf(mesh: Mesh, surface: Surface, thickness: number): number {
  const forces = surfaceForces(mesh, surface, thickness, traction([1, 0, 0]));
  let area = 0;
  for (let i = 0; i < forces.length; i += 3) area += forces[i];
  return area;
}
