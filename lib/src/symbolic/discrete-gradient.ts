/** The discrete gradient of an expression: the slopes s with s·(b − a) = V(b) − V(a), from the backward sweep with the rules of
 *  differences, and their derivatives by b from the one with the rules of derivatives.
 *
 *  Where V = U(x) + … is said to be made of strains x_k(q), the change of U′ resists: s_i + r Σ_k ΔU′_k x_k[a, b]_i, with the slopes x_k[a, b] of the
 *  strain over the step.
 *
 *  Each product is compiled when it is first wanted: there are several times as many operations as in V. */

import type { Sparsity } from "../core/matrix.js";
import { once } from "../core/once.js";
import type { DiscreteGradient } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { type BackEnd, machineOf } from "./compile.js";
import { copy } from "./copy.js";
import type { Graph, Node } from "./dag.js";
import { dependents, partials } from "./derivative.js";
import { derivativeRule } from "./derivative-rules.js";
import { differenceFormula, differenceRule } from "./difference-rules.js";
import { isOfDistances } from "./distances.js";
import { endsOf } from "./ends.js";
import { isSymmetric, nodeMatrix, type Rows } from "./pattern.js";
import { roundingBounds } from "./rounding.js";
import { hasSteepProducts } from "./steep-products.js";
import { adjointsOf, sweep } from "./sweep.js";

/** The slopes of `root`, a function of the inputs 0 … count − 1, as nodes over these (the end a) and as many more (the end b). */
export function slopesBetween(graph: Graph, root: Node, count: number): Node[] {
  const slopes = sweep(graph, root, differenceRule(endsOf(graph, count, differenceFormula)));
  return Array.from({ length: count }, (_, i) => slopes.get(i) ?? graph.constant(0));
}

/** The same with the resistance r to changes of the strains. */
export function resistingSlopes({ graph, root, strains = [] }: Built, count: number, r: number): Node[] {
  const ends = endsOf(graph, count, differenceFormula);
  const slopes = slopesBetween(graph, root, count);
  const ofStrains = adjointsOf(graph, root, derivativeRule, (node) => strains.includes(node));
  for (const [strain, slope] of ofStrains) {
    const resistance = graph.multiply(graph.constant(r), ends.difference(slope));
    for (const [i, rate] of sweep(graph, strain, differenceRule(ends)))
      slopes[i] = graph.add(slopes[i], graph.multiply(resistance, rate));
  }
  return slopes;
}

/** ∂s_i/∂b_j, by rows. */
export function slopeRows(graph: Graph, slopes: readonly Node[]): Rows {
  const count = slopes.length;
  const moving = dependents(graph, slopes, (input) => input >= count);
  return slopes.map((slope) =>
    moving.has(slope)
      ? new Map([...partials(graph, slope, moving)].map(([input, node]) => [input - count, node]))
      : new Map<number, Node>(),
  );
}

/** The same on a pattern. */
function slopeTangent(graph: Graph, slopes: readonly Node[]) {
  const rows = slopeRows(graph, slopes);
  return { ...nodeMatrix(graph, rows), symmetric: isSymmetric(rows) };
}

/** What `build` gives: V in a graph of its own, and what it is made of where that is said. */
export interface Built {
  readonly graph: Graph;
  readonly root: Node;
  readonly strains?: readonly Node[];
}

export function discreteGradientOf(
  build: () => Built,
  count: number,
  { backEnd, resistance }: { readonly backEnd?: BackEnd | undefined; readonly resistance?: number | undefined } = {},
): DiscreteGradient {
  const expression = once(build);
  const slopes = once(() =>
    resistance === undefined
      ? slopesBetween(expression().graph, expression().root, count)
      : resistingSlopes(expression(), count, resistance),
  );
  const over = (roots: () => readonly Node[]) => once(() => betweenEnds(expression().graph, count, roots(), backEnd));
  const matrix = once(() => slopeTangent(expression().graph, slopes()));
  const between = over(slopes);
  const values = over(() => matrix().nodes);
  const bounds = over(() => roundingBounds(expression().graph, slopes()));
  const ofDistances = once(() => isOfDistances(expression().graph, expression().root));
  const mayCancel = once(() => hasSteepProducts(expression().graph, expression().root));
  return {
    get ofDistances() {
      return ofDistances();
    },
    get mayCancel() {
      return mayCancel();
    },
    between: (a, b, out) => between()(a, b, out),
    rounding: (a, b, out) => bounds()(a, b, out),
    tangent: {
      get pattern(): Sparsity {
        return matrix().pattern;
      },
      get symmetric() {
        return matrix().symmetric;
      },
      values: (a, b, out) => values()(a, b, out),
    },
  };
}

/** A compiled function of both ends. */
function betweenEnds(graph: Graph, count: number, roots: readonly Node[], backEnd?: BackEnd) {
  const { input, routines } = machineOf(graph, 2 * count, [roots], backEnd);
  const [{ output, run }] = routines;
  const [left, right] = [input.subarray(0, count), input.subarray(count)];
  return (a: Vec, b: Vec, out: Vec) => {
    copy(a, left);
    copy(b, right);
    run();
    copy(output, out);
  };
}
