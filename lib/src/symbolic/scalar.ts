/** A number read off the state by an expression: probes, stop conditions (true is anything but 0). */
import type { Vec } from "../core/vec.js";
import { bind, scopeOf } from "./bind.js";
import { type BackEnd, type Formula, machineOf, parsed } from "./compile.js";
import { emptyGraph } from "./dag.js";
import type { ParameterNumbers } from "./parameters.js";
import { stateLoader, stateNames } from "./state-inputs.js";

export interface ScalarFormula {
  readonly coordinates: readonly string[];
  readonly parameters?: ParameterNumbers;
  readonly expression: Formula;
  readonly backEnd?: BackEnd;
}

export function scalarOf({ coordinates, parameters, expression, backEnd }: ScalarFormula) {
  const graph = emptyGraph();
  const root = bind(graph, parsed(expression), scopeOf(graph, stateNames(coordinates), parameters));
  const { input, routines } = machineOf(graph, 1 + 2 * coordinates.length, [[root]], backEnd);
  const load = stateLoader(graph, coordinates.length, [root], input);
  const [{ output, run }] = routines;
  return (t: number, q: Vec, v: Vec): number => {
    load(t, q, v);
    run();
    return output[0];
  };
}
