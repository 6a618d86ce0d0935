/** What the errors of its arguments make of a divided difference f[a, b]. d is not computed as b − a, so all three have errors of their own.
 *
 *  Ends that are near have slopes of one size, and the sum of the errors is taken times the sum of the derivatives |f[a, a, b]| + |f[a, b, b]|.
 *  Between ends that are powers of ten apart this would be absurd: log[1, 10¹⁷] = 4·10⁻¹⁶ changes by 10⁻¹⁷ as its first end moves by 1, and it is the
 *  second that is rounded by 10. There the formulas are quotients (f(b) − f(a))/d, in which every argument has its own part:
 *
 *      (|f′(a)| e(a) + |f′(b)| e(b) + |f[a, b]| e(d))/|d|
 *
 *  and for the arctangent, which is the angle of (p, d) over d with p = 1 + a b,
 *
 *      (|b| e(a) + |a| e(b))/(d² + p²) + |∂(angle/d)/∂d| e(d) */
import type { Graph, Node } from "./dag.js";
import { CURVE, FAR, NEAR } from "./divided-differences.js";

export type DividedKind = keyof typeof CURVE;

export function dividedError(graph: Graph, node: Node, kind: DividedKind, error: (operand: Node) => Node): Node {
  const { a, b, c: d, value } = graph.entries[node];
  const { add, multiply, divide, power, call } = graph;
  const size = (operand: Node) => call("abs", operand);
  const part = (slope: Node, operand: Node) => carried(graph, size(slope), error(operand));
  if (kind === "atanSlope") {
    const p = add(graph.constant(1), multiply(a, b));
    const square = add(power(d, 2), power(p, 2));
    return add(add(part(divide(b, square), a), part(divide(a, square), b)), part(call("turnCurve", d, p), d));
  }
  const curves = add(
    size(graph.divided(CURVE[kind], a, b, d, value)),
    size(graph.divided(CURVE[kind], b, a, graph.negate(d), value)),
  );
  const near = carried(graph, curves, add(add(error(a), error(b)), error(d)));
  const quotient = QUOTIENTS[kind];
  if (quotient === undefined) return near;
  const { slope, scale } = quotient;
  const far = add(add(part(slope(graph, a, value), a), part(slope(graph, b, value), b)), part(node, d));
  return graph.choose(graph.compare("less", size(d), scale(graph, a, b)), near, divide(far, size(d)));
}

/** f′, and how large |d| has to be for the formula to be a quotient. */
interface Quotient {
  slope(graph: Graph, u: Node, exponent: number): Node;
  scale(graph: Graph, a: Node, b: Node): Node;
}

const apart = (graph: Graph) => graph.constant(FAR);
const inProportion = (graph: Graph, a: Node, b: Node) => graph.multiply(graph.constant(NEAR), graph.add(a, b));

const QUOTIENTS: Partial<Readonly<Record<DividedKind, Quotient>>> = {
  expSlope: { slope: (graph, u) => graph.call("exp", u), scale: apart },
  tanhSlope: { slope: (graph, u) => graph.power(graph.call("cosh", u), -2), scale: apart },
  logSlope: { slope: (graph, u) => graph.power(u, -1), scale: inProportion },
  powSlope: { slope: (graph, u, p) => graph.multiply(graph.constant(p), graph.power(u, p - 1)), scale: inProportion },
};

/** |f′| e, and 0 where e is: an infinite derivative of something exact does no harm. */
export function carried(graph: Graph, slope: Node, error: Node): Node {
  return graph.choose(error, graph.multiply(slope, error), graph.constant(0));
}
