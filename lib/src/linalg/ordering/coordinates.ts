/** Nested dissection by coordinates: where the vertices of a graph have places in space, cut across the longest direction
 *  through the middle, and let the refinement straighten the cut. Quicker than coarsening; for slender or blocky meshes
 *  nearly as good. */
import { InputError } from "../../core/failure.js";
import type { Vec } from "../../core/vec.js";
import { dissectWith } from "./dissection.js";
import type { Graph } from "./graph.js";
import { refine, SEPARATOR, type Split, splitOf } from "./refinement.js";

/** `points` has `dimension` numbers a vertex. */
export function coordinateDissection(graph: Graph, points: Vec, dimension: number): Int32Array {
  if (points.length !== graph.size * dimension) {
    throw new InputError(
      `found ${points.length} coordinates; ${graph.size} vertices in ${dimension} dimensions have ${graph.size * dimension}`,
      { key: "points" },
    );
  }
  return dissectWith(graph, (part, names) => cutAcross(part, names, points, dimension));
}

function cutAcross(graph: Graph, names: Int32Array, points: Vec, dimension: number): Split {
  const axis = longestAxis(names, points, dimension);
  const place = (v: number) => points[names[v] * dimension + axis];
  const order = Int32Array.from(names.keys()).sort((u, v) => place(u) - place(v) || u - v);
  let total = 0;
  for (const w of graph.weight) total += w;
  const side = new Uint8Array(graph.size).fill(1);
  let low = 0;
  for (const v of order) {
    if (2 * low >= total) break;
    side[v] = 0;
    low += graph.weight[v];
  }
  for (let v = 0; v < graph.size; v++) {
    if (side[v] !== 0) continue;
    for (let j = graph.start[v]; j < graph.start[v + 1]; j++) {
      if (side[graph.neighbour[j]] === 1) {
        side[v] = SEPARATOR;
        break;
      }
    }
  }
  const split = splitOf(graph, side);
  refine(graph, split);
  return split;
}

function longestAxis(names: Int32Array, points: Vec, dimension: number): number {
  let axis = 0;
  let longest = -1;
  for (let d = 0; d < dimension; d++) {
    let low = Infinity;
    let high = -Infinity;
    for (const v of names) {
      low = Math.min(low, points[v * dimension + d]);
      high = Math.max(high, points[v * dimension + d]);
    }
    if (high - low > longest) {
      longest = high - low;
      axis = d;
    }
  }
  return axis;
}
