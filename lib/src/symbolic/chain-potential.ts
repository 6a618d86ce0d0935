/** The potential of a chain, V(q) = Σ U(q_s − q_{s−1}), from the energy U(e) of one link: its gradient, Hessian, discrete gradient and the bounds on the rounding of both
 *  gradients, each as a loop over the coordinates (window-loop.ts), whose code does not depend on how many there are.
 *
 *  What belongs to coordinate i follows from the links that it is an end of, W = U(q_i − q_{i−1}) + U(q_{i+1} − q_i), by the rules for any expression. */

import type { Sparsity } from "../core/matrix.js";
import { once } from "../core/once.js";
import { type DiscreteGradient, type Expressed, type LocalTerms, pointsOfPairs, type Tangent } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { bind, scopeOf } from "./bind.js";
import { type Formula, machineOf, parsed } from "./compile.js";
import { emptyGraph, type Graph, type Node } from "./dag.js";
import { partials, secondPartials } from "./derivative.js";
import { type Built, resistingSlopes, slopeRows, slopesBetween } from "./discrete-gradient.js";
import { isOfDistances } from "./distances.js";
import { sourceOf } from "./expressed.js";
import { adjustable, type NamedNumbers } from "./parameters.js";
import { roundingBounds } from "./rounding.js";
import { hasSteepProducts } from "./steep-products.js";
import { type AlongArray, type ArrayFunction, alongArray, WINDOW } from "./window-loop.js";

export interface ChainFormula {
  /** Coordinates, two or more. */
  readonly count: number;
  /** Is there a link before the first coordinate and one behind the last, each to a place that is fixed at 0? */
  readonly fixedEnds: boolean;
  readonly parameters: NamedNumbers;
  /** U(e). */
  readonly energy: Formula;
}

export interface ChainPotential {
  potential(q: Vec): number;
  gradient(q: Vec, out: Vec): void;
  gradientRounding(q: Vec, out: Vec): void;
  readonly tangent: Tangent;
  readonly discreteGradient: DiscreteGradient;
  readonly expression: Expressed;
  readonly terms: LocalTerms;
}

/** The coordinate in the middle of a window. */
const HERE = 1;

export function chainPotentialOf({ count, fixedEnds, parameters, energy }: ChainFormula): ChainPotential {
  const expression = parsed(energy);
  // As parameters, not constants: the same code and the same order of all operations whatever they are. That is why the place of the walls, 0, is one.
  const own = adjustable({ ...parameters, wall: 0 });
  const linksIn = (graph: Graph) => {
    const scope = scopeOf(graph, [], own);
    return (e: Node) => bind(graph, expression, new Map([...scope, ["e", e]]));
  };
  const wallsIn = (graph: Graph): readonly Node[] =>
    fixedEnds ? own.all.filter(({ name }) => name === "wall").map(graph.parameter) : [];
  /** The links between these, one after another. */
  const chainOf = (graph: Graph, ends: readonly Node[]): Built => {
    const strains = ends.slice(1).map((end, k) => graph.subtract(end, ends[k]));
    return { graph, root: strains.map(linksIn(graph)).reduce((sum, U) => graph.add(sum, U)), strains };
  };
  const windowsIn = (graph: Graph): readonly [Built, Built, Built] => {
    const [before, here, after] = Array.from({ length: WINDOW }, (_, k) => graph.input(k));
    const wall = wallsIn(graph);
    return [
      chainOf(graph, [...wall, here, after]),
      chainOf(graph, [before, here, after]),
      chainOf(graph, [before, here, ...wall]),
    ];
  };
  /** What a window finds, at all coordinates. */
  const along = (states: 1 | 2, found: (window: Built, place: number) => readonly Node[]) =>
    once((): ArrayFunction => {
      const graph = emptyGraph();
      const [first, inner, last] = windowsIn(graph).map(found);
      return alongArray(count, { graph, states, roots: [first, inner, last] } satisfies AlongArray);
    });

  const slope = ({ graph, root }: Built) => partials(graph, root).get(HERE) ?? graph.constant(0);
  const pattern = tridiagonal(count);
  /** The places of a row, of which the first and the last one lack a neighbour. */
  const rowOf = (graph: Graph, row: ReadonlyMap<number, Node> | undefined, place: number) =>
    [0, 1, 2]
      .filter((column) => place === HERE || column !== place)
      .map((column) => row?.get(column) ?? graph.constant(0));

  // The energy of the link before each coordinate, and of the one behind the last.
  const energies = along(1, ({ graph, strains = [] }, place) =>
    strains.slice(0, [fixedEnds ? 1 : 0, 1, strains.length][place]).map(linksIn(graph)),
  );
  const ofLinks = once(() => new Float64Array(fixedEnds ? count + 1 : count - 1));
  const gradients = along(1, (window) => [slope(window)]);
  const bounds = along(1, (window) => roundingBounds(window.graph, [slope(window)]));
  const curvatures = along(1, ({ graph, root }, place) =>
    rowOf(graph, secondPartials(graph, partials(graph, root)).get(HERE), place),
  );
  const gradient = (q: Vec, out: Vec) => gradients()(q, q, out);
  const tangent: Tangent = { pattern, values: (q, out) => curvatures()(q, q, out) };

  const difference = (resistance?: number): DiscreteGradient => {
    const slopes = (window: Built): Node[] =>
      resistance === undefined
        ? slopesBetween(window.graph, window.root, WINDOW)
        : resistingSlopes(window, WINDOW, resistance);
    const between = along(2, (window) => [slopes(window)[HERE]]);
    const rounding = along(2, (window) => roundingBounds(window.graph, [slopes(window)[HERE]]));
    const values = along(2, (window, place) =>
      rowOf(window.graph, slopeRows(window.graph, slopes(window))[HERE], place),
    );
    const facts = once(() => {
      const window = windowsIn(emptyGraph())[HERE];
      return {
        ofDistances: isOfDistances(window.graph, window.root),
        mayCancel: hasSteepProducts(window.graph, window.root),
      };
    });
    return {
      get ofDistances() {
        return facts().ofDistances;
      },
      get mayCancel() {
        return facts().mayCancel;
      },
      between: (a, b, out) => between()(a, b, out),
      rounding: (a, b, out) => rounding()(a, b, out),
      tangent: {
        pattern,
        // Of a link, e = d·q, the slopes are s(e_a, e_b) d, and their derivatives s′ d dᵀ.
        symmetric: true,
        values: (a, b, out) => values()(a, b, out),
      },
    };
  };
  const discreteGradient = Object.assign(difference(), { resisting: difference });
  const build = () => {
    const graph = emptyGraph();
    const wall = wallsIn(graph);
    return chainOf(graph, [...wall, ...Array.from({ length: count }, (_, i) => graph.input(i)), ...wall]);
  };
  return {
    potential(q) {
      const all = ofLinks();
      energies()(q, q, all);
      let sum = 0;
      for (let s = 0; s < all.length; s++) sum += all[s];
      return sum;
    },
    gradient,
    gradientRounding: (q, out) => bounds()(q, q, out),
    tangent,
    discreteGradient,
    expression: { source: sourceOf(build), gradient, tangent: tangent.values, between: discreteGradient.between },
    terms: termsOf(count, fixedEnds, linksIn),
  };
}

/** One term a link, of the coordinates at its ends. */
function termsOf(count: number, fixedEnds: boolean, linksIn: (graph: Graph) => (e: Node) => Node): LocalTerms {
  const first = fixedEnds ? 0 : 1;
  const last = fixedEnds ? count : count - 1;
  const start = new Int32Array(last - first + 2);
  const coordinate: number[] = [];
  for (let s = first; s <= last; s++) {
    if (s > 0) coordinate.push(s - 1);
    if (s < count) coordinate.push(s);
    start[s - first + 1] = coordinate.length;
  }
  const link = once(() => {
    const graph = emptyGraph();
    const U = linksIn(graph)(graph.input(0));
    return machineOf(graph, 2, [[U], slopesBetween(graph, U, 1)]);
  });
  const stretchOf = (s: number, x: Vec) => (s === 0 ? x[0] : s === count ? -x[0] : x[1] - x[0]);
  return {
    count: last - first + 1,
    start,
    coordinate: Int32Array.from(coordinate),
    points: pointsOfPairs(start, 1),
    value(e, x) {
      const { input, routines } = link();
      input[0] = stretchOf(first + e, x);
      routines[0].run();
      return routines[0].output[0];
    },
    difference(e, x, at, step) {
      const s = first + e;
      const { input, routines } = link();
      const before = stretchOf(s, x);
      // Its right end stretches a link, its left end shortens it.
      const change = s > 0 && at === 0 ? -step : step;
      input[0] = before;
      input[1] = before + change;
      routines[1].run();
      return change * routines[1].output[0];
    },
  };
}

function tridiagonal(size: number): Sparsity {
  const rowStart = new Int32Array(size + 1);
  const column = new Int32Array(3 * size - 2);
  let end = 0;
  for (let i = 0; i < size; i++) {
    for (let j = Math.max(0, i - 1); j <= Math.min(size - 1, i + 1); j++) column[end++] = j;
    rowStart[i + 1] = end;
  }
  return { size, rowStart, column };
}
