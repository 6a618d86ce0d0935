/** What decides where a function is not smooth: quantities that vanish there. Of a piecewise operation it is the quantity whose sign chooses the
 *  piece; of an inverse function its argument at the ends of its branches,
 *
 *      atan2(y, x)   y, where x may be negative              asin u, acos u   1 − u and 1 + u
 *      atan u, tanh u, exp u   the poles of u                u^p, p fractional   u
 *
 *  None where the way in which it is written shows that it cannot vanish (ranges.ts). */
import { coneOf, type Graph, type Node } from "./dag.js";
import { type Range, rangesOf } from "./ranges.js";

export interface Condition {
  /** Vanishes where sides are changed. */
  readonly value: Node;
  /** The lowest derivative that may jump there: 0, the function itself; 1, its slope; of |u|^p it is p. */
  readonly smoothness: number;
  /** Is it nothing to speak of where it depends on the state? Lengths √(x² + y²) have a corner that few motions meet. */
  readonly onlyInTime?: true;
}

/** The conditions of every operation that the functions are made of, operands first. */
export function conditionsOf(graph: Graph, functions: readonly Node[]): readonly Condition[] {
  const rangeOf = rangesOf(graph);
  // Nodes stand after those they are made of.
  const cone = [...coneOf(graph, functions)].sort((a, b) => a - b);
  const smoothness = smoothnessOfCorners(graph, cone, functions);
  return cone.flatMap((node) =>
    ofOperation(graph, node, rangeOf)
      .map((condition) =>
        condition.smoothness === 1
          ? { ...condition, smoothness: smoothness.get(node) ?? condition.smoothness }
          : condition,
      )
      .filter((condition) => condition.smoothness < Number.POSITIVE_INFINITY),
  );
}

/** Has it no conditions of its own? */
export const isSmooth = (graph: Graph, node: Node): boolean => conditionsOf(graph, [node]).length === 0;

function ofOperation(graph: Graph, node: Node, rangeOf: (node: Node) => Range): readonly Condition[] {
  const { kind, a, b, value: exponent } = graph.entries[node];
  const jump = (value: Node, more: { readonly onlyInTime?: true } = {}): readonly Condition[] => {
    const { low, high } = rangeOf(value);
    return low > 0 || high < 0 ? [] : [{ value, smoothness: 0, ...more }];
  };
  const corner = (value: Node): readonly Condition[] => {
    const { low, high } = rangeOf(value);
    return low >= 0 || high <= 0 ? [] : [{ value, smoothness: 1 }];
  };
  switch (kind) {
    case "abs":
      return corner(a);
    case "min":
    case "max":
      return corner(graph.subtract(a, b));
    case "sign":
    case "if":
      return jump(a);
    case "less":
    case "lessEqual":
    case "equal":
    case "notEqual":
      return jump(graph.subtract(a, b));
    case "atan":
      return polesOf(graph, a, rangeOf).flatMap((value) => jump(value));
    case "tanh":
    case "exp":
      return polesOf(graph, a, rangeOf).flatMap((value) => jump(value, { onlyInTime: true }));
    case "atan2":
      return rangeOf(b).low > 0 ? [] : jump(a);
    case "asin":
    case "acos": {
      // Where the argument may be beyond its ends, a motion comes to an end there, not to a corner.
      const { low, high } = rangeOf(a);
      const ends = low >= -1 && high <= 1 ? {} : { onlyInTime: true as const };
      return [graph.subtract, graph.add]
        .map((part) => part(graph.constant(1), a))
        .filter((value) => !(rangeOf(value).low > 0))
        .map((value) => ({ value, smoothness: 1, ...ends }));
    }
    case "power":
      if (Number.isInteger(exponent) || rangeOf(a).low > 0) return [];
      return [{ value: a, smoothness: exponent < 0 ? 0 : 1, onlyInTime: true }];
    default:
      return [];
  }
}

/** Of corners that are seen through powers only: |u|³ has no corner, u |u| none and |u|² nothing at all; max(0, u)² has none either. */
function smoothnessOfCorners(
  graph: Graph,
  cone: readonly Node[],
  functions: readonly Node[],
): ReadonlyMap<Node, number> {
  const found = new Map<Node, number>();
  const { entries } = graph;
  const isCorner = (node: Node) => {
    const { kind, a, b } = entries[node];
    return kind === "abs" || ((kind === "min" || kind === "max") && [a, b].some((part) => graph.isConstant(part, 0)));
  };
  const argumentsOf = (node: Node) => [entries[node].a, entries[node].b];
  /** As it is seen through one of the operations that use it. */
  const through = (corner: Node, user: Node): number => {
    const { kind, a, b, value } = entries[user];
    if (kind === "power" && value > 0) {
      return entries[corner].kind === "abs" && value % 2 === 0 ? Number.POSITIVE_INFINITY : value;
    }
    const other = a === corner ? b : a;
    return kind === "multiply" && other !== corner && argumentsOf(corner).includes(other) ? 2 : 1;
  };
  for (const user of cone) {
    const { a, b, c } = entries[user];
    for (const part of new Set([a, b, c])) {
      if (part === -1 || !isCorner(part)) continue;
      found.set(part, Math.min(found.get(part) ?? Number.POSITIVE_INFINITY, through(part, user)));
    }
  }
  for (const root of functions) if (found.has(root)) found.set(root, 1);
  return found;
}

/** What vanishes where the function may be infinite. */
function polesOf(graph: Graph, node: Node, rangeOf: (node: Node) => Range): Node[] {
  return [...coneOf(graph, [node])].flatMap((part) => {
    const { kind, a, b, value } = graph.entries[part];
    const below =
      kind === "tan" ? graph.call("cos", a) : kind === "divide" ? b : kind === "power" && value < 0 ? a : null;
    return below === null || rangeOf(below).low > 0 ? [] : [baseOf(graph, below)];
  });
}

/** A power vanishes where its base does. */
function baseOf(graph: Graph, node: Node): Node {
  const { kind, a, value } = graph.entries[node];
  return kind === "power" && value > 0 ? baseOf(graph, a) : node;
}
