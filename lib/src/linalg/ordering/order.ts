/** Elimination orders that keep the factor sparse. */
import { nestedDissection } from "./dissection.js";
import type { Graph } from "./graph.js";
import { minimumDegree } from "./minimum-degree.js";

/** `auto` dissects large graphs and takes minimum degree for small ones. */
export type Ordering = "auto" | "nested-dissection" | "minimum-degree" | "natural";

/** From here on the quicker factor pays for the longer ordering. */
const LARGE = 1000;

export function orderOf(graph: Graph, ordering: Ordering): Int32Array {
  if (ordering === "natural") return Int32Array.from({ length: graph.size }, (_, v) => v);
  const dissect = ordering === "nested-dissection" || (ordering === "auto" && graph.size >= LARGE);
  return dissect ? nestedDissection(graph) : minimumDegree(graph);
}
