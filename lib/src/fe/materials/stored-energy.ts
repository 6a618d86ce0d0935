/** A stored energy W(I₁, I₂, J) from its expression: slopes and curvatures for stress and moduli, and differences over a finite step, all
 *  out of the compiler (symbolic/).
 *
 *  An expression is one of the distances from rest, i1 = I₁ − 3, i2 = I₂ − 3, j = J − 1, which are known without cancellation. Beside them it may use J, log J and
 *  J^(−1/3), of which any power of J that materials have is a product. A constant that W has at rest does not count. */
import { machineOf } from "../../symbolic/compile.js";
import { emptyGraph, type Graph, type Node } from "../../symbolic/dag.js";
import { partials, secondPartials } from "../../symbolic/derivative.js";
import { differenceFormula } from "../../symbolic/difference-rules.js";
import { endsOf } from "../../symbolic/ends.js";
import type { StoredEnergy } from "./material.js";

/** What an expression is made of. */
export interface Invariants {
  readonly i1: Node;
  readonly i2: Node;
  readonly j: Node;
  readonly J: Node;
  /** J^(−1/3). */
  readonly perRoot: Node;
  readonly logJ: Node;
}

export type EnergyExpression = (graph: Graph, at: Invariants) => Node;

/** W as an expression of the inputs first, first + 1 and first + 2 of a graph. */
function energyAt(graph: Graph, write: EnergyExpression, first: number): Node {
  const [i1, i2, j] = [0, 1, 2].map((k) => graph.input(first + k));
  const J = graph.add(graph.constant(1), j);
  return write(graph, { i1, i2, j, J, perRoot: graph.call("perCubeRoot", J), logJ: graph.call("log", J) });
}

/** ∂W/∂I₁, ∂W/∂I₂, ∂W/∂J; null for one that vanishes. */
export function slopesAt(graph: Graph, write: EnergyExpression, first: number): readonly (Node | null)[] {
  const found = partials(graph, energyAt(graph, write, first));
  return [0, 1, 2].map((k) => found.get(first + k) ?? null);
}

/** The second derivatives 11, 12, 1J, 22, 2J, JJ; null for one that vanishes. */
export function curvaturesAt(graph: Graph, write: EnergyExpression, first: number): readonly (Node | null)[] {
  const found = secondPartials(graph, partials(graph, energyAt(graph, write, first)));
  return PAIRS.map(([k, l]) => found.get(first + k)?.get(first + l) ?? null);
}

/** The change of W from the inputs first … first + 2 by those after them. */
export function differenceAt(graph: Graph, write: EnergyExpression, first: number): Node {
  return endsOf(graph, 3, differenceFormula, "steps").difference(energyAt(graph, write, first));
}

/** `quicker`: the difference once more, written by hand. A call into compiled code with divided logarithms takes three times as long, and force-stepping asks for differences
 *  at every event. */
export function storedEnergy(write: EnergyExpression, quicker?: StoredEnergy["difference"]): StoredEnergy {
  const graph = emptyGraph();
  const first = partials(graph, energyAt(graph, write, 0));
  const second = secondPartials(graph, first);
  const zero = graph.constant(0);
  const slopes = [0, 1, 2].map((k) => first.get(k) ?? zero);
  const curvatures = PAIRS.map(([k, l]) => second.get(k)?.get(l) ?? zero);
  const { input, routines } = machineOf(graph, 6, [slopes, curvatures, [differenceAt(graph, write, 0)]]);
  const [slope, curvature, change] = routines;
  const enter = (i1: number, i2: number, j: number) => {
    input[0] = i1;
    input[1] = i2;
    input[2] = j;
  };
  const compiled: StoredEnergy["difference"] = (i1, i2, j, d1, d2, dj) => {
    enter(i1, i2, j);
    input[3] = d1;
    input[4] = d2;
    input[5] = dj;
    change.run();
    return change.output[0];
  };
  const difference = quicker ?? compiled;
  return {
    expression: write,
    ofSecond: first.has(1),
    value: (i1, i2, j) => (j > -1 ? difference(0, 0, 0, i1, i2, j) : Number.NaN),
    gradient(i1, i2, j, out) {
      enter(i1, i2, j);
      slope.run();
      for (let k = 0; k < 3; k++) out[k] = slope.output[k];
    },
    hessian(i1, i2, j, out) {
      enter(i1, i2, j);
      curvature.run();
      for (let k = 0; k < 6; k++) out[k] = curvature.output[k];
    },
    difference,
  };
}

/** In the order of `StoredEnergy.hessian`. */
const PAIRS = [
  [0, 0],
  [0, 1],
  [0, 2],
  [1, 1],
  [1, 2],
  [2, 2],
] as const;
