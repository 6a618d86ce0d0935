/** Derivatives in time of functions of time, exact and as often as asked for. */
import type { TimeLoad } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { machineOf } from "./compile.js";
import type { Graph, Node } from "./dag.js";
import { partials } from "./derivative.js";

/** Time is input 0. A derivative is differentiated and compiled when it is first wanted. */
export function timeDerivatives(
  graph: Graph,
  components: readonly Node[],
  kinks: Vec | null,
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
    const beside = kinks === null ? t : besideKink(kinks, t, side);
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

/** A time that is a kink, but for the rounding of t0 + n h, is moved to the side from which the limit is wanted. How near that is follows from
 *  the times themselves, whatever their unit is. */
function besideKink(kinks: Vec, t: number, side: -1 | 1): number {
  const latest = Math.max(Math.abs(kinks[0]), Math.abs(kinks[kinks.length - 1]));
  // A kink at zero that is alone has no other time to be measured with.
  const reach = Math.max(1e-11 * Math.abs(t), 1e-14 * (latest === 0 ? 1 : latest));
  let low = 0;
  let high = kinks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (kinks[middle] < t - reach) low = middle + 1;
    else high = middle;
  }
  if (low === kinks.length || kinks[low] > t + reach) return t;
  const gap = side < 0 ? kinks[low] - (kinks[low - 1] ?? -Infinity) : (kinks[low + 1] ?? Infinity) - kinks[low];
  return kinks[low] + side * Math.min(reach, gap / 4);
}
