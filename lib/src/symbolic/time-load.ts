/** F(t) from one expression for each component. */
import type { TimeLoad } from "../core/system.js";
import { bind, scopeOf } from "./bind.js";
import { type BackEnd, type Formula, machineOf, parsed } from "./compile.js";
import { emptyGraph } from "./dag.js";
import { kinksOf } from "./kinks.js";
import type { ParameterNumbers } from "./parameters.js";
import { timeDerivatives } from "./time-derivatives.js";

export interface TimeLoadFormulas {
  readonly parameters?: ParameterNumbers;
  readonly expressions: readonly Formula[];
  readonly backEnd?: BackEnd;
}

export function timeLoadOf({ parameters, expressions, backEnd }: TimeLoadFormulas): TimeLoad {
  const graph = emptyGraph();
  const scope = scopeOf(graph, ["t"], parameters);
  const components = expressions.map((formula) => bind(graph, parsed(formula), scope));
  const { input, routines } = machineOf(graph, 1, [components], backEnd);
  const [{ output, run }] = routines;
  const kinks = kinksOf(graph, components);
  return {
    byPosition: null,
    byVelocity: null,
    ...kinks.listed,
    addDerivative: timeDerivatives(graph, components, kinks),
    addTo(t, _q, _v, out) {
      input[0] = t;
      run();
      for (let i = 0; i < output.length; i++) out[i] += output[i];
    },
  };
}
