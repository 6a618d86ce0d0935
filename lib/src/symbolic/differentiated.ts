/** Exact first and second derivatives of a function that is written once in code, in terms of an algebra.
 *
 *  The function is called with the inputs of a graph, and what it computes is the graph. From there on it is an expression like any other: derivatives
 *  are nodes of the graph, and all are compiled. The function must not branch on its arguments: they have no value while it is called. */
import { InputError } from "../core/failure.js";
import type { Vec } from "../core/vec.js";
import { machineOf } from "./compile.js";
import { emptyGraph, type Graph, type Node } from "./dag.js";
import { partials } from "./derivative.js";

/** The operations that a function may be made of. */
export interface Algebra<T> {
  number(value: number): T;
  add(x: T, y: T): T;
  subtract(x: T, y: T): T;
  multiply(x: T, y: T): T;
  divide(x: T, y: T): T;
  /** x to a constant power. */
  power(x: T, exponent: number): T;
  sqrt(x: T): T;
  sin(x: T): T;
  cos(x: T): T;
  exp(x: T): T;
  log(x: T): T;
}

/** A function of several arguments that does not care what numbers are. */
export type Differentiable = <T>(algebra: Algebra<T>, x: readonly T[]) => T;

export interface Differentiated {
  value(x: Vec): number;
  /** The gradient; returns the value. */
  gradient(x: Vec, out: Vec): number;
  /** out = the derivative of the gradient in the direction given. */
  hessianTimes(x: Vec, direction: Vec, out: Vec): void;
}

export function differentiated(size: number, f: Differentiable): Differentiated {
  const graph = emptyGraph();
  const inputs = (first: number) => Array.from({ length: size }, (_, i) => graph.input(first + i));
  const root = f(algebraOf(graph), inputs(0));
  if (graph.entries[root] === undefined) {
    throw new InputError("the function returned something that it did not compute with its algebra");
  }
  const gradientOf = (node: Node) => {
    const slopes = partials(graph, node);
    return Array.from({ length: size }, (_, i) => slopes.get(i) ?? graph.constant(0));
  };
  const slopes = gradientOf(root);
  // ∇(∇f · d) is the Hessian times d, and d are further inputs.
  const slopeAlong = inputs(size)
    .map((d, i) => graph.multiply(slopes[i], d))
    .reduce(graph.add, graph.constant(0));
  const { input, routines } = machineOf(graph, 2 * size, [[root], [root, ...slopes], gradientOf(slopeAlong)]);
  const [value, withGradient, product] = routines;
  const result = (routine: typeof value, first: number, out: Vec) => {
    routine.run();
    for (let i = 0; i < size; i++) out[i] = routine.output[first + i];
  };
  return {
    value(x) {
      input.set(x);
      value.run();
      return value.output[0];
    },
    gradient(x, out) {
      input.set(x);
      result(withGradient, 1, out);
      return withGradient.output[0];
    },
    hessianTimes(x, direction, out) {
      input.set(x);
      input.set(direction, size);
      result(product, 0, out);
    },
  };
}

const algebraOf = (graph: Graph): Algebra<Node> => ({
  ...graph,
  number: graph.constant,
  sqrt: (x) => graph.power(x, 0.5),
  sin: (x) => graph.call("sin", x),
  cos: (x) => graph.call("cos", x),
  exp: (x) => graph.call("exp", x),
  log: (x) => graph.call("log", x),
});
