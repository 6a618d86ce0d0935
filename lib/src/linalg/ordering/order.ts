/** Elimination orders that keep the factor sparse. */
import { InputError } from "../../core/failure.js";
import type { Vec } from "../../core/vec.js";
import { coordinateDissection } from "./coordinates.js";
import { nestedDissection } from "./dissection.js";
import type { CompressedGraph } from "./graph.js";
import { minimumDegree } from "./minimum-degree.js";

/** `auto` dissects large graphs and takes minimum degree for small ones; with the coordinates of the nodes (as many rows
 *  each), they are dissected in space. */
export type Ordering = "auto" | "nested-dissection" | "minimum-degree" | "natural" | NodePoints;

export interface NodePoints {
  readonly points: Vec;
  readonly dimension: number;
}

/** From here on the quicker factor pays for the longer ordering. */
const LARGE = 1000;

export function orderOf({ graph, vertexOf }: CompressedGraph, ordering: Ordering): Int32Array {
  if (typeof ordering === "object") return inSpace(graph, vertexOf, ordering);
  if (ordering === "natural") return Int32Array.from({ length: graph.size }, (_, v) => v);
  const dissect = ordering === "nested-dissection" || (ordering === "auto" && graph.size >= LARGE);
  return dissect ? nestedDissection(graph) : minimumDegree(graph);
}

function inSpace(graph: CompressedGraph["graph"], vertexOf: Int32Array, { points, dimension }: NodePoints): Int32Array {
  const nodes = points.length / dimension;
  const rowsPerNode = vertexOf.length / nodes;
  if (!Number.isInteger(rowsPerNode)) {
    throw new InputError(
      `found ${points.length} coordinates for ${vertexOf.length} rows; give ${dimension} for every node, and as many rows each`,
      { key: "points" },
    );
  }
  const places = new Float64Array(graph.size * dimension);
  vertexOf.forEach((vertex, row) => {
    const node = Math.floor(row / rowsPerNode);
    for (let d = 0; d < dimension; d++) places[vertex * dimension + d] = points[node * dimension + d];
  });
  return coordinateDissection(graph, places, dimension);
}
