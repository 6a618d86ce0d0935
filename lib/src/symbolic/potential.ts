/** V(q) from an expression, with its exact gradient and Hessian, its discrete gradient, and bounds on the rounding of both gradients. */
import { once } from "../core/once.js";
import type { DiscreteGradient, Expressed, Tangent } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { bind, scopeOf } from "./bind.js";
import { type BackEnd, type Formula, machineOf, parsed } from "./compile.js";
import { conditionsOf } from "./conditions.js";
import { copy } from "./copy.js";
import { emptyGraph, type Graph, type Node } from "./dag.js";
import { partials, secondPartials } from "./derivative.js";
import { type Built, discreteGradientOf } from "./discrete-gradient.js";
import { sourceOf } from "./expressed.js";
import { isAdjustable, type ParameterNumbers } from "./parameters.js";
import { nodeMatrix } from "./pattern.js";
import { roundingBounds } from "./rounding.js";

export interface PotentialFormula {
  readonly coordinates: readonly string[];
  readonly parameters?: ParameterNumbers;
  readonly potential: Formula;
  /** What V is made of, such as lengths and strains, under names that the potential uses: V = U(x_1, x_2, …) + …. Energy-momentum with damping resists their changes. */
  readonly strains?: Readonly<Record<string, Formula>>;
  readonly backEnd?: BackEnd;
}

export interface Potential {
  potential(q: Vec): number;
  gradient(q: Vec, out: Vec): void;
  gradientRounding(q: Vec, out: Vec): void;
  readonly tangent: Tangent;
  readonly discreteGradient: DiscreteGradient;
  /** The expression itself, for generated code. */
  readonly expression: Expressed;
  /** The gradient is affine in q, whatever the parameters: the Hessian does not depend on q. */
  readonly quadratic: boolean;
  /** Where it has conditions on the position: the lowest derivative of its force that may jump where one changes; null where the
   *  parameters, as they are now, leave no condition. */
  readonly conditions?: () => number | null;
  readonly backEnd: BackEnd;
}

export function potentialOf(formula: PotentialFormula): Potential {
  const { coordinates, parameters, strains, backEnd } = formula;
  const build = builderOf(formula);
  const { graph, root } = build();
  const rough = roughnessOf(graph, root);
  /** Among constants a factor 0 removes its term, and a condition on parameters is decided. */
  const roughNow = () => {
    if (parameters === undefined || !isAdjustable(parameters)) return rough;
    const now = build(parameters.values);
    return roughnessOf(now.graph, now.root);
  };
  const first = partials(graph, root);
  const second = secondPartials(graph, first);
  const none = new Map<number, number>();
  const hessian = nodeMatrix(
    graph,
    coordinates.map((_, i) => second.get(i) ?? none),
  );
  const zero = graph.constant(0);
  const slopes = coordinates.map((_, i) => first.get(i) ?? zero);
  const machine = machineOf(graph, coordinates.length, [[root], slopes, hessian.nodes], backEnd);
  const { input } = machine;
  const [value, slope, curvature] = machine.routines;
  const bounds = once(() => {
    // In a graph of its own: that of the derivatives need not be kept until bounds are asked for.
    const again = build();
    const derivatives = partials(again.graph, again.root);
    const gradient = coordinates.map((_, i) => derivatives.get(i) ?? again.graph.constant(0));
    return machineOf(again.graph, coordinates.length, [roundingBounds(again.graph, gradient)], backEnd);
  });
  const between = (resistance?: number) => discreteGradientOf(build, coordinates.length, { backEnd, resistance });
  const discreteGradient: DiscreteGradient =
    strains === undefined ? between() : Object.assign(between(), { resisting: rememberingLast(between) });
  const tangent: Tangent = {
    pattern: hessian.pattern,
    values(q, out) {
      copy(q, input);
      curvature.run();
      copy(curvature.output, out);
    },
  };
  const gradient = (q: Vec, out: Vec) => {
    copy(q, input);
    slope.run();
    copy(slope.output, out);
  };
  return {
    backEnd: machine.backEnd,
    quadratic: hessian.nodes.every((node) => graph.isSteady(node)),
    ...(rough !== null && { conditions: roughNow }),
    potential(q) {
      copy(q, input);
      value.run();
      return value.output[0];
    },
    gradient,
    gradientRounding(q, out) {
      copy(q, bounds().input);
      bounds().routines[0].run();
      copy(bounds().routines[0].output, out);
    },
    discreteGradient,
    tangent,
    expression: {
      source: sourceOf(build, parameters),
      gradient,
      tangent: tangent.values,
      between: discreteGradient.between,
    },
  };
}

/** The same answer to the same question, if that was the last one. */
function rememberingLast<T>(answer: (x: number) => T): (x: number) => T {
  let last: { readonly x: number; readonly value: T } | null = null;
  return (x) => {
    if (last?.x !== x) last = { x, value: answer(x) };
    return last.value;
  };
}

/** V in a graph of its own, at every call; with other parameters than those of the formula, where they are given. */
export function builderOf({ coordinates, parameters, potential, strains = {} }: PotentialFormula) {
  const expression = parsed(potential);
  const made = Object.entries(strains).map(([name, formula]) => [name, parsed(formula)] as const);
  return (given = parameters): Built => {
    const graph = emptyGraph();
    const scope = scopeOf(graph, coordinates, given);
    const nodes = made.map(([name, strain]) => [name, bind(graph, strain, scope)] as const);
    return {
      graph,
      root: bind(graph, expression, new Map([...scope, ...nodes])),
      strains: nodes.map(([, node]) => node),
    };
  };
}

/** A force is a derivative less smooth than its potential. Null: there are no conditions. */
function roughnessOf(graph: Graph, root: Node): number | null {
  const least = conditionsOf(graph, [root])
    .filter(({ value, onlyInTime }) => onlyInTime !== true && !graph.isSteady(value))
    .reduce((low, { smoothness }) => Math.min(low, smoothness), Number.POSITIVE_INFINITY);
  return least === Number.POSITIVE_INFINITY ? null : Math.max(0, least - 1);
}
