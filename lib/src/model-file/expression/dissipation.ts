/** The damping force −∂φ/∂v of a Rayleigh potential φ(q, v). */
import type { Force } from "../../core/system.js";
import { bind, type NamedNumbers, scopeOf } from "./bind.js";
import { type BackEnd, type Formula, parsed } from "./compile.js";
import { emptyGraph } from "./dag.js";
import { partials } from "./derivative.js";
import { forceOfNodes } from "./force.js";
import { mistake } from "./mistake.js";
import { stateNames, velocities } from "./state-inputs.js";

export interface DissipationFormula {
  readonly coordinates: readonly string[];
  readonly parameters?: NamedNumbers;
  readonly dissipation: Formula;
  readonly backEnd?: BackEnd;
}

export function dissipationOf({ coordinates, parameters, dissipation, backEnd }: DissipationFormula): Force {
  const graph = emptyGraph();
  const scope = scopeOf(graph, stateNames(coordinates), parameters);
  const expression = parsed(dissipation);
  const time = expression.postfix.find((step) => step.kind === "name" && step.name === "t");
  if (time !== undefined) {
    throw mistake(
      expression.source,
      time.at,
      "a Rayleigh potential depends on coordinates and velocities, not on time",
    );
  }
  const slopes = partials(graph, bind(graph, expression, scope));
  const { from } = velocities(coordinates.length);
  const zero = graph.constant(0);
  return forceOfNodes(
    graph,
    coordinates.map((_, i) => graph.negate(slopes.get(from + i) ?? zero)),
    backEnd,
  );
}
