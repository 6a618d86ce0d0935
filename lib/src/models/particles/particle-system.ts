/** Particles that act on one another: Lennard-Jones or gravity between all of them, springs along bonds, in free space or
 *  in a periodic box. Coordinates are the positions of the particles one after another, (x, y[, z]) each.
 *
 *  Internal forces conserve the linear momentum and, without a box, the angular momentum. The Hessian is exact: on the
 *  pattern of the bonds when there is nothing else, full otherwise, and absent where a full one would be too large. */

import { InputError } from "../../core/failure.js";
import { once } from "../../core/once.js";
import type { NonlinearSystem, Tangent } from "../../core/system.js";
import type { WithThreads } from "../../core/threads.js";
import { minOf } from "../../core/vec.js";
import { diagonalMass } from "../../linalg/mass.js";
import { angularMomenta, linearMomenta } from "../../systems/momentum.js";
import { potentialSystem } from "../../systems/potential.js";
import { type BlockPlaces, bondPlaces, fullPlaces } from "./block-places.js";
import { type Box, boxOf } from "./box.js";
import { type Gravity, gravity } from "./gravity.js";
import { type LennardJones, lennardJones } from "./lennard-jones.js";
import { neighbours } from "./neighbours.js";
import { type PairGroup, pairDifference } from "./pair-difference.js";
import { type PairEnergy, pairEnergy } from "./pair-energy.js";
import { allPairs, listOf } from "./pair-list.js";
import type { PairPotential } from "./pair-potential.js";
import { searchCode } from "./pair-search.js";
import { pairTerms } from "./pair-terms.js";
import { evenBlocks, triangularBlocks } from "./row-blocks.js";
import { type Bond, springs } from "./springs.js";

/** `threads` share the forces of many particles, and help to factor large matrices. */
export interface Particles extends WithThreads {
  readonly dimension: number;
  /** One a particle. */
  readonly masses: ArrayLike<number>;
  /** What acts between every two of them. */
  readonly pair?: PairLaw | null;
  readonly bonds?: readonly Bond[];
  /** The sides of a periodic box; needs a cutoff of at most half the shortest of them. */
  readonly box?: readonly number[] | null;
  /** Names of the coordinates; x0, y0, x1 … by default. */
  readonly labels?: readonly string[];
}

export type PairLaw = { readonly lennardJones: LennardJones } | { readonly gravity: Gravity };

/** From here on looking for neighbours is quicker than trying all pairs. */
const NEIGHBOURS_FROM = 64;

export function particles(options: Particles): NonlinearSystem {
  const { dimension, masses, pair = null, bonds = [], threads } = options;
  const { labels = coordinateNames(masses.length, dimension) } = options;
  const count = masses.length;
  if (![1, 2, 3].includes(dimension)) {
    throw new InputError(`dimension ${dimension}; accepted: 1, 2 or 3`, { key: "dimension" });
  }
  if (count === 0) throw new InputError("there are no particles; give their masses", { key: "masses" });
  if (labels.length !== count * dimension) {
    throw new InputError(`found ${labels.length} names for ${count * dimension} coordinates`, { key: "labels" });
  }
  const box = options.box ? boxOf(options.box, dimension) : null;
  const mass = diagonalMass(
    Float64Array.from({ length: count * dimension }, (_, i) => masses[Math.floor(i / dimension)]),
  );

  const bonded = listOf(
    count,
    bonds.map((bond) => bond.between),
  );
  const everyPair = once(() => allPairs(count));
  const betweenAll = pair && lawOf(pair, masses);
  const alongBonds = bonds.length > 0 ? springs(bonds, bonded.order) : null;
  const parts: PairEnergy[] = [];
  if (betweenAll) {
    const { cutoff } = betweenAll;
    refuseFarReach(cutoff, box);
    const near = cutoff < Infinity && count >= NEIGHBOURS_FROM && !fills(box, cutoff, count);
    const listAt = near ? neighbours({ count, dimension, cutoff, box }) : everyPair;
    const blocks = cutoff < Infinity ? evenBlocks(count) : triangularBlocks(count);
    const lists = near ? searchCode(count) : undefined;
    parts.push(pairEnergy(dimension, count, listAt, betweenAll, box, { blocks, threads, ...(lists && { lists }) }));
  }
  if (alongBonds) parts.push(pairEnergy(dimension, count, () => bonded, alongBonds, box));

  const share = new Float64Array(parts.length > 1 ? count * dimension : 0);
  const places = pair === null ? bondPlaces(bonded, dimension) : fullPlaces(count, dimension);
  // All pairs for the law between everyone: whatever is cut off is zero at both ends of a step.
  const groups: PairGroup[] = [];
  if (places && betweenAll) groups.push({ list: everyPair(), potential: betweenAll });
  if (places && alongBonds) groups.push({ list: bonded, potential: alongBonds });
  const system = potentialSystem({
    labels,
    mass,
    potential(q) {
      let sum = 0;
      for (let k = 0; k < parts.length; k++) sum = parts[k].energy(q, sum);
      return sum;
    },
    gradient(q, out) {
      if (parts.length === 0) out.fill(0);
      else parts[0].gradient(q, out);
      for (let k = 1; k < parts.length; k++) {
        parts[k].gradient(q, share);
        for (let i = 0; i < out.length; i++) out[i] += share[i];
      }
    },
    tangent: tangentOf(parts, places),
    discreteGradient: places && pairDifference(dimension, groups, places, box),
    terms: places === null || (pair && jumps(pair)) ? undefined : pairTerms(dimension, groups, box),
    conserved: [...linearMomenta(mass, dimension), ...(box === null ? angularMomenta(mass, dimension) : [])],
  });
  return threads === undefined ? system : { ...system, threads };
}

const lawOf = (pair: PairLaw, masses: ArrayLike<number>): PairPotential =>
  "gravity" in pair ? gravity(pair.gravity, masses) : lennardJones(pair.lennardJones);

/** Does the cutoff reach half the box, or nearly? A list of neighbours, with half of all pairs, would be made anew in every step. Not for so many that all pairs take too much memory. */
const fills = (box: Box | null, cutoff: number, count: number): boolean =>
  box !== null && 1.02 * cutoff > minOf(box.sides) / 2 && count <= MOST_OF_ALL_PAIRS;
const MOST_OF_ALL_PAIRS = 4096;

/** No difference of a law that jumps at its cutoff is smooth. */
const jumps = (pair: PairLaw): boolean =>
  "lennardJones" in pair && (pair.lennardJones.cutoff ?? Infinity) < Infinity && !pair.lennardJones.shift;

function refuseFarReach(cutoff: number, box: Box | null): void {
  if (box === null) return;
  const shortest = minOf(box.sides);
  if (!(cutoff <= shortest / 2)) {
    const found = cutoff === Infinity ? "the pair law has no cutoff" : `the cutoff is ${cutoff}`;
    throw new InputError(
      `${found}, and in a box a particle may see only the nearest image of another: ` +
        `give a cutoff of at most half the shortest side, ${shortest / 2}`,
      { key: "box" },
    );
  }
}

function tangentOf(parts: readonly PairEnergy[], places: BlockPlaces | null): Tangent | null {
  if (places === null) return null;
  return {
    pattern: places.pattern,
    values(q, out) {
      out.fill(0);
      for (let k = 0; k < parts.length; k++) parts[k].addTangent(q, places, out);
    },
  };
}

function coordinateNames(count: number, dimension: number): string[] {
  const axes = ["x", "y", "z"].slice(0, dimension);
  return Array.from({ length: count }, (_, i) => axes.map((axis) => `${axis}${i}`)).flat();
}
