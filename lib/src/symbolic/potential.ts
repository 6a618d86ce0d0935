/** V(q) from an expression, with its exact gradient and Hessian. */
import type { Tangent } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { bind, scopeOf } from "./bind.js";
import { type BackEnd, type Formula, machineOf, parsed } from "./compile.js";
import { copy } from "./copy.js";
import { emptyGraph } from "./dag.js";
import { partials, secondPartials } from "./derivative.js";
import type { ParameterNumbers } from "./parameters.js";
import { nodeMatrix } from "./pattern.js";

export interface PotentialFormula {
  readonly coordinates: readonly string[];
  readonly parameters?: ParameterNumbers;
  readonly potential: Formula;
  readonly backEnd?: BackEnd;
}

export interface Potential {
  potential(q: Vec): number;
  gradient(q: Vec, out: Vec): void;
  readonly tangent: Tangent;
  /** The gradient is affine in q, whatever the parameters: the Hessian does not depend on q. */
  readonly quadratic: boolean;
  readonly backEnd: BackEnd;
}

export function potentialOf({ coordinates, parameters, potential, backEnd }: PotentialFormula): Potential {
  const graph = emptyGraph();
  const root = bind(graph, parsed(potential), scopeOf(graph, coordinates, parameters));
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
  return {
    backEnd: machine.backEnd,
    quadratic: hessian.nodes.every((node) => graph.isSteady(node)),
    potential(q) {
      copy(q, input);
      value.run();
      return value.output[0];
    },
    gradient(q, out) {
      copy(q, input);
      slope.run();
      copy(slope.output, out);
    },
    tangent: {
      pattern: hessian.pattern,
      values(q, out) {
        copy(q, input);
        curvature.run();
        copy(curvature.output, out);
      },
    },
  };
}
