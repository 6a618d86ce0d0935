/** Exact derivatives by reverse differentiation of the graph. */
import { InputError } from "../core/failure.js";
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

/** 700 coordinates that all act on one another. A chain of a hundred thousand has fewer. */
const MOST_ENTRIES = 500_000;

/** The second derivatives of `root`, as rows by index of the input; both triangles share their nodes. */
export function secondPartials(graph: Graph, first: ReadonlyMap<number, Node>): Map<number, Map<number, Node>> {
  const rows = new Map<number, Map<number, Node>>();
  for (const i of first.keys()) rows.set(i, new Map());
  let entries = 0;
  for (const [i, derivative] of first) {
    const row = partials(graph, derivative);
    entries += row.size;
    if (entries > MOST_ENTRIES) {
      throw new InputError(
        `more than ${MOST_ENTRIES} pairs of its ${first.size} coordinates act on one another, and every pair has a second derivative; ` +
          "write it with fewer coordinates, or as particles or matrices",
      );
    }
    for (const [j, second] of row) {
      if (j > i) continue;
      rows.get(i)?.set(j, second);
      rows.get(j)?.set(i, second);
    }
  }
  return rows;
}
