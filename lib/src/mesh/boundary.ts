/** The boundary of a mesh: the sides that only one of its elements has. */
import { InputError } from "../core/failure.js";
import { elementType } from "./element-types.js";
import { blockStarts, dimensionOf, elementNumber, type Mesh, nodeCount } from "./mesh.js";

/** Side `sides[k]` of element `elements[k]`, as a group of sides has them. Only elements of the highest dimension have a boundary. */
export interface Boundary {
  readonly elements: Int32Array;
  readonly sides: Uint8Array;
}

/** All of it, or the part whose nodes are all inside. */
export function boundaryOf(mesh: Mesh, isInside: (node: number) => boolean = () => true): Boundary {
  const elements: number[] = [];
  const sides: number[] = [];
  const corners: number[] = [];
  eachSide(mesh, isInside, false, (element, side, own) => {
    elements.push(element);
    sides.push(side);
    corners.push(own[0], own[1], own[2], own[3]);
  });
  const isAlone = alone(corners, nodeCount(mesh));
  return {
    elements: Int32Array.from(elements.filter((_, k) => isAlone[k] === 1)),
    sides: Uint8Array.from(sides.filter((_, k) => isAlone[k] === 1)),
  };
}

/** Which sides have no equal: a side of two elements is inside the body. Only those with the same smallest corner are compared. */
function alone(corners: readonly number[], nodes: number): Uint8Array {
  const count = corners.length / 4;
  const next = new Int32Array(count);
  const latest = new Int32Array(nodes).fill(-1);
  const isAlone = new Uint8Array(count).fill(1);
  for (let k = 0; k < count; k++) {
    const smallest = corners[4 * k];
    for (let other = latest[smallest]; other >= 0; other = next[other]) {
      let same = true;
      for (let c = 1; c < 4 && same; c++) same = corners[4 * k + c] === corners[4 * other + c];
      if (!same) continue;
      isAlone[k] = 0;
      isAlone[other] = 0;
      break;
    }
    next[k] = latest[smallest];
    latest[smallest] = k;
  }
  return isAlone;
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
    (element, side, own) => {
      const key = own.join();
      if (!found.has(key)) found.set(key, { element, side });
    },
  );
  return sidesOf(
    wanted.map(({ element, corners }) => {
      const side = found.get(ascending(corners, corners.length).join());
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

const four = new Int32Array(4);

/** Corners in ascending order, −1 for those that a side has less than four of. */
function ascending(corners: ArrayLike<number>, count: number): Int32Array {
  for (let c = 0; c < 4; c++) {
    const node = c < count ? corners[c] : -1;
    let at = c;
    while (at > 0 && four[at - 1] > node && node >= 0) {
      four[at] = four[at - 1];
      at--;
    }
    four[at] = node;
  }
  return four;
}

/** Calls `visit` for the sides of the body all of whose nodes, or corners, are inside. Corners, ascending, tell sides apart, also where one
 *  neighbour is quadratic and the other is not. */
function eachSide(
  mesh: Mesh,
  isInside: (node: number) => boolean,
  cornersOnly: boolean,
  visit: (element: number, side: number, corners: Int32Array) => void,
): void {
  const dimension = dimensionOf(mesh);
  const starts = blockStarts(mesh);
  mesh.blocks.forEach(({ type, nodes }, b) => {
    const { dimension: inner, nodes: width, sides } = elementType(type);
    if (inner !== dimension) return;
    const all = sides.map((side) => {
      const corners = side.nodes.slice(0, elementType(side.type).corners);
      return { corners, looked: cornersOnly ? corners : side.nodes };
    });
    const own = new Int32Array(4);
    for (let first = 0, e = starts[b]; first < nodes.length; first += width, e++) {
      for (let s = 0; s < all.length; s++) {
        const { corners, looked } = all[s];
        if (!looked.every((node) => isInside(nodes[first + node]))) continue;
        for (let c = 0; c < corners.length; c++) own[c] = nodes[first + corners[c]];
        visit(e, s, ascending(own, corners.length));
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
