/** What decides where a function is not smooth: quantities that vanish there. Of a piecewise operation it is the quantity whose sign chooses the
 *  piece; of an inverse function what it is told at the ends of its branches,
 *
 *      atan2(y, x)   y, where x may be negative              asin u, acos u   1 − u and 1 + u
 *      atan u        the poles of u                          u^p, p fractional   u
 */
import { coneOf, type Graph, type Node } from "./dag.js";
import { steadyValues } from "./steady.js";

export interface Condition {
  /** Vanishes where sides are changed. */
  readonly value: Node;
  /** May the operation jump there, or is it continuous? */
  readonly jumps: boolean;
  /** Is it nothing to speak of where it depends on the state? Lengths √(x² + y²) have a corner that few motions meet. */
  readonly onlyInTime?: true;
}

/** None for smooth operations. */
export function conditionsOf(graph: Graph, node: Node): readonly Condition[] {
  const { kind, a, b, value: exponent } = graph.entries[node];
  switch (kind) {
    case "abs":
      return [{ value: a, jumps: false }];
    case "min":
    case "max":
      return [{ value: graph.subtract(a, b), jumps: false }];
    case "sign":
    case "if":
      return [{ value: a, jumps: true }];
    case "less":
    case "lessEqual":
    case "equal":
    case "notEqual":
      return [{ value: graph.subtract(a, b), jumps: true }];
    case "atan":
      return polesOf(graph, a).map((value) => ({ value, jumps: true }));
    case "atan2":
      return isPositive(graph, b) ? [] : [{ value: a, jumps: true }];
    case "asin":
    case "acos":
      return [graph.subtract, graph.add].map((part) => ({ value: part(graph.constant(1), a), jumps: false }));
    case "power":
      if (Number.isInteger(exponent) || isPositive(graph, a)) return [];
      return [{ value: a, jumps: exponent < 0, onlyInTime: true }];
    default:
      return [];
  }
}

/** Has it no conditions of its own? */
export const isSmooth = (graph: Graph, node: Node): boolean =>
  [...coneOf(graph, [node])].every((part) => conditionsOf(graph, part).length === 0);

/** What vanishes where the function may be infinite. */
function polesOf(graph: Graph, node: Node): Node[] {
  return [...coneOf(graph, [node])].flatMap((part) => {
    const { kind, a, b, value } = graph.entries[part];
    const below =
      kind === "tan" ? graph.call("cos", a) : kind === "divide" ? b : kind === "power" && value < 0 ? a : null;
    return below === null || isPositive(graph, below) ? [] : [below];
  });
}

/** Is it positive by the way it is written, whatever the inputs are? */
function isPositive(graph: Graph, node: Node): boolean {
  const { kind, a, b, steady } = graph.entries[node];
  if (steady) return steadyValues(graph, [node])().get(node)! > 0;
  const positive = (part: Node) => isPositive(graph, part);
  const neither = (part: Node) => isNotNegative(graph, part);
  switch (kind) {
    case "exp":
    case "cosh":
      return true;
    case "add":
      return (positive(a) && neither(b)) || (neither(a) && positive(b));
    case "multiply":
    case "divide":
    case "min":
      return positive(a) && positive(b);
    case "max":
      return positive(a) || positive(b);
    case "power":
      return positive(a);
    default:
      return false;
  }
}

function isNotNegative(graph: Graph, node: Node): boolean {
  const { kind, a, b, steady, value } = graph.entries[node];
  if (steady) return steadyValues(graph, [node])().get(node)! >= 0;
  const neither = (part: Node) => isNotNegative(graph, part);
  switch (kind) {
    case "abs":
      return true;
    case "power":
      return value % 2 === 0 || neither(a);
    case "add":
    case "multiply":
    case "divide":
    case "min":
      return neither(a) && neither(b);
    case "max":
      return neither(a) || neither(b);
    default:
      return isPositive(graph, node);
  }
}
