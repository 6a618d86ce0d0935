/** Running error bounds: for each result a further node that bounds its absolute rounding error.        [higham2002, section 3.3]
 *
 *      e(x) = u |x|                        for an input, which is rounded too, and for a constant, unless it is short in binary
 *      e(v ± w) = e(v) + e(w) + u |v ± w|
 *      e(v w) = |v| e(w) + |w| e(v) + u |v w|
 *      e(f(v)) = |f′(v)| e(v) + k u |f(v)|
 *      e(f[a, b]) by what each argument does to the quotient (divided-rounding.ts)
 *      e(if(c, v, w)) = that of the branch taken
 *
 *  with u = 2⁻⁵³, to first order in u: where f′ vanishes or changes within the error, the bound is none. k is how many u the function is
 *  within. Graphs grow by a factor of about three. */
import { binaryExponent } from "../core/elementary.js";
import { coneOf, type Graph, type Node } from "./dag.js";
import { carried, dividedError } from "./divided-rounding.js";

const UNIT = 2 ** -53;

/** Functions of the library are within 1 ulp = 2 u of the exact value, hyperbolic ones and pow within 2; a divided difference takes several of
 *  them. */
const LIBRARY = 2;
const HYPERBOLIC = 4;
const DIVIDED = 12;
/** What is made of parameters alone has seen a few operations. */
const STEADY = 8;

/** Bounds for the results that `roots` compute. */
export function roundingBounds(graph: Graph, roots: readonly Node[]): Node[] {
  // In units of u, which enters once in the end.
  const errors = new Map<Node, Node>();
  for (const node of coneOf(graph, roots, { withinSteady: false }))
    errors.set(
      node,
      errorOf(graph, node, (operand) => errors.get(operand)!),
    );
  return roots.map((root) => graph.multiply(graph.constant(UNIT), errors.get(root)!));
}

function errorOf(graph: Graph, node: Node, error: (operand: Node) => Node): Node {
  const { kind, a, b, c, value, steady } = graph.entries[node];
  const { add, subtract, multiply, divide, power, call } = graph;
  const size = (operand: Node) => call("abs", operand);
  const number = (n: number) => graph.constant(n);
  const own = (k: number) => multiply(number(k), size(node));
  /** f(v) with the derivative `slope`. */
  const smooth = (slope: Node, k: number) => add(carried(graph, size(slope), error(a)), own(k));
  const root = () => power(multiply(subtract(number(1), a), add(number(1), a)), -0.5);

  if (steady) return kind === "constant" && isShort(value) ? number(0) : own(kind === "constant" ? 1 : STEADY);
  switch (kind) {
    case "sign":
    case "less":
    case "lessEqual":
    case "equal":
    case "notEqual":
      return number(0);
    case "input":
      return size(node);
    case "add":
    case "subtract":
      return add(add(error(a), error(b)), size(node));
    case "multiply":
      // A constant ±2ᵏ rounds nothing.
      if (graph.isConstant(a) && isPowerOfTwo(graph.entries[a].value)) return multiply(size(a), error(b));
      return add(add(multiply(size(a), error(b)), multiply(size(b), error(a))), size(node));
    case "divide": {
      const bound = add(divide(add(error(a), multiply(size(node), error(b))), size(b)), size(node));
      return graph.choose(isBounded(graph, b), bound, number(0));
    }
    case "negate":
    case "abs":
      return error(a);
    case "power": {
      // As products, n − 1 of them, each with its own rounding; a root and a division add one each.
      const bound = smooth(
        multiply(number(value), power(a, value - 1)),
        Math.max(HYPERBOLIC, Math.min(33, Math.abs(value) + 1)),
      );
      return value < 0 ? graph.choose(isBounded(graph, a), bound, number(0)) : bound;
    }
    case "if":
      return graph.choose(a, error(b), error(c));
    case "max":
      return graph.choose(graph.compare("lessEqual", b, a), error(a), error(b));
    case "min":
      return graph.choose(graph.compare("lessEqual", a, b), error(a), error(b));
    case "sin":
      return smooth(call("cos", a), LIBRARY);
    case "cos":
      return smooth(call("sin", a), LIBRARY);
    case "tan":
      return smooth(add(number(1), power(node, 2)), LIBRARY);
    case "asin":
    case "acos":
      return smooth(root(), LIBRARY);
    case "atan":
      return smooth(power(add(number(1), power(a, 2)), -1), LIBRARY);
    case "sinh":
      return smooth(call("cosh", a), HYPERBOLIC);
    case "cosh":
      return smooth(call("sinh", a), HYPERBOLIC);
    case "tanh":
      return smooth(power(call("cosh", a), -2), HYPERBOLIC);
    case "exp":
      return smooth(node, LIBRARY);
    case "log":
      return smooth(power(a, -1), LIBRARY);
    case "atan2": {
      const carriedHere = add(multiply(size(b), error(a)), multiply(size(a), error(b)));
      return add(divide(carriedHere, add(power(a, 2), power(b, 2))), own(LIBRARY));
    }
    case "pow": {
      const byBase = carried(graph, size(divide(multiply(b, node), a)), error(a));
      const byExponent = carried(graph, size(multiply(node, call("log", a))), error(b));
      return add(add(byBase, byExponent), own(HYPERBOLIC));
    }
    case "difference":
      return error(c);
    case "turnSlope": {
      const byCross = carried(graph, size(call("turnCurve", a, b)), error(a));
      return add(add(byCross, divide(error(b), add(power(a, 2), power(b, 2)))), own(DIVIDED));
    }
    case "sinSlope":
    case "cosSlope":
    case "tanSlope":
    case "sinhSlope":
    case "coshSlope":
    case "tanhSlope":
    case "expSlope":
    case "logSlope":
    case "atanSlope":
    case "asinSlope":
    case "powSlope":
      return add(dividedError(graph, node, kind, error), own(DIVIDED));
    default:
      throw new Error(`${kind} is differentiated, and never evaluated for itself`);
  }
}

/** Whole numbers, halves and the like are what they are; 0.1 is not, nor is 1/3 after folding. */
const isShort = (value: number): boolean => Math.fround(value) === value;

const isPowerOfTwo = (value: number): boolean => Math.abs(value) === 2 ** binaryExponent(value);

/** Over what has overflowed there is nothing left, and no error. */
const isBounded = (graph: Graph, a: Node): Node =>
  graph.compare("less", graph.call("abs", a), graph.constant(Number.POSITIVE_INFINITY));
