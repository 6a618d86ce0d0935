/** Elements with nodes in the middle of their edges, from those without. */
import { type ElementName, elementType, elementTypes } from "../element-types.js";
import type { Cells } from "./cells.js";
import { growingPoints } from "./split.js";

/** The type without nodes in the middle of edges. */
export function linearType(type: ElementName): ElementName {
  const { family } = elementType(type);
  return elementTypes().find((other) => other.family === family && other.nodes === other.corners)?.name ?? type;
}

export function quadratic(cells: Cells): Cells {
  const { family, nodes: corners } = elementType(cells.type);
  const finer = elementTypes().find(
    (other) => other.family === family && other.nodes === corners + family.edges.length,
  );
  if (finer === undefined) return cells;
  const { name: type, edges, nodes: width } = finer;
  const growing = growingPoints(cells);
  const middles = new Map<number, number>();
  const nodes = new Int32Array((cells.nodes.length / corners) * width);
  let at = 0;
  for (let first = 0; first < cells.nodes.length; first += corners) {
    for (let c = 0; c < corners; c++) nodes[at++] = cells.nodes[first + c];
    for (const [i, j] of edges) nodes[at++] = growing.shared(middles, [cells.nodes[first + i], cells.nodes[first + j]]);
  }
  return { points: growing.points(), type, nodes };
}
