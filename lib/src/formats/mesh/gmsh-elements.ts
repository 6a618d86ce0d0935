/** The types of elements that Gmsh numbers, and the order of its nodes [Gmsh reference manual, "Node ordering"]. */
import type { ElementName } from "../../mesh/element-types.js";
import { type NodeOrder, orderByEdges, sameOrder } from "./node-order.js";

export interface GmshElement {
  readonly type: ElementName;
  /** How many nodes Gmsh gives; those beyond the type's own lie inside of faces and elements. */
  readonly nodes: number;
  readonly order: NodeOrder;
}

const TET10 = orderByEdges("tet10", [
  [0, 1],
  [1, 2],
  [2, 0],
  [3, 0],
  [2, 3],
  [1, 3],
]);
const HEX20 = orderByEdges("hex20", [
  [0, 1],
  [0, 3],
  [0, 4],
  [1, 2],
  [1, 5],
  [2, 3],
  [2, 6],
  [3, 7],
  [4, 5],
  [4, 7],
  [5, 6],
  [6, 7],
]);
const WEDGE15 = orderByEdges("wedge15", [
  [0, 1],
  [0, 2],
  [0, 3],
  [1, 2],
  [1, 4],
  [2, 5],
  [3, 4],
  [3, 5],
  [4, 5],
]);

const linear = (type: ElementName, nodes: number): GmshElement => ({ type, nodes, order: sameOrder(type) });

/** By Gmsh's number. */
export const GMSH_ELEMENTS: ReadonlyMap<number, GmshElement> = new Map([
  [1, linear("line2", 2)],
  [2, linear("tri3", 3)],
  [3, linear("quad4", 4)],
  [4, linear("tet4", 4)],
  [5, linear("hex8", 8)],
  [6, linear("wedge6", 6)],
  [7, linear("pyramid5", 5)],
  [8, linear("line3", 3)],
  [9, linear("tri6", 6)],
  [10, linear("quad8", 9)],
  [11, { type: "tet10", nodes: 10, order: TET10 }],
  [12, { type: "hex20", nodes: 27, order: HEX20 }],
  [13, { type: "wedge15", nodes: 18, order: WEDGE15 }],
  [15, linear("point1", 1)],
  [16, linear("quad8", 8)],
  [17, { type: "hex20", nodes: 20, order: HEX20 }],
  [18, { type: "wedge15", nodes: 15, order: WEDGE15 }],
]);

/** Gmsh's number of a type, for writing. */
export function gmshNumber(type: ElementName): number {
  for (const [number, element] of GMSH_ELEMENTS) {
    if (element.type === type && element.nodes === element.order.length) return number;
  }
  return 0;
}
