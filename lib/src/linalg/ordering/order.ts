/** Elimination orders that keep the factor sparse. */
import type { Graph } from "./graph.js";
import { minimumDegree } from "./minimum-degree.js";

/** `auto` chooses by size. */
export type Ordering = "auto" | "minimum-degree" | "natural";

export function orderOf(graph: Graph, ordering: Ordering): Int32Array {
  if (ordering === "natural") return Int32Array.from({ length: graph.size }, (_, i) => i);
  return minimumDegree(graph);
}
