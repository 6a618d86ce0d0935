/** How far a body is from what small displacements are: of the edges of all elements, the largest difference of the displacements of their ends
 *  over their length; of edges with a node in the middle, of either half. A rotation by θ is 2 sin(θ/2), a strain along an edge the strain; a motion of the
 *  whole body along a line is nothing. Where nodes have rotations, these count as well. */
import type { Vec } from "../core/vec.js";
import type { Body } from "./body.js";
import { elementType } from "./element-types.js";

export function relativeDisplacement({ mesh, fields }: Body): (t: number, q: Vec, v: Vec) => number {
  const { points } = mesh;
  const nodal = (wanted: string) => fields.find(({ name, on }) => name === wanted && on === "nodes");
  const [displacement, rotation] = [nodal("displacement"), nodal("rotation")];
  const u = new Float64Array(points.length);
  const edges = edgesOf(mesh);
  return (t, q, v) => {
    displacement?.evaluate(t, q, v, u);
    let largest = 0;
    for (let k = 0; k < edges.length; k += 2) {
      const [a, b] = [3 * edges[k], 3 * edges[k + 1]];
      let [moved, length] = [0, 0];
      for (let d = 0; d < 3; d++) {
        moved += (u[b + d] - u[a + d]) ** 2;
        length += (points[b + d] - points[a + d]) ** 2;
      }
      if (moved > largest * length) largest = moved / length;
    }
    if (rotation !== undefined) {
      rotation.evaluate(t, q, v, u);
      for (let i = 0; i < u.length; i += 3) largest = Math.max(largest, u[i] ** 2 + u[i + 1] ** 2 + u[i + 2] ** 2);
    }
    return Math.sqrt(largest);
  };
}

/** Two nodes each; an edge of several elements once for each of them. */
function edgesOf({ blocks }: Body["mesh"]): Int32Array {
  const edges = blocks.flatMap(({ type, nodes }) => {
    const { family, nodes: perElement } = elementType(type);
    const count = nodes.length / perElement;
    const corners = family.corners.length;
    const pairs = family.edges.flatMap(([a, b], k) =>
      perElement > corners ? [a, corners + k, corners + k, b] : [a, b],
    );
    return [
      Int32Array.from({ length: count * pairs.length }, (_, at) => {
        const e = Math.floor(at / pairs.length);
        return nodes[e * perElement + pairs[at % pairs.length]];
      }),
    ];
  });
  const all = new Int32Array(edges.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const own of edges) {
    all.set(own, at);
    at += own.length;
  }
  return all;
}
