/** From a parsed expression to the graph: names become inputs, parameters and constants. */
import { InputError } from "../core/failure.js";
import { didYouMean } from "../core/spelling.js";
import { coneOf, type Graph, type Node } from "./dag.js";
import { mistake, type Source } from "./mistake.js";
import { CONSTANTS, isName, reservedMeaning } from "./notation.js";
import type { FunctionName } from "./operations.js";
import { isAdjustable, type ParameterNumbers } from "./parameters.js";
import type { Expression } from "./parse.js";
import { pinned, steadyValues } from "./steady.js";

/** What names stand for. */
export type Scope = ReadonlyMap<string, Node>;

/** Inputs in their order, and parameters: numbers are constants of the code, adjustable ones are not. A name that means something else already is refused. */
export function scopeOf(graph: Graph, inputs: readonly string[], parameters: ParameterNumbers = {}): Scope {
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
    if (reason !== null) throw new InputError(reason);
    scope.set(name, node);
  };
  inputs.forEach((name, index) => {
    enter(name, graph.input(index), "the variable");
  });
  const nodes: [string, Node][] = isAdjustable(parameters)
    ? parameters.all.map((parameter) => [parameter.name, graph.parameter(parameter)])
    : Object.entries(parameters).map(([name, value]) => [name, graph.constant(value)]);
  for (const [name, node] of nodes) enter(name, node, "the parameter");
  return scope;
}

export function bind(graph: Graph, { source, postfix }: Expression, scope: Scope): Node {
  const stack: Node[] = [];
  /** Where constants that are not finite were made, and what may become one with other parameters. */
  const suspects = new Map<Node, number>();
  for (const step of postfix) {
    if (step.kind === "number") stack.push(graph.constant(step.value));
    else if (step.kind === "name") {
      const node = scope.get(step.name) ?? constantNamed(graph, step.name);
      if (node === null) throw mistake(source, step.at, unknownName(step.name, [...scope.keys()]));
      stack.push(node);
    } else {
      const operands = stack.splice(stack.length - step.count);
      const node = applied(graph, step.what, operands);
      const { kind, value, steady } = graph.entries[node];
      const suspect = kind === "constant" ? !Number.isFinite(value) : steady;
      if (suspect && !suspects.has(node)) suspects.set(node, step.at);
      stack.push(node);
    }
  }
  const [root] = stack;
  if (suspects.size > 0) refuseInfinite(graph, root, suspects, source);
  return root;
}

/** An error for a steady part that is not finite, now or with other parameters, where the result uses it: not in the branch
 *  not taken, and not in what is finite itself, as 1/(1/k) for k = 0. */
function refuseInfinite(graph: Graph, root: Node, suspects: ReadonlyMap<Node, number>, source: Source): void {
  const cone = coneOf(graph, [root], { withinSteady: false });
  const steady = cone.filter((node) => graph.isSteady(node));
  const valuesNow = steadyValues(graph, steady);
  const check = () => {
    const values = valuesNow();
    const used = new Set([root]);
    for (const node of used) {
      if (graph.isSteady(node)) continue;
      const { kind, a, b, c } = graph.entries[node];
      const condition = kind === "if" ? values.get(a) : undefined;
      const operands = condition === undefined ? [a, b, c] : [condition !== 0 ? b : c];
      for (const operand of operands) if (operand !== -1) used.add(operand);
    }
    const bad = steady.find((node) => used.has(node) && suspects.has(node) && !Number.isFinite(values.get(node)));
    if (bad === undefined) return;
    throw mistake(source, suspects.get(bad) ?? 0, `the result is ${shown(values.get(bad) ?? Number.NaN)}`);
  };
  check();
  for (const node of coneOf(graph, steady)) {
    const { kind, value } = graph.entries[node];
    if (kind === "parameter") graph.parameters[value].watch(check);
  }
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
      return graph.raise(a, exponentOf(graph, a, b));
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

/** A number, where it is the exponent of a variable: x^n is x·x for n = 2, and differentiates as a power. */
function exponentOf(graph: Graph, base: Node, exponent: Node): Node {
  if (graph.isSteady(base) || !graph.isSteady(exponent)) return exponent;
  return graph.constant(pinned(graph, exponent, "stands in the exponent of a variable"));
}
