/** An expression at both ends of a step. Inputs 0 … n−1 are the coordinates at the end a, n … 2n−1 those at b; a node of the
 *  expression is its own value at a. Where the coordinates at b would be known to fewer digits than the way there, inputs n … 2n−1 are b − a.
 *
 *  The difference d_u = u_b − u_a of a node follows from those of its operands by the slopes of the node (difference-rules.ts) and
 *  is never the difference of two values, except where a piecewise function changes its piece. */
import { coneOf, type Graph, type Node } from "./dag.js";

export interface Ends {
  readonly graph: Graph;
  /** How many coordinates there are. */
  readonly count: number;
  /** u at b. */
  after(u: Node): Node;
  /** u_a + u_b. */
  sum(u: Node): Node;
  /** (u_a + u_b)/2. */
  mean(u: Node): Node;
  /** u_b − u_a without cancellation. */
  difference(u: Node): Node;
}

/** u_b − u_a from the differences of what u is made of. */
export type DifferenceFormula = (ends: Ends, u: Node) => Node;

export function endsOf(
  graph: Graph,
  count: number,
  formula: DifferenceFormula,
  others: "ends" | "steps" = "ends",
): Ends {
  const step = (u: Node) => {
    const other = graph.input(graph.entries[u].value + count);
    return others === "steps" ? other : graph.subtract(other, u);
  };
  const end = (u: Node) => {
    const other = graph.input(graph.entries[u].value + count);
    return others === "steps" ? graph.add(u, other) : other;
  };
  const afters = new Map<Node, Node>();
  const differences = new Map<Node, Node>();
  /** In order of evaluation and not by recursion: a sum may be long. */
  const filled = (known: Map<Node, Node>, made: (u: Node) => Node) => (u: Node) => {
    if (!known.has(u)) {
      for (const node of coneOf(graph, [u], { known, withinSteady: false }))
        if (!known.has(node)) known.set(node, made(node));
    }
    return known.get(u)!;
  };
  const ends: Ends = {
    graph,
    count,
    after: filled(afters, (u) => moved(graph, u, end, (operand) => afters.get(operand)!)),
    sum: (u) => graph.add(u, ends.after(u)),
    mean: (u) => graph.multiply(graph.constant(0.5), ends.sum(u)),
    difference: filled(differences, (u) => {
      const { kind, steady } = graph.entries[u];
      if (steady) return graph.constant(0);
      if (kind === "input") return step(u);
      return graph.difference(u, ends.after(u), formula(ends, u));
    }),
  };
  return ends;
}

/** The same operation on operands at the other end. */
function moved(graph: Graph, u: Node, end: (input: Node) => Node, after: (operand: Node) => Node): Node {
  const { kind, a, b, c, value, steady } = graph.entries[u];
  if (steady) return u;
  switch (kind) {
    case "input":
      return end(u);
    case "add":
    case "subtract":
    case "multiply":
    case "divide":
      return graph[kind](after(a), after(b));
    case "negate":
      return graph.negate(after(a));
    case "power":
      return graph.power(after(a), value);
    case "if":
      return graph.choose(after(a), after(b), after(c));
    case "less":
    case "lessEqual":
    case "equal":
    case "notEqual":
      return graph.compare(kind, after(a), after(b));
    case "min":
      return graph.smaller(after(a), after(b));
    case "max":
      return graph.larger(after(a), after(b));
    case "atan2":
    case "pow":
      return graph.call(kind, after(a), after(b));
    case "abs":
    case "sign":
    case "sin":
    case "cos":
    case "tan":
    case "asin":
    case "acos":
    case "atan":
    case "sinh":
    case "cosh":
    case "tanh":
    case "exp":
    case "log":
    case "perCubeRoot":
      return graph.call(kind, after(a));
    default:
      throw new Error(`${kind} is no operation of an expression`);
  }
}
