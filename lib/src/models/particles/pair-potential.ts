/** An energy between two particles: an expression of their distance, from which the compiler makes slope, curvature and loops over all
 *  pairs. A new law is such an expression and nothing else. */
import type { Vec } from "../../core/vec.js";
import { machineOf } from "../../symbolic/compile.js";
import type { Graph, Node } from "../../symbolic/dag.js";
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

export interface PairFunctions {
  readonly energy: OfPair;
  /** U′/r: the gradient is U′/r times the distance vector. */
  readonly slope: OfPair;
  /** (U″ − U′/r)/r²: the Hessian is U′/r I + (U″ − U′/r)/r² d dᵀ for the distance vector d. */
  readonly curvature: OfPair;
}

/** The law pair by pair. */
export function pairFunctions({ cutoff, law, ofParticles, ofPairs }: PairPotential): PairFunctions {
  const { graph, inputs, energy, slope, curvature } = law;
  const { input, routines } = machineOf(graph, inputs, [[energy], [slope], [curvature]]);
  const limit = cutoff * cutoff;
  const [energyOf, slopeOf, curvatureOf] = routines.map(
    ({ output, run }): OfPair =>
      (square, i, j, pair) => {
        if (square >= limit) return 0;
        input[SQUARE] = square;
        input[PER_SQUARE] = 1 / square;
        input[DISTANCE] = Math.sqrt(square);
        input[PER_DISTANCE] = input[DISTANCE] * input[PER_SQUARE];
        let next = FIRST_GIVEN;
        for (let k = 0; k < ofParticles.length; k++) {
          input[next++] = ofParticles[k][i];
          input[next++] = ofParticles[k][j];
        }
        for (let k = 0; k < ofPairs.length; k++) input[next++] = ofPairs[k][pair];
        run();
        return output[0];
      },
  );
  return { energy: energyOf, slope: slopeOf, curvature: curvatureOf };
}
