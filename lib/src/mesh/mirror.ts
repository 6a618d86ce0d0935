/** An element seen in a mirror has its nodes in another order: which one, for every type. */
import { type ElementName, type ElementType, elementType } from "./element-types.js";

/** The corners of the mirrored element, by their number: the first stays, the way around is reversed. */
const CORNERS: Readonly<Record<string, readonly number[]>> = {
  "0 1": [0],
  "1 2": [1, 0],
  "2 3": [0, 2, 1],
  "2 4": [0, 3, 2, 1],
  "3 4": [0, 2, 1, 3],
  "3 5": [0, 3, 2, 1, 4],
  "3 6": [0, 2, 1, 3, 5, 4],
  "3 8": [0, 3, 2, 1, 4, 7, 6, 5],
};

/** Node k of the mirrored element is node `mirrored(type)[k]` of the element. It is its own inverse. */
export function mirrored(type: ElementName): Uint8Array {
  const { dimension, corners, nodes, edges } = elementType(type);
  const turned = CORNERS[`${dimension} ${corners}`];
  const middles = edges.slice(0, nodes - corners).map(([a, b]) => corners + edgeOf(edges, turned[a], turned[b]));
  return Uint8Array.from([...turned, ...middles]);
}

/** Side k of the mirrored element is side `mirroredSides(type)[k]` of the element. */
export function mirroredSides(type: ElementName): Uint8Array {
  const { sides } = elementType(type);
  const turned = mirrored(type);
  const corners = sides.map(({ nodes }) => setOf(nodes));
  return Uint8Array.from(sides, ({ nodes }) => corners.indexOf(setOf(nodes.map((node) => turned[node]))));
}

const setOf = (nodes: readonly number[]) => [...nodes].sort((a, b) => a - b).join(" ");

function edgeOf(edges: ElementType["edges"], a: number, b: number): number {
  return edges.findIndex(([i, j]) => (i === a && j === b) || (i === b && j === a));
}
