/** Exact derivatives by reverse differentiation of the graph: the adjoint of a node is the derivative of the result by it.
 *
 *  Piecewise functions differentiate piece by piece, and the adjoint keeps the conditions of the pieces beside the values
 *  instead of multiplying by 0: beyond its piece a derivative may be infinite, and 0·∞ would spoil the sum. So an adjoint
 *  is a sum of terms, each valid along a path of conditions; d/dx if(x > 0, x^1.5, 0) is if(x > 0, 1.5 sqrt(x), 0) and
 *  its derivative if(x > 0, 0.75/sqrt(x), 0), both 0 for negative x. Where nothing infinite can follow, the terms are
 *  added up. */
import { InputError } from "../core/failure.js";
import { coneOf, type Graph, type Node } from "./dag.js";

/** Conditions that hold (or not) where a term of an adjoint counts; `key` tells paths apart. */
interface Path {
  readonly key: string;
  readonly conditions: readonly { readonly condition: Node; readonly holds: boolean }[];
}

const ALWAYS: Path = { key: "", conditions: [] };

/** Conditions that overlap so often are not written by hand; following all of them could take for ever. */
const MOST_PATHS = 64;

const tooManyConditions = () =>
  new InputError(
    `more than ${MOST_PATHS} conditions act on one another; write the expression with fewer if, min and max`,
  );

interface Term {
  readonly path: Path;
  value: Node;
}

/** The partial derivatives of `root`, by index of the input; those that vanish identically are left out. */
export function partials(graph: Graph, root: Node): Map<number, Node> {
  const { entries } = graph;
  const adjoints = new Map<Node, Term[]>([[root, [{ path: ALWAYS, value: graph.constant(1) }]]]);

  const send = (to: Node, path: Path, value: Node) => {
    if (graph.isConstant(value, 0) || entries[to].steady) return;
    if (!entries[to].wild && path !== ALWAYS) {
      send(to, ALWAYS, under(graph, path, value));
      return;
    }
    const adjoint = adjoints.get(to);
    if (adjoint === undefined) {
      adjoints.set(to, [{ path, value }]);
      return;
    }
    const sum = adjoint.find((term) => term.path.key === path.key);
    if (sum === undefined) {
      if (adjoint.length >= MOST_PATHS) throw tooManyConditions();
      adjoint.push({ path, value });
    } else sum.value = graph.add(sum.value, value);
  };

  const result = new Map<number, Node>();
  for (const node of coneOf(graph, [root]).reverse()) {
    const adjoint = adjoints.get(node);
    if (adjoint === undefined) continue;
    adjoints.delete(node);
    if (entries[node].kind === "input") {
      const [{ value }] = adjoint;
      if (!graph.isConstant(value, 0)) result.set(entries[node].value, value);
    } else {
      for (const term of adjoint) propagate(graph, node, term, send);
    }
  }
  return result;
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

/** The value where the conditions of the path hold, 0 elsewhere. */
function under(graph: Graph, path: Path, value: Node): Node {
  const zero = graph.constant(0);
  return path.conditions.reduceRight(
    (inner, { condition, holds }) => graph.choose(condition, holds ? inner : zero, holds ? zero : inner),
    value,
  );
}

/** Hands a term of a node's adjoint on to the operands. */
function propagate(graph: Graph, node: Node, term: Term, send: (to: Node, path: Path, value: Node) => void): void {
  const { kind, a, b, c, value: exponent } = graph.entries[node];
  const { path, value: w } = term;
  const one = graph.constant(1);
  const { add, subtract, multiply, divide, negate, power, call } = graph;
  const to = (operand: Node, value: Node) => send(operand, path, value);
  const where = (condition: Node, holds: boolean, operand: Node, value: Node) => {
    const met = path.conditions.find((entry) => entry.condition === condition);
    if (met === undefined) {
      if (path.conditions.length >= MOST_PATHS) throw tooManyConditions();
      const conditions = [...path.conditions, { condition, holds }];
      send(operand, { key: `${path.key} ${holds ? "" : "not "}${condition}`, conditions }, value);
    } else if (met.holds === holds) to(operand, value);
  };

  switch (kind) {
    case "add":
      to(a, w);
      to(b, w);
      break;
    case "subtract":
      to(a, w);
      to(b, negate(w));
      break;
    case "multiply":
      to(a, multiply(w, b));
      to(b, multiply(w, a));
      break;
    case "divide": {
      const share = divide(w, b);
      to(a, share);
      to(b, negate(multiply(share, node)));
      break;
    }
    case "negate":
      to(a, negate(w));
      break;
    case "power":
      to(a, multiply(w, multiply(graph.constant(exponent), power(a, exponent - 1))));
      break;
    case "if":
      where(a, true, b, w);
      where(a, false, c, w);
      break;
    case "max":
      where(graph.compare("lessEqual", b, a), true, a, w);
      where(graph.compare("lessEqual", b, a), false, b, w);
      break;
    case "min":
      where(graph.compare("lessEqual", a, b), true, a, w);
      where(graph.compare("lessEqual", a, b), false, b, w);
      break;
    case "abs":
      to(a, multiply(w, call("sign", a)));
      break;
    case "sin":
      to(a, multiply(w, call("cos", a)));
      break;
    case "cos":
      to(a, negate(multiply(w, call("sin", a))));
      break;
    case "tan":
      to(a, multiply(w, add(one, power(node, 2))));
      break;
    case "asin":
      to(a, divide(w, power(multiply(subtract(one, a), add(one, a)), 0.5)));
      break;
    case "acos":
      to(a, negate(divide(w, power(multiply(subtract(one, a), add(one, a)), 0.5))));
      break;
    case "atan":
      to(a, divide(w, add(one, power(a, 2))));
      break;
    case "atan2": {
      const share = divide(w, add(power(a, 2), power(b, 2)));
      to(a, multiply(share, b));
      to(b, negate(multiply(share, a)));
      break;
    }
    case "sinh":
      to(a, multiply(w, call("cosh", a)));
      break;
    case "cosh":
      to(a, multiply(w, call("sinh", a)));
      break;
    case "tanh":
      to(a, multiply(w, power(call("cosh", a), -2)));
      break;
    case "exp":
      to(a, multiply(w, node));
      break;
    case "log":
      to(a, divide(w, a));
      break;
    case "pow": {
      // b a^(b-1) is 0 for b = 0, whatever a is; and a^b log a tends to 0 with a.
      where(
        graph.compare("equal", b, graph.constant(0)),
        false,
        a,
        multiply(w, multiply(b, graph.raise(a, subtract(b, one)))),
      );
      where(graph.compare("equal", a, graph.constant(0)), false, b, multiply(w, multiply(node, call("log", a))));
      break;
    }
    case "constant":
    case "parameter":
    case "input":
    case "sign":
    case "less":
    case "lessEqual":
    case "equal":
    case "notEqual":
      break;
  }
}
