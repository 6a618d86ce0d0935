/** Expressions as a directed acyclic graph in which equal subexpressions are one node (hash-consing). A node is a number;
 *  operands have smaller numbers than what is made of them, so that ascending order is an order of evaluation.
 *
 *  The constructors fold constants and simplify lightly: enough that derivatives, which are built with them, contain no
 *  sums with 0 or products with 1, and that x·x, x^2 and x*x are one thing. Powers with a constant exponent stay powers,
 *  so that they differentiate into powers and are finite wherever they are smooth; `program.ts` makes them products.
 *
 *  Nodes made of constants and parameters alone are steady: they are computed when parameters are set. In products they
 *  gather in front like constants, 2 (k (3 x)) = (6 k) x, so that an evaluation multiplies once. */
import { pow } from "../core/elementary.js";
import { InputError } from "../core/failure.js";
import type { Divided } from "./divided-differences.js";
import { FOLD, type FunctionName } from "./operations.js";
import type { Parameter } from "./parameters.js";

export type Node = number;

export type Kind =
  | "constant"
  | "parameter"
  | "input"
  | "add"
  | "subtract"
  | "multiply"
  | "divide"
  | "negate"
  /** a to the constant exponent `value`. */
  | "power"
  /** b if a is not 0, else c. */
  | "if"
  | "less"
  | "lessEqual"
  | "equal"
  | "notEqual"
  | "min"
  | "max"
  /** b − a, computed as c. */
  | "difference"
  /** A divided difference of a function between a and b with b − a = c, and its derivative by b; the exponent of a power is `value`. */
  | `${Divided}${"Slope" | "Curve"}`
  | FunctionName;

export interface Entry {
  readonly kind: Kind;
  /** Operands; -1 where there is none. */
  readonly a: Node;
  readonly b: Node;
  readonly c: Node;
  /** Of a constant: its value. Of an input or a parameter: its index. Of a power and its divided differences: the exponent. */
  readonly value: number;
  /** Is it made of constants and parameters alone? */
  readonly steady: boolean;
  /** May the derivative by something that this is made of be infinite or undefined at a finite state? */
  readonly wild: boolean;
  /** Is it a polynomial of the inputs? */
  readonly polynomial: boolean;
}

/** Beyond this, a model is better written as code than as an expression. */
const MOST_NODES = 500_000;

/** Kinds without a derivative, and kinds with a bounded one. */
const FLAT: ReadonlySet<Kind> = new Set(["input", "sign", "less", "lessEqual", "equal", "notEqual"]);
const TAME: ReadonlySet<Kind> = new Set<Kind>([
  "add",
  "subtract",
  "multiply",
  "negate",
  "if",
  "min",
  "max",
  "abs",
  "sin",
  "cos",
  "atan",
  "tanh",
  "difference",
]);

const POLYNOMIAL: ReadonlySet<Kind> = new Set<Kind>(["add", "subtract", "multiply", "negate"]);

const KINDS = new Map<Kind, number>();

/** A number for an operation on up to two operands: quicker to look up than a text. Operands take 20 bits each. */
function shortKey(kind: Kind, a: number, b: number): number {
  let code = KINDS.get(kind);
  if (code === undefined) {
    code = KINDS.size;
    KINDS.set(kind, code);
  }
  return (code * 0x100000 + a + 1) * 0x100000 + b + 1;
}

export interface Graph {
  readonly entries: readonly Entry[];
  readonly parameters: readonly Parameter[];
  constant(value: number): Node;
  parameter(parameter: Parameter): Node;
  input(index: number): Node;
  add(a: Node, b: Node): Node;
  subtract(a: Node, b: Node): Node;
  multiply(a: Node, b: Node): Node;
  divide(a: Node, b: Node): Node;
  negate(a: Node): Node;
  /** a^b for any b. */
  raise(a: Node, b: Node): Node;
  power(a: Node, exponent: number): Node;
  choose(condition: Node, then: Node, otherwise: Node): Node;
  compare(kind: "less" | "lessEqual" | "equal" | "notEqual", a: Node, b: Node): Node;
  smaller(a: Node, b: Node): Node;
  larger(a: Node, b: Node): Node;
  call(name: FunctionName, a: Node, b?: Node): Node;
  /** b − a by a formula that does not cancel; it is differentiated as what it is. */
  difference(a: Node, b: Node, formula: Node): Node;
  divided(kind: `${Divided}${"Slope" | "Curve"}`, a: Node, b: Node, difference: Node, exponent?: number): Node;
  isConstant(a: Node, value?: number): boolean;
  isSteady(a: Node): boolean;
}

/** The nodes of a graph: equal ones are one. */
function nodeTable() {
  const entries: Entry[] = [];
  const known = new Map<number | string, Node>();

  const node = (kind: Kind, a: Node = -1, b: Node = -1, c: Node = -1, value = 0): Node => {
    const key = c === -1 && value === 0 ? shortKey(kind, a, b) : `${kind} ${a} ${b} ${c} ${value}`;
    let found = known.get(key);
    if (found === undefined) {
      found = added(kind, a, b, c, value);
      known.set(key, found);
    }
    return found;
  };
  const added = (kind: Kind, a: Node, b: Node, c: Node, value: number): Node => {
    if (entries.length >= MOST_NODES) {
      throw new InputError(`the expression with its derivatives takes more than ${MOST_NODES} operations; shorten it`);
    }
    const steady = kind !== "input" && steadyOrNone(a) && steadyOrNone(b) && steadyOrNone(c);
    const wild = !steady && isWild(kind, a, b, c, value);
    const polynomial = steady || isPolynomial(kind, a, b, value);
    return entries.push({ kind, a, b, c, value, steady, wild, polynomial }) - 1;
  };
  const isPolynomial = (kind: Kind, a: Node, b: Node, value: number): boolean => {
    if (kind === "input") return true;
    if (kind === "power") return entries[a].polynomial && value > 0 && Number.isInteger(value);
    if (kind === "divide") return entries[a].polynomial && entries[b].steady;
    return POLYNOMIAL.has(kind) && entries[a].polynomial && (b === -1 || entries[b].polynomial);
  };
  const isWildOperand = (a: Node) => a !== -1 && entries[a].wild;
  const steadyOrNone = (a: Node) => a === -1 || entries[a].steady;
  const isWild = (kind: Kind, a: Node, b: Node, c: Node, value: number): boolean => {
    if (FLAT.has(kind)) return false;
    if (!TAME.has(kind) && !(kind === "power" && value > 0 && Number.isInteger(value))) return true;
    // The condition of an `if` is not differentiated.
    return (kind !== "if" && isWildOperand(a)) || isWildOperand(b) || isWildOperand(c);
  };
  /** Constants and inputs are told apart by a number alone. */
  const leaf = (kind: Kind, all: Map<number, Node>, value: number): Node => {
    let found = all.get(value);
    if (found === undefined) {
      found = added(kind, -1, -1, -1, value);
      all.set(value, found);
    }
    return found;
  };
  return { entries, node, leaf };
}

export function emptyGraph(): Graph {
  const { entries, node, leaf } = nodeTable();
  const parameters: Parameter[] = [];
  const constants = new Map<number, Node>();
  const inputs = new Map<number, Node>();

  // There is one zero: no expression can tell -0 from 0 without dividing by it.
  const constant = (value: number) => leaf("constant", constants, value === 0 ? 0 : value);
  const isConstant = (a: Node, value?: number) =>
    entries[a].kind === "constant" && (value === undefined || entries[a].value === value);
  const isSteady = (a: Node) => entries[a].steady;
  const numberAt = (a: Node) => entries[a].value;
  const rank = (a: Node) => (isConstant(a) ? 0 : isSteady(a) ? 1 : 2);
  /** Operands that may be swapped stand in a fixed order, so that a + b and b + a are one node; constants come first,
   *  then what is steady. */
  const commuting = (kind: Kind, a: Node, b: Node) =>
    (rank(a) - rank(b) || a - b) < 0 ? node(kind, a, b) : node(kind, b, a);
  /** Does a product begin with a number for the rest: a constant, or what is steady before what is not? */
  const hasFactor = ({ kind, a, b }: Entry) => kind === "multiply" && (isConstant(a) || (isSteady(a) && !isSteady(b)));

  const graph: Graph = {
    entries,
    parameters,
    constant,
    isConstant,
    isSteady,
    input: (index) => leaf("input", inputs, index),

    parameter(parameter) {
      const index = parameters.indexOf(parameter);
      return node("parameter", -1, -1, -1, index === -1 ? parameters.push(parameter) - 1 : index);
    },

    add(a, b) {
      if (isConstant(a) && isConstant(b)) return constant(numberAt(a) + numberAt(b));
      if (isConstant(a, 0)) return b;
      if (isConstant(b, 0)) return a;
      if (a === b) return graph.multiply(constant(2), a);
      const [left, right] = [entries[a], entries[b]];
      if (right.kind === "negate") return graph.subtract(a, right.a);
      if (left.kind === "negate") return graph.subtract(b, left.a);
      if (left.kind === "if" && right.kind === "if" && left.a === right.a) {
        return graph.choose(left.a, graph.add(left.b, right.b), graph.add(left.c, right.c));
      }
      return commuting("add", a, b);
    },

    subtract(a, b) {
      if (isConstant(a) && isConstant(b)) return constant(numberAt(a) - numberAt(b));
      if (isConstant(a, 0)) return graph.negate(b);
      if (isConstant(b, 0)) return a;
      if (a === b) return constant(0);
      if (entries[b].kind === "negate") return graph.add(a, entries[b].a);
      return node("subtract", a, b);
    },

    multiply(a, b) {
      if (isConstant(b) && !isConstant(a)) return graph.multiply(b, a);
      if (isConstant(a)) return multiple(numberAt(a), b);
      if (isSteady(b) && !isSteady(a)) return graph.multiply(b, a);
      if (isSteady(a) && !isSteady(b)) return steadyMultiple(a, b);
      if (entries[a].kind === "negate") return graph.negate(graph.multiply(entries[a].a, b));
      if (entries[b].kind === "negate") return graph.negate(graph.multiply(a, entries[b].a));
      if (a === b) return graph.power(a, 2);
      // Constant and steady factors gather in front: (2 x) (3 y) = 6 (x y).
      const [left, right] = [entries[a], entries[b]];
      if (hasFactor(left)) return graph.multiply(left.a, graph.multiply(left.b, b));
      if (hasFactor(right)) return graph.multiply(right.a, graph.multiply(a, right.b));
      return commuting("multiply", a, b);
    },

    divide(a, b) {
      if (isConstant(a) && isConstant(b)) return constant(numberAt(a) / numberAt(b));
      if (isConstant(a, 0) || isConstant(b, 1)) return a;
      if (isConstant(b, -1)) return graph.negate(a);
      if (isConstant(a, 1)) return graph.power(b, -1);
      // A sign stays with what is steady, where it costs nothing.
      if (entries[a].kind === "negate" && !(isSteady(a) && !isSteady(b))) {
        return graph.negate(graph.divide(entries[a].a, b));
      }
      if (entries[b].kind === "negate" && !(isSteady(b) && !isSteady(a))) {
        return graph.negate(graph.divide(a, entries[b].a));
      }
      return node("divide", a, b);
    },

    negate(a) {
      if (isConstant(a)) return constant(-numberAt(a));
      const { kind, a: left, b: right } = entries[a];
      if (kind === "negate") return left;
      if (kind === "subtract") return graph.subtract(right, left);
      if (hasFactor(entries[a])) return graph.multiply(graph.negate(left), right);
      return node("negate", a);
    },

    raise(a, b) {
      if (isConstant(b) && Number.isFinite(numberAt(b))) return graph.power(a, numberAt(b));
      if (isConstant(a, Math.E)) return graph.call("exp", b);
      return graph.call("pow", a, b);
    },

    power(a, exponent) {
      if (exponent === 0) return constant(1);
      if (exponent === 1) return a;
      if (isConstant(a)) return constant(exponent === 0.5 ? Math.sqrt(numberAt(a)) : pow(numberAt(a), exponent));
      const { kind, a: base, value: inner } = entries[a];
      // (x^2)^3 = x^6; not so for (x^2)^0.5 = |x|.
      if (kind === "power" && Number.isInteger(inner) && Number.isInteger(exponent)) {
        return graph.power(base, inner * exponent);
      }
      if (kind === "negate" && exponent % 2 === 0) return graph.power(base, exponent);
      return node("power", a, -1, -1, exponent);
    },

    choose(condition, then, otherwise) {
      if (isConstant(condition)) return numberAt(condition) !== 0 ? then : otherwise;
      return then === otherwise ? then : node("if", condition, then, otherwise);
    },

    compare(kind, a, b) {
      if (isConstant(a) && isConstant(b)) return constant(FOLD[kind](numberAt(a), numberAt(b)));
      return node(kind, a, b);
    },

    smaller: (a, b) => extreme("min", a, b),
    larger: (a, b) => extreme("max", a, b),

    call(name, a, b = -1) {
      if (isConstant(a) && (b === -1 || isConstant(b))) {
        return constant(FOLD[name](numberAt(a), b === -1 ? 0 : numberAt(b)));
      }
      return node(name, a, b);
    },

    difference: (a, b, formula) => (entries[formula].kind === "constant" ? formula : node("difference", a, b, formula)),
    divided: (kind, a, b, difference, exponent = 0) => node(kind, a, b, difference, exponent),
  };

  const multiple = (factor: number, b: Node): Node => {
    if (isConstant(b)) return constant(factor * numberAt(b));
    if (factor === 0) return constant(0);
    if (factor === 1) return b;
    if (factor === -1) return graph.negate(b);
    const { kind, a: left, b: right } = entries[b];
    if (kind === "negate") return multiple(-factor, left);
    if (hasFactor(entries[b])) return graph.multiply(multiple(factor, left), right);
    return node("multiply", constant(factor), b);
  };
  const steadyMultiple = (factor: Node, b: Node): Node => {
    const { kind, a: left, b: right } = entries[b];
    if (kind === "negate") return graph.multiply(graph.negate(factor), left);
    if (hasFactor(entries[b])) return graph.multiply(graph.multiply(factor, left), right);
    return node("multiply", factor, b);
  };
  const extreme = (kind: "min" | "max", a: Node, b: Node): Node => {
    if (isConstant(a) && isConstant(b)) return constant(FOLD[kind](numberAt(a), numberAt(b)));
    return a === b ? a : commuting(kind, a, b);
  };
  return graph;
}

/** Every node that the roots are made of, in order of evaluation; not looking behind those that are known, and behind steady ones only if
 *  asked to. */
export function coneOf(
  { entries }: Graph,
  roots: readonly Node[],
  { known, withinSteady = true }: { readonly known?: ReadonlyMap<Node, unknown>; readonly withinSteady?: boolean } = {},
): Node[] {
  const seen = new Set<Node>(roots);
  for (const node of seen) {
    if (known?.has(node)) continue;
    // A set is walked in order of insertion, including what is inserted on the way.
    const { a, b, c, steady } = entries[node];
    if (steady && !withinSteady) continue;
    if (a !== -1) seen.add(a);
    if (b !== -1) seen.add(b);
    if (c !== -1) seen.add(c);
  }
  return [...seen].sort((left, right) => left - right);
}

/** The inputs that nodes are made of. */
export function inputsOf(graph: Graph, roots: readonly Node[]): ReadonlySet<number> {
  const inputs = coneOf(graph, roots).filter((node) => graph.entries[node].kind === "input");
  return new Set(inputs.map((node) => graph.entries[node].value));
}
