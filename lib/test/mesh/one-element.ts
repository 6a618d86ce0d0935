/** A mesh of one element with straight edges, slightly skewed, so that no two distances are equal. */
import { type ElementName, elementType } from "../../src/mesh/element-types.js";
import type { Mesh } from "../../src/mesh/mesh.js";

const CORNERS: Readonly<Record<string, readonly (readonly number[])[]>> = {
  "0 1": [[0, 0, 0]],
  "1 2": [
    [0, 0, 0],
    [1, 0, 0],
  ],
  "2 3": [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
  ],
  "2 4": [
    [0, 0, 0],
    [1, 0, 0],
    [1, 1, 0],
    [0, 1, 0],
  ],
  "3 4": [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  "3 5": [
    [0, 0, 0],
    [1, 0, 0],
    [1, 1, 0],
    [0, 1, 0],
    [0.5, 0.5, 1],
  ],
  "3 6": [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [1, 0, 1],
    [0, 1, 1],
  ],
  "3 8": [
    [0, 0, 0],
    [1, 0, 0],
    [1, 1, 0],
    [0, 1, 0],
    [0, 0, 1],
    [1, 0, 1],
    [1, 1, 1],
    [0, 1, 1],
  ],
};

export function oneElement(type: ElementName): Mesh {
  const { dimension, corners, edges, nodes } = elementType(type);
  const spots = CORNERS[`${dimension} ${corners}`].map(([x, y, z]) =>
    dimension === 3 ? [x + 0.1 * y, 1.3 * y + 0.05 * z * x, 1.7 * z] : [x + 0.1 * y, 1.3 * y, 0],
  );
  const middles = edges.slice(0, nodes - corners).map(([a, b]) => spots[a].map((x, k) => (x + spots[b][k]) / 2));
  return {
    points: Float64Array.from([...spots, ...middles].flat()),
    nodeNumbers: null,
    blocks: [{ type, nodes: Int32Array.from({ length: nodes }, (_, k) => k), numbers: null }],
    groups: [],
  };
}
