/** g(q) = 0 from one expression for each constraint, with the exact ∂g/∂q on its sparse rows. */
import type { Constraints } from "../core/system.js";
import { bind, scopeOf } from "./bind.js";
import { type BackEnd, type Formula, machineOf, parsed } from "./compile.js";
import { copy } from "./copy.js";
import { emptyGraph } from "./dag.js";
import { partials } from "./derivative.js";
import type { ParameterNumbers } from "./parameters.js";

export interface ConstraintFormulas {
  readonly coordinates: readonly string[];
  readonly parameters?: ParameterNumbers;
  readonly expressions: readonly Formula[];
  readonly backEnd?: BackEnd;
}

export function constraintsOf({ coordinates, parameters, expressions, backEnd }: ConstraintFormulas): Constraints {
  const graph = emptyGraph();
  const scope = scopeOf(graph, coordinates, parameters);
  const roots = expressions.map((formula) => bind(graph, parsed(formula), scope));
  const rows = roots.map((root) => [...partials(graph, root)].sort(([a], [b]) => a - b));
  const rowStart = new Int32Array(roots.length + 1);
  rows.forEach((row, i) => {
    rowStart[i + 1] = rowStart[i] + row.length;
  });
  const slopes = rows.flatMap((row) => row.map(([, node]) => node));
  const { input, routines } = machineOf(graph, coordinates.length, [roots, slopes], backEnd);
  const [value, slope] = routines;
  return {
    count: roots.length,
    labels: expressions.map((formula) => (typeof formula === "string" ? formula : formula.text)),
    rowStart,
    column: Int32Array.from(rows.flatMap((row) => row.map(([column]) => column))),
    values(q, out) {
      copy(q, input);
      value.run();
      copy(value.output, out);
    },
    jacobian(q, out) {
      copy(q, input);
      slope.run();
      copy(slope.output, out);
    },
  };
}
