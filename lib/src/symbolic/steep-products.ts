/** Does an expression multiply quantities that may change by many powers of ten over a step, such as exp(20 x) exp(−19 x)?
 *
 *  The difference of a product is f̄ Δg + ḡ Δf. Where f grows as g decays, both terms are as large as f_b g_a, which may be far larger than the product
 *  at either end, and cancel: nothing need be left of the difference.
 *
 *  Polynomials of a low degree change too little for that: over a step of the length L their terms are no larger than k Lᵈ, the energy of a place at that
 *  distance, and what rounding leaves of them is ε (ω h)² of the kinetic energy m (L/h)², ω² = k Lᵈ⁻²/m belonging to that place. It is felt at steps of thousands of
 *  periods only. */
import { maxOf } from "../core/vec.js";
import { coneOf, type Graph, type Node } from "./dag.js";

const LOW = 8;
/** The same for a product that a function is applied to: exp(x³ y²) takes its place far beyond. */
const LOW_WITHIN = 4;

export function hasSteepProducts(graph: Graph, root: Node): boolean {
  const degrees = new Map<Node, number>();
  const degree = (node: Node) => (graph.isSteady(node) ? 0 : degrees.get(node)!);
  /** The largest degree of a product in a polynomial. */
  const products = new Map<Node, number>();
  for (const node of coneOf(graph, [root], { withinSteady: false })) {
    const { kind, a, b, c, value } = graph.entries[node];
    const product =
      (kind === "multiply" || kind === "divide" || kind === "pow") && !graph.isSteady(a) && !graph.isSteady(b);
    const within = maxOf(
      [a, b, c].map((operand) => products.get(operand) ?? 0),
      0,
    );
    if (kind === "input") degrees.set(node, 1);
    else if (kind === "add" || kind === "subtract") degrees.set(node, Math.max(degree(a), degree(b)));
    else if (kind === "negate") degrees.set(node, degree(a));
    else if (kind === "multiply") degrees.set(node, degree(a) + degree(b));
    else if (kind === "divide" && graph.isSteady(b)) degrees.set(node, degree(a));
    else if (kind === "power" && value > 0 && Number.isInteger(value)) degrees.set(node, value * degree(a));
    else if (within > LOW_WITHIN) return true;
    else degrees.set(node, Number.POSITIVE_INFINITY);
    products.set(node, product ? Math.max(within, degree(node)) : within);
    if (product && degree(node) > LOW) return true;
  }
  return false;
}
