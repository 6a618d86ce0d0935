/** The order of nodes in a format, where it differs from `element-types.ts`: formats agree about corners and differ in the order
 *  of the edges whose middles follow. */
import { type ElementName, elementType } from "../../mesh/element-types.js";

/** The k-th node of the format is node `order[k]` here, when it is read and when it is written. */
export type NodeOrder = Uint8Array;

export function sameOrder(type: ElementName): NodeOrder {
  return Uint8Array.from({ length: elementType(type).nodes }, (_, k) => k);
}

export function orderByEdges(type: ElementName, edges: readonly (readonly [number, number])[]): NodeOrder {
  const { corners, edges: own } = elementType(type);
  const middles = edges.map(
    ([a, b]) => corners + own.findIndex(([i, j]) => (i === a && j === b) || (i === b && j === a)),
  );
  return Uint8Array.from([...Array(corners).keys(), ...middles]);
}
