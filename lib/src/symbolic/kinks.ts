/** Times at which a function of time is not smooth: where a condition that is affine in time changes sides.
 *
 *  They are numbers, which methods copy when they plan their steps and models when they add up loads; so the parameters
 *  that decide them can no longer change. */
import type { Vec } from "../core/vec.js";
import { machineOf } from "./compile.js";
import { coneOf, type Graph, type Node } from "./dag.js";
import { partials } from "./derivative.js";
import { pin, pinned } from "./steady.js";

/** Ascending. Time is input 0; conditions that change sides again and again, such as sin(t) > 0, have no list. */
export function kinksOf(graph: Graph, components: readonly Node[]): Vec | null {
  const times = new Set<number>();
  for (const node of coneOf(graph, components)) {
    const difference = switching(graph, node);
    if (difference === null) continue;
    const slope = partials(graph, difference).get(0);
    if (slope === undefined || !graph.isSteady(slope)) continue;
    const why = "decides when a load has a kink";
    pin(graph, difference, why);
    const rate = pinned(graph, slope, why);
    if (rate === 0) continue;
    const { input, routines } = machineOf(graph, 1, [[difference]], "tape");
    input[0] = 0;
    routines[0].run();
    times.add(-routines[0].output[0] / rate);
  }
  return times.size === 0 ? null : Float64Array.from(times).sort();
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
