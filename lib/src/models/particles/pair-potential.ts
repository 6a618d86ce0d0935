/** An energy between two particles: an expression of their distance, from which the compiler makes slope, curvature and loops over all
 *  pairs. A new law is such an expression and nothing else. */
import type { Vec } from "../../core/vec.js";
import { machineOf } from "../../symbolic/compile.js";
import { type Graph, inputsOf, type Node } from "../../symbolic/dag.js";
import {
  DISTANCE,
  type Distance,
  type DistanceLaw,
  distanceLaw,
  FIRST_GIVEN,
  PER_DISTANCE,
  PER_SQUARE,
  SQUARE,
} from "../../symbolic/distance-law.js";

export interface PairPotential {
  /** The energy is 0 from this distance on; Infinity for none. */
  readonly cutoff: number;
  readonly law: DistanceLaw;
  /** Tables of what the law is given: for each with one entry a particle the numbers of both, then those with one entry a pair. */
  readonly ofParticles: readonly Vec[];
  readonly ofPairs: readonly Vec[];
}

interface Terms {
  readonly cutoff?: number;
  readonly ofParticles?: readonly Vec[];
  readonly ofPairs?: readonly Vec[];
}

export function pairPotential(
  { cutoff = Infinity, ofParticles = [], ofPairs = [] }: Terms,
  energy: (graph: Graph, at: Distance) => Node,
): PairPotential {
  return { cutoff, law: distanceLaw(2 * ofParticles.length + ofPairs.length, energy), ofParticles, ofPairs };
}

/** Of one pair: particles i and j, which are number `pair` of the list, from their squared distance. */
type OfPair = (square: number, i: number, j: number, pair: number) => number;
/** The same from the squared distances at both ends of a step. */
type BetweenPair = (before: number, after: number, i: number, j: number, pair: number) => number;

export interface PairFunctions {
  readonly energy: OfPair;
  /** U′/r: the gradient is U′/r times the distance vector. */
  readonly slope: OfPair;
  /** (U″ − U′/r)/r²: the Hessian is U′/r I + (U″ − U′/r)/r² d dᵀ for the distance vector d. */
  readonly curvature: OfPair;
}

/** The law pair by pair. */
export function pairFunctions(potential: PairPotential): PairFunctions {
  const { graph, inputs, energy, slope, curvature } = potential.law;
  const roots = [energy, slope, curvature];
  const { input, routines } = machineOf(
    graph,
    inputs,
    roots.map((root) => [root]),
  );
  const enter = entering(potential, input, roots);
  const limit = potential.cutoff * potential.cutoff;
  const [energyOf, slopeOf, curvatureOf] = routines.map(
    ({ output, run }): OfPair =>
      (square, i, j, pair) => {
        if (square >= limit) return 0;
        enter(0, square, i, j, pair);
        run();
        return output[0];
      },
  );
  return { energy: energyOf, slope: slopeOf, curvature: curvatureOf };
}

export interface PairDifference {
  /** (U(b) − U(a))/(b − a) for squared distances a and b. */
  readonly secant: BetweenPair;
  /** Its derivative by b. */
  readonly slope: BetweenPair;
}

/** The law over a step, pair by pair. Beyond a cutoff U keeps its value there, so that it is continuous: the energy that this conserves is that of the
 *  shifted law. */
export function pairDifferences(potential: PairPotential): PairDifference {
  const { graph, inputs, secant, secantSlope } = potential.law;
  const { input, routines } = machineOf(graph, 2 * inputs, [[secant], [secantSlope]]);
  const enter = entering(potential, input, [secant, secantSlope]);
  const limit = potential.cutoff * potential.cutoff;
  const [secantWithin, slopeWithin] = routines.map(
    ({ output, run }): BetweenPair =>
      (a, b, i, j, pair) => {
        enter(0, a, i, j, pair);
        enter(inputs, b, i, j, pair);
        run();
        return output[0];
      },
  );
  return {
    secant(a, b, i, j, pair) {
      if (a < limit && b < limit) return secantWithin(a, b, i, j, pair);
      if (a >= limit && b >= limit) return 0;
      // One end is beyond the cutoff: the difference to the cutoff, spread over the whole way.
      const [from, to] = [Math.min(a, limit), Math.min(b, limit)];
      return (secantWithin(from, to, i, j, pair) * (to - from)) / (b - a);
    },
    slope(a, b, i, j, pair) {
      if (a < limit && b < limit) return slopeWithin(a, b, i, j, pair);
      if (a >= limit && b >= limit) return 0;
      const [from, to] = [Math.min(a, limit), Math.min(b, limit)];
      const mean = secantWithin(from, to, i, j, pair);
      const grows = b < limit ? slopeWithin(from, to, i, j, pair) * (to - from) + mean : 0;
      return (grows - (mean * (to - from)) / (b - a)) / (b - a);
    },
  };
}

/** Puts what the law of a pair reads into the inputs from `first` on. */
function entering({ law, ofParticles, ofPairs }: PairPotential, input: Vec, roots: readonly Node[]) {
  const read = inputsOf(law.graph, roots);
  const reads = (wanted: number) => read.has(wanted) || read.has(law.inputs + wanted);
  const hasRoot = reads(DISTANCE) || reads(PER_DISTANCE);
  return (first: number, square: number, i: number, j: number, pair: number): void => {
    const perSquare = 1 / square;
    input[first + SQUARE] = square;
    input[first + PER_SQUARE] = perSquare;
    if (hasRoot) {
      const distance = Math.sqrt(square);
      input[first + DISTANCE] = distance;
      input[first + PER_DISTANCE] = distance * perSquare;
    }
    let next = first + FIRST_GIVEN;
    for (let k = 0; k < ofParticles.length; k++) {
      input[next++] = ofParticles[k][i];
      input[next++] = ofParticles[k][j];
    }
    for (let k = 0; k < ofPairs.length; k++) input[next++] = ofPairs[k][pair];
  };
}
