/** Where the nodes of the reference elements are: corners, then the middles of the edges. */
import { type ElementName, elementType } from "../../../src/mesh/element-types.js";

const SQUARE = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
];
const TRIANGLE = [
  [0, 0],
  [1, 0],
  [0, 1],
];
const raised = (points: number[][], z: number) => points.map((p) => [...p, z]);
const CORNERS: Readonly<Record<string, number[][]>> = {
  line: [[-1], [1]],
  tri: TRIANGLE,
  quad: SQUARE,
  tet: [...raised(TRIANGLE, 0), [0, 0, 1]],
  wedge: [...raised(TRIANGLE, -1), ...raised(TRIANGLE, 1)],
  hex: [...raised(SQUARE, -1), ...raised(SQUARE, 1)],
};

export function referenceNodes(name: ElementName): number[][] {
  const corners = CORNERS[name.replace(/\d+$/, "")];
  const { nodes, edges } = elementType(name);
  const middles = edges.map(([i, j]) => corners[i].map((x, d) => (x + corners[j][d]) / 2));
  return [...corners, ...middles].slice(0, nodes);
}
