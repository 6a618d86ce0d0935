/** Does an expression multiply quantities that may change by many powers of ten over a step, such as exp(20 x) exp(−19 x)?
 *
 *  The difference of a product is f̄ Δg + ḡ Δf. Where f grows as g decays, both terms are as large as f_b g_a, which may be far larger than the product
 *  at either end, and cancel: nothing need be left of the difference. Polynomials of a low degree change too little for that. */
import { coneOf, type Graph, type Node } from "./dag.js";

const LOW = 4;

export function hasSteepProducts(graph: Graph, root: Node): boolean {
  const degrees = new Map<Node, number>();
  const degree = (node: Node) => (graph.isSteady(node) ? 0 : degrees.get(node)!);
  for (const node of coneOf(graph, [root], { withinSteady: false })) {
    const { kind, a, b, value } = graph.entries[node];
    const product =
      (kind === "multiply" || kind === "divide" || kind === "pow") && !graph.isSteady(a) && !graph.isSteady(b);
    if (kind === "input") degrees.set(node, 1);
    else if (kind === "add" || kind === "subtract") degrees.set(node, Math.max(degree(a), degree(b)));
    else if (kind === "negate") degrees.set(node, degree(a));
    else if (kind === "multiply") degrees.set(node, degree(a) + degree(b));
    else if (kind === "divide" && graph.isSteady(b)) degrees.set(node, degree(a));
    else if (kind === "power" && value > 0 && Number.isInteger(value)) degrees.set(node, value * degree(a));
    else degrees.set(node, Number.POSITIVE_INFINITY);
    if (product && degree(node) > LOW) return true;
  }
  return false;
}
