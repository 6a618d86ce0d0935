/** Elements with nodes in the middle of their edges, from those without. */
import { type ElementName, elementType } from "../element-types.js";
import type { Cells } from "./cells.js";
import { growingPoints } from "./split.js";

const QUADRATIC: Partial<Record<ElementName, ElementName>> = {
  line2: "line3",
  tri3: "tri6",
  quad4: "quad8",
  tet4: "tet10",
  wedge6: "wedge15",
  hex8: "hex20",
};

/** The type without nodes in the middle of edges. */
export function linearType(type: ElementName): ElementName {
  const [linear] = Object.entries(QUADRATIC).find(([, quadratic]) => quadratic === type) ?? [type];
  return linear as ElementName;
}

export function quadratic(cells: Cells): Cells {
  const type = QUADRATIC[cells.type];
  if (type === undefined) return cells;
  const { edges, nodes: width } = elementType(type);
  const corners = elementType(cells.type).nodes;
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
