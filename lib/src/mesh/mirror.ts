/** An element seen in a mirror has its nodes in another order: which one, for every type. */
import { type ElementName, elementType } from "./element-types.js";
import { edgeBetween } from "./elements/element.js";

/** Node k of the mirrored element is node `mirrored(type)[k]` of the element. It is its own inverse. */
export function mirrored(type: ElementName): Uint8Array {
  const { family, corners, nodes, edges } = elementType(type);
  const turned = family.mirrored;
  const middles = edges.slice(0, nodes - corners).map(([a, b]) => corners + edgeBetween(edges, turned[a], turned[b]));
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
