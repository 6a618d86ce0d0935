/** From a parsed expression to the graph: names become inputs and constants. */
import { InputError, type Place } from "../core/failure.js";
import { didYouMean } from "../core/spelling.js";
import { coneOf, type Graph, type Node } from "./dag.js";
import { mistake } from "./mistake.js";
import { CONSTANTS, isName, reservedMeaning } from "./notation.js";
import type { FunctionName } from "./operations.js";
import type { Expression } from "./parse.js";

/** What names stand for. */
export type Scope = ReadonlyMap<string, Node>;

export type NamedNumbers = Readonly<Record<string, number>>;

/** Inputs in their order, and parameters as constants. A name that means something else already is refused. */
export function scopeOf(
  graph: Graph,
  inputs: readonly string[],
  parameters: NamedNumbers = {},
  place: Place = {},
): Scope {
  const scope = new Map<string, Node>();
  const enter = (name: string, node: Node, what: string) => {
    const meaning = reservedMeaning(name);
    const reason = !isName(name)
      ? `${what} "${name}" cannot be written in an expression; a name is a letter followed by letters, digits and _`
      : meaning !== null
        ? `${what} "${name}" has the name of ${meaning}; choose another name`
        : scope.has(name)
          ? `the name "${name}" is given twice; choose another name for ${what}`
          : null;
    if (reason !== null) throw new InputError(reason, place);
    scope.set(name, node);
  };
  inputs.forEach((name, index) => {
    enter(name, graph.input(index), "the variable");
  });
  for (const [name, value] of Object.entries(parameters)) enter(name, graph.constant(value), "the parameter");
  return scope;
}

export function bind(graph: Graph, { source, postfix }: Expression, scope: Scope): Node {
  const stack: Node[] = [];
  /** Where a constant that is not finite was made. It is an error only if the result uses it: not in the branch not taken. */
  const notFinite = new Map<Node, number>();
  for (const step of postfix) {
    if (step.kind === "number") stack.push(graph.constant(step.value));
    else if (step.kind === "name") {
      const node = scope.get(step.name) ?? constantNamed(graph, step.name);
      if (node === null) throw mistake(source, step.at, unknownName(step.name, [...scope.keys()]));
      stack.push(node);
    } else {
      const operands = stack.splice(stack.length - step.count);
      const node = applied(graph, step.what, operands);
      const { kind, value } = graph.entries[node];
      if (kind === "constant" && !Number.isFinite(value) && !notFinite.has(node)) notFinite.set(node, step.at);
      stack.push(node);
    }
  }
  const [root] = stack;
  if (notFinite.size > 0) {
    const bad = coneOf(graph, [root]).find((node) => notFinite.has(node));
    if (bad !== undefined)
      throw mistake(source, notFinite.get(bad) ?? 0, `the result is ${shown(graph.entries[bad].value)}`);
  }
  return root;
}

const shown = (value: number) => (Number.isNaN(value) ? "not a number" : "infinite");

function constantNamed(graph: Graph, name: string): Node | null {
  const value = CONSTANTS.get(name);
  return value === undefined ? null : graph.constant(value);
}

const MOST_NAMES_SHOWN = 20;

function unknownName(name: string, known: readonly string[]): string {
  const names = [...known, ...CONSTANTS.keys()];
  const shownNames = names.length > MOST_NAMES_SHOWN ? [...names.slice(0, MOST_NAMES_SHOWN), "…"] : names;
  return `unknown name "${name}".${didYouMean(name, names)} Known here: ${shownNames.join(", ")}`;
}

function applied(graph: Graph, what: string, operands: readonly Node[]): Node {
  const [a, b, c] = operands;
  const truth = (node: Node) => graph.compare("notEqual", node, graph.constant(0));
  switch (what) {
    case "+":
      return graph.add(a, b);
    case "-":
      return graph.subtract(a, b);
    case "*":
      return graph.multiply(a, b);
    case "/":
      return graph.divide(a, b);
    case "^":
      return graph.raise(a, b);
    case "negate":
      return graph.negate(a);
    case "<":
      return graph.compare("less", a, b);
    case "<=":
      return graph.compare("lessEqual", a, b);
    case ">":
      return graph.compare("less", b, a);
    case ">=":
      return graph.compare("lessEqual", b, a);
    case "==":
      return graph.compare("equal", a, b);
    case "!=":
      return graph.compare("notEqual", a, b);
    case "not":
      return graph.compare("equal", a, graph.constant(0));
    case "and":
      return graph.choose(a, truth(b), graph.constant(0));
    case "or":
      return graph.choose(a, graph.constant(1), truth(b));
    case "if":
      return graph.choose(a, b, c);
    case "sqrt":
      return graph.power(a, 0.5);
    case "min":
      return operands.reduce(graph.smaller);
    case "max":
      return operands.reduce(graph.larger);
    default:
      return graph.call(what as FunctionName, a, b);
  }
}
