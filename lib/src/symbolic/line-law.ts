/** An energy U(x) of one number: a strain along a bar, the stretch of a spring, a gap. It is written once as an expression; its derivatives, its divided
 *  difference over a step and the derivative of that are nodes of the same graph.
 *
 *  A step goes from x to x + d, with the change d as an input of its own: it is known to more digits than the difference of both ends. So
 *  (U(x + d) − U(x))/d and U′(x + d) − U′(x) do not cancel where d is small. */
import type { Vec } from "../core/vec.js";
import { machineOf } from "./compile.js";
import { emptyGraph, type Graph, type Node } from "./dag.js";
import { partials } from "./derivative.js";
import { differenceFormula, differenceRule } from "./difference-rules.js";
import { endsOf } from "./ends.js";
import { entryLoops } from "./entry-loop.js";
import { sweep } from "./sweep.js";

export type LineExpression = (graph: Graph, x: Node) => Node;

/** x is input 0 of the graph, d input 1. */
export interface LineLaw {
  readonly graph: Graph;
  readonly energy: Node;
  /** U′(x). */
  readonly slope: Node;
  /** U″(x). */
  readonly curvature: Node;
  /** U(x + d) − U(x). */
  readonly change: Node;
  /** The divided difference of U from x to x + d, and its derivative by x + d. */
  readonly secant: Node;
  readonly secantSlope: Node;
  /** U′(x + d) − U′(x), and its derivative by x + d. */
  readonly slopeChange: Node;
  readonly endCurvature: Node;
}

const [X, D] = [0, 1];

export function lineLaw(write: LineExpression): LineLaw {
  const graph = emptyGraph();
  const zero = graph.constant(0);
  const by = (input: number, root: Node) => partials(graph, root).get(input) ?? zero;
  const energy = write(graph, graph.input(X));
  const slope = by(X, energy);
  const curvature = by(X, slope);
  const ends = endsOf(graph, 1, differenceFormula, "steps");
  const secant = sweep(graph, energy, differenceRule(ends)).get(X) ?? zero;
  return {
    graph,
    energy,
    slope,
    curvature,
    change: ends.difference(energy),
    secant,
    secantSlope: by(D, secant),
    slopeChange: ends.difference(slope),
    endCurvature: ends.after(curvature),
  };
}

/** The law for a single x. */
export interface LineFunctions {
  energy(x: number): number;
  slope(x: number): number;
  change(x: number, d: number): number;
}

export function lineFunctions({ graph, energy, slope, change }: LineLaw): LineFunctions {
  const { input, routines } = machineOf(graph, 2, [[energy], [slope], [change]]);
  const [ofEnergy, ofSlope, ofChange] = routines.map(({ output, run }) => (x: number, d: number) => {
    input[X] = x;
    input[D] = d;
    run();
    return output[0];
  });
  return { energy: (x) => ofEnergy(x, 0), slope: (x) => ofSlope(x, 0), change: ofChange };
}

/** The law for all entries of arrays: the caller fills in x, and d for what belongs to a step, and finds the results in `first` and `second`, which the next call uses again. */
export interface LineLoops {
  readonly x: Vec;
  readonly d: Vec;
  readonly first: Vec;
  readonly second: Vec;
  /** U(x). */
  energies(): void;
  /** U′(x). */
  slopes(): void;
  /** U′(x) and U″(x). */
  curvatures(): void;
  /** The divided differences. */
  secants(): void;
  /** The divided differences and their derivatives by x + d. */
  secantSlopes(): void;
  /** U′(x + d) − U′(x). */
  slopeChanges(): void;
  /** U′(x + d) − U′(x) and U″(x + d). */
  endCurvatures(): void;
}

export function lineLoops(law: LineLaw, length: number): LineLoops {
  const { graph, energy, slope, curvature, secant, secantSlope, slopeChange, endCurvature } = law;
  const { inputs, results, runs } = entryLoops(length, graph, 2, [
    [energy],
    [slope],
    [slope, curvature],
    [secant],
    [secant, secantSlope],
    [slopeChange],
    [slopeChange, endCurvature],
  ]);
  const [energies, slopes, curvatures, secants, secantSlopes, slopeChanges, endCurvatures] = runs;
  const [[x, d], [first, second]] = [inputs, results];
  return { x, d, first, second, energies, slopes, curvatures, secants, secantSlopes, slopeChanges, endCurvatures };
}
