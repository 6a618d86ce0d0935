/** F(t) from one expression for each component. */
import type { TimeLoad } from "../../core/system.js";
import { bind, type Parameters, scopeOf } from "./bind.js";
import { type BackEnd, type Formula, machineOf, parsed } from "./compile.js";
import { coneOf, emptyGraph, type Graph, type Node } from "./dag.js";
import { partials } from "./derivative.js";

export interface TimeLoadFormulas {
  readonly parameters?: Parameters;
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
    kinks: kinks.length === 0 ? null : Float64Array.from(kinks),
    addTo(t, _q, _v, out) {
      input[0] = t;
      run();
      for (let i = 0; i < output.length; i++) out[i] += output[i];
    },
  };
}

/** Where a condition that is affine in time changes sides, ascending. Conditions that change sides again and again, such as
 *  sin(t) > 0, have no list. */
function kinksOf(graph: Graph, components: readonly Node[]): number[] {
  const times = new Set<number>();
  for (const node of coneOf(graph, components)) {
    const difference = switching(graph, node);
    if (difference === null) continue;
    const slope = partials(graph, difference).get(0);
    if (slope === undefined || !graph.isConstant(slope)) continue;
    const rate = graph.entries[slope].value;
    const { input, routines } = machineOf(graph, 1, [[difference]], "tape");
    input[0] = 0;
    routines[0].run();
    times.add(-routines[0].output[0] / rate);
  }
  return [...times].sort((a, b) => a - b);
}

/** The quantity whose sign decides what a piecewise node is; null for smooth nodes. */
function switching(graph: Graph, node: Node): Node | null {
  const { kind, a, b } = graph.entries[node];
  switch (kind) {
    case "abs":
    case "sign":
      return a;
    case "min":
    case "max":
    case "less":
    case "lessEqual":
    case "equal":
    case "notEqual":
      return graph.subtract(a, b);
    default:
      return null;
  }
}
