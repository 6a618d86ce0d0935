/** Nested dissection [george1973]: eliminate the two parts that a separator leaves, each dissected in turn, and the separator
 *  last; no fill ever crosses it. For meshes in three dimensions this leaves about half the operations of minimum degree,
 *  which orders the parts once they are small. */
import { congruence } from "../../core/random.js";
import { type Graph, subgraph } from "./graph.js";
import { minimumDegree } from "./minimum-degree.js";
import { SEPARATOR, type Split } from "./refinement.js";
import { separate } from "./separator.js";

/** Parts below this many vertices are ordered by minimum degree. */
const LEAF = 120;

/** order[k] is the vertex eliminated k-th. */
export function nestedDissection(graph: Graph): Int32Array {
  const random = congruence(17);
  return dissectWith(graph, (part) => separate(part, random));
}

/** Cuts a part, whose vertices are known by `names` in the whole graph. */
export type Cut = (part: Graph, names: Int32Array) => Split;

export function dissectWith(graph: Graph, cut: Cut): Int32Array {
  const order = new Int32Array(graph.size);
  const all = Int32Array.from({ length: graph.size }, (_, v) => v);
  dissect(graph, all, order, cut);
  return order;
}

/** Writes the vertices of a part into `out` in the order of their elimination. */
function dissect(graph: Graph, names: Int32Array, out: Int32Array, cut: Cut): void {
  const split = graph.size <= LEAF ? null : cut(graph, names);
  // A graph that does not come apart (nearly a clique) is a leaf, whatever its size.
  if (split === null || split.weights[0] === 0 || split.weights[1] === 0) {
    minimumDegree(graph).forEach((v, k) => {
      out[k] = names[v];
    });
    return;
  }
  const place = new Int32Array(graph.size).fill(-1);
  let end = 0;
  for (let s = 0; s < 2; s++) {
    const part = verticesOf(split.side, s);
    const partNames = part.map((v) => names[v]);
    dissect(subgraph(graph, part, place), partNames, out.subarray(end, end + part.length), cut);
    end += part.length;
  }
  for (const v of verticesOf(split.side, SEPARATOR)) out[end++] = names[v];
}

function verticesOf(side: Uint8Array, which: number): Int32Array {
  const vertices: number[] = [];
  for (let v = 0; v < side.length; v++) if (side[v] === which) vertices.push(v);
  return Int32Array.from(vertices);
}
