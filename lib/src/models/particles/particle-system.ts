/** Particles that act on one another: Lennard-Jones or gravity between all of them, springs along bonds, in free space or
 *  in a periodic box. Coordinates are the positions of the particles one after another, (x, y[, z]) each.
 *
 *  Internal forces conserve the linear momentum and, without a box, the angular momentum. The Hessian is exact: on the
 *  pattern of the bonds when there is nothing else, full otherwise, and absent where a full one would be too large. */

import { InputError } from "../../core/failure.js";
import type { LocalTerms, NonlinearSystem, Tangent } from "../../core/system.js";
import { minOf } from "../../core/vec.js";
import { diagonalMass } from "../../linalg/mass.js";
import { angularMomenta, linearMomenta } from "../../systems/momentum.js";
import { potentialSystem } from "../../systems/potential.js";
import { type BlockPlaces, bondPlaces, fullPlaces } from "./block-places.js";
import { type Box, boxOf } from "./box.js";
import { type Gravity, gravity } from "./gravity.js";
import { type LennardJones, lennardJones } from "./lennard-jones.js";
import { neighbours } from "./neighbours.js";
import { type PairTerm, pairDifference } from "./pair-difference.js";
import { type PairEnergy, pairEnergy } from "./pair-energy.js";
import { allPairs, listOf } from "./pair-list.js";
import { gravitySecant, lennardJonesSecant, springsSecant } from "./pair-secants.js";
import { type PairGroup, pairTerms } from "./pair-terms.js";
import { type Bond, springs } from "./springs.js";

export interface Particles {
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
  const { dimension, masses, pair = null, bonds = [], labels = coordinateNames(masses.length, dimension) } = options;
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

  const parts: PairEnergy[] = [];
  if (pair !== null) parts.push(pairPart(pair, masses, dimension, box));
  const bonded = listOf(
    count,
    bonds.map((bond) => bond.between),
  );
  if (bonds.length > 0) parts.push(pairEnergy(dimension, count, () => bonded, springs(bonds, bonded.order), box));

  const share = new Float64Array(parts.length > 1 ? count * dimension : 0);
  const places = pair === null ? bondPlaces(bonded, dimension) : fullPlaces(count, dimension);
  return potentialSystem({
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
    discreteGradient: places && pairDifference(dimension, secantTerms(options, bonded), places, box),
    terms: termsOf(options, bonded, places, box),
    conserved: [...linearMomenta(mass, dimension), ...(box === null ? angularMomenta(mass, dimension) : [])],
  });
}

function pairPart(pair: PairLaw, masses: ArrayLike<number>, dimension: number, box: Box | null): PairEnergy {
  const count = masses.length;
  if ("gravity" in pair) {
    refuseFarReach(Infinity, box);
    const list = allPairs(count);
    return pairEnergy(dimension, count, () => list, gravity(pair.gravity, masses), box);
  }
  const law = lennardJones(pair.lennardJones);
  refuseFarReach(law.cutoff, box);
  if (law.cutoff < Infinity && count >= NEIGHBOURS_FROM) {
    return pairEnergy(dimension, count, neighbours({ count, dimension, cutoff: law.cutoff, box }), law, box);
  }
  const list = allPairs(count);
  return pairEnergy(dimension, count, () => list, law, box);
}

/** All pairs for the law between everyone: whatever is cut off is zero at both ends of a step. */
function secantTerms({ masses, pair, bonds = [] }: Particles, bonded: ReturnType<typeof listOf>): PairTerm[] {
  const terms: PairTerm[] = [];
  if (pair) {
    const list = allPairs(masses.length);
    const law = "gravity" in pair ? gravitySecant(pair.gravity, masses, list) : lennardJonesSecant(pair.lennardJones);
    terms.push({ list, law });
  }
  if (bonds.length > 0) terms.push({ list: bonded, law: springsSecant(bonds, bonded.order) });
  return terms;
}

/** V term by term; none where there are too many pairs, or where a cut law jumps and no difference of it is smooth. */
function termsOf(
  { dimension, masses, pair, bonds = [] }: Particles,
  bonded: ReturnType<typeof listOf>,
  places: BlockPlaces | null,
  box: Box | null,
): LocalTerms | undefined {
  if (places === null) return undefined;
  const groups: PairGroup[] = [];
  if (pair) {
    const list = allPairs(masses.length);
    if ("gravity" in pair) {
      groups.push({
        list,
        potential: gravity(pair.gravity, masses),
        secant: gravitySecant(pair.gravity, masses, list),
      });
    } else {
      const { cutoff = Infinity, shift = false } = pair.lennardJones;
      if (cutoff < Infinity && !shift) return undefined;
      groups.push({ list, potential: lennardJones(pair.lennardJones), secant: lennardJonesSecant(pair.lennardJones) });
    }
  }
  if (bonds.length > 0) {
    groups.push({ list: bonded, potential: springs(bonds, bonded.order), secant: springsSecant(bonds, bonded.order) });
  }
  return pairTerms(dimension, groups, box);
}

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
