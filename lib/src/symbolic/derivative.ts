/** Exact derivatives by reverse differentiation of the graph. */
import { coneOf, type Graph, type Node } from "./dag.js";
import { derivativeRule } from "./derivative-rules.js";
import { sweep } from "./sweep.js";

/** The partial derivatives of `root`, by index of the input; those that vanish identically are left out. `among`: nodes that depend on
 *  the inputs that matter, where some do not. */
export function partials(graph: Graph, root: Node, among?: ReadonlySet<Node>): Map<number, Node> {
  return sweep(graph, root, derivativeRule, among && ((node) => among.has(node)));
}

/** The nodes among those that the roots are made of that depend on certain inputs. */
export function dependents(graph: Graph, roots: readonly Node[], on: (input: number) => boolean): ReadonlySet<Node> {
  const found = new Set<Node>();
  for (const node of coneOf(graph, roots)) {
    const { kind, a, b, c, value } = graph.entries[node];
    if (kind === "input" ? on(value) : found.has(a) || found.has(b) || found.has(c)) found.add(node);
  }
  return found;
}

/** The second derivatives of `root`, as rows by index of the input; both triangles share their nodes. */
export function secondPartials(graph: Graph, first: ReadonlyMap<number, Node>): Map<number, Map<number, Node>> {
  const rows = new Map<number, Map<number, Node>>();
  for (const i of first.keys()) rows.set(i, new Map());
  for (const [i, derivative] of first) {
    for (const [j, second] of partials(graph, derivative)) {
      if (j > i) continue;
      rows.get(i)?.set(j, second);
      rows.get(j)?.set(i, second);
    }
  }
  return rows;
}
