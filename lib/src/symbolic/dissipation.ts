/** The damping force −∂φ/∂v of a Rayleigh potential φ(q, v), with its companion −∂φ/∂q where φ depends on the place. */
import type { Force } from "../core/system.js";
import { bind, scopeOf } from "./bind.js";
import { type BackEnd, type Formula, parsed } from "./compile.js";
import { emptyGraph } from "./dag.js";
import { partials } from "./derivative.js";
import { forceOfNodes } from "./force.js";
import { mistake } from "./mistake.js";
import type { ParameterNumbers } from "./parameters.js";
import { type Part, positions, stateNames, velocities } from "./state-inputs.js";

export interface DissipationFormula {
  readonly coordinates: readonly string[];
  readonly parameters?: ParameterNumbers;
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
  const opposing = ({ from }: Part) =>
    forceOfNodes(
      graph,
      coordinates.map((_, i) => graph.negate(slopes.get(from + i) ?? zero)),
      backEnd,
    );
  const zero = graph.constant(0);
  const dof = coordinates.length;
  const force = opposing(velocities(dof));
  return force.byPosition === null ? force : { ...force, companion: opposing(positions(dof)) };
}
