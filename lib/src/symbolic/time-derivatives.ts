/** Derivatives in time of functions of time, exact and as often as asked for. */
import type { TimeLoad } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { machineOf } from "./compile.js";
import type { Graph, Node } from "./dag.js";
import { partials } from "./derivative.js";
import { besideKink, type Kinks } from "./kinks.js";

/** Time is input 0. A derivative is differentiated and compiled when it is first wanted. */
export function timeDerivatives(
  graph: Graph,
  components: readonly Node[],
  kinks: Kinks,
): NonNullable<TimeLoad["addDerivative"]> {
  const nodes: (readonly Node[])[] = [components];
  const machines: ReturnType<typeof machineOf>[] = [];
  const derivative = (k: number): readonly Node[] => {
    nodes[k] ??= derivative(k - 1).map((node) => partials(graph, node).get(0) ?? graph.constant(0));
    return nodes[k];
  };
  const valuesAt = (k: number, t: number): Vec => {
    machines[k] ??= machineOf(graph, 1, [derivative(k)], "tape");
    const { input, routines } = machines[k];
    input[0] = t;
    routines[0].run();
    return routines[0].output;
  };
  return (k, t, side, out) => {
    const beside = besideKink(kinks, t, side);
    const values = valuesAt(k, beside);
    for (let i = 0; i < values.length; i++) out[i] += values[i];
    if (k > 0 || beside === t) return;
    // Back to the kink itself along the slope: a steep load would seem to jump there.
    const slopes = valuesAt(1, beside);
    for (let i = 0; i < slopes.length; i++) {
      const change = (t - beside) * slopes[i];
      if (Number.isFinite(change)) out[i] += change;
    }
  };
}
