/** The discrete gradient of a sum over pairs: 2 (ΔU/Δr²) d̄ for each, d̄ the mean of its distance vector at both ends. Forces
 *  act along d̄ and cancel in pairs, so that linear and angular momentum are kept with the energy.  [labudde1974]
 *  In a periodic box the image of a partner is the one nearest to the middle of the way.
 *
 *  By generated loops, or pair by pair where there are none, with the same operations in the same order: laws with a cutoff, resistance, hosts without compiled code. */

import { once } from "../../core/once.js";
import { specialises } from "../../core/specialise.js";
import type { DiscreteGradient } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { type PairRoutines, pairRoutines } from "../../symbolic/pair-routines.js";
import type { BlockPlaces } from "./block-places.js";
import type { Box } from "./box.js";
import { addBlock } from "./pair-block.js";
import type { PairList } from "./pair-list.js";
import { type PairDifference, type PairPotential, pairDifferences } from "./pair-potential.js";

/** Pairs under one law. */
export interface PairGroup {
  readonly list: PairList;
  readonly potential: PairPotential;
}

/** The same, compiled. */
interface CompiledGroup {
  readonly list: PairList;
  readonly loops: PairRoutines | null;
  readonly law: () => PairDifference;
}

export function pairDifference(
  dimension: number,
  groups: readonly PairGroup[],
  places: BlockPlaces,
  box: Box | null,
  resistance = 0,
): DiscreteGradient {
  const compiles = specialises() && resistance === 0;
  const compiled = once(() =>
    groups.map(({ list, potential }): CompiledGroup => {
      const { law, cutoff, ofParticles, ofPairs } = potential;
      const code = { law, cutoff, dimension, sides: box?.sides ?? null, ofPoints: ofParticles.length };
      const tables = { points: list.rowStart.length - 1, ofPoints: ofParticles, ofPairs };
      return {
        list,
        loops: compiles ? pairRoutines(code, tables) : null,
        law: once(() => resisting(pairDifferences(potential), resistance)),
      };
    }),
  );
  const before = new Float64Array(dimension);
  const after = new Float64Array(dimension);
  const row = new Float64Array(dimension);
  const block = new Float64Array(dimension * dimension);
  const share = new Float64Array(groups.length > 1 ? places.pattern.size : 0);

  const distancesOf = (a: Vec, b: Vec, i: number, j: number): void => {
    for (let k = 0; k < dimension; k++) {
      const x = a[i * dimension + k] - a[j * dimension + k];
      const y = b[i * dimension + k] - b[j * dimension + k];
      const image = box === null ? 0 : box.sides[k] * Math.floor(((x + y) / 2) * box.inverse[k] + 0.5);
      before[k] = x - image;
      after[k] = y - image;
    }
  };
  const squareOf = (d: Vec): number => {
    let sum = 0;
    for (let k = 0; k < dimension; k++) sum += d[k] * d[k];
    return sum;
  };

  const forces = ({ list, loops, law }: CompiledGroup, a: Vec, b: Vec, out: Vec): void => {
    if (loops?.between(list, a, b, out)) return;
    const { rowStart, partner } = list;
    const { secant } = law();
    out.fill(0);
    for (let i = 0; i < rowStart.length - 1; i++) {
      row.fill(0);
      for (let pair = rowStart[i]; pair < rowStart[i + 1]; pair++) {
        const j = partner[pair];
        distancesOf(a, b, i, j);
        const s = secant(squareOf(before), squareOf(after), i, j, pair);
        for (let k = 0; k < dimension; k++) {
          const pull = s * (before[k] + after[k]);
          row[k] += pull;
          out[j * dimension + k] -= pull;
        }
      }
      for (let k = 0; k < dimension; k++) out[i * dimension + k] += row[k];
    }
  };

  /** The symmetric part of the derivative of s (d_a + d_b) by d_b: s I + s′ ((d_a + d_b) d_bᵀ + d_b (d_a + d_b)ᵀ). */
  const addTangents = ({ list, loops, law }: CompiledGroup, a: Vec, b: Vec, out: Vec): void => {
    const { rowStart, partner } = list;
    const found = loops?.differences(list, a, b) ?? null;
    for (let i = 0; i < rowStart.length - 1; i++) {
      for (let pair = rowStart[i]; pair < rowStart[i + 1]; pair++) {
        const j = partner[pair];
        distancesOf(a, b, i, j);
        const s = found === null ? law().secant(squareOf(before), squareOf(after), i, j, pair) : found[2 * pair];
        const t = found === null ? law().slope(squareOf(before), squareOf(after), i, j, pair) : found[2 * pair + 1];
        for (let k = 0; k < dimension; k++) {
          for (let l = 0; l < dimension; l++) {
            const bent = (before[k] + after[k]) * after[l] + after[k] * (before[l] + after[l]);
            block[k * dimension + l] = (k === l ? s : 0) + t * bent;
          }
        }
        addBlock(dimension, places, i, j, pair, block, out);
      }
    }
  };

  return {
    ofDistances: true,
    resisting: (r) => pairDifference(dimension, groups, places, box, r),
    between(a, b, out) {
      const all = compiled();
      if (all.length === 0) out.fill(0);
      else forces(all[0], a, b, out);
      for (let g = 1; g < all.length; g++) {
        forces(all[g], a, b, share);
        for (let i = 0; i < out.length; i++) out[i] += share[i];
      }
    },
    tangent: {
      symmetric: true,
      pattern: places.pattern,
      values(a, b, out) {
        out.fill(0);
        for (const group of compiled()) addTangents(group, a, b, out);
      },
    },
  };
}

/** The same with r (U′(b) − U′(a)) in addition, U′(a) being secant(a, a). */
function resisting(law: PairDifference, r: number): PairDifference {
  if (r === 0) return law;
  const { secant, slope } = law;
  return {
    secant: (a, b, i, j, pair) => secant(a, b, i, j, pair) + r * (secant(b, b, i, j, pair) - secant(a, a, i, j, pair)),
    slope: (a, b, i, j, pair) => slope(a, b, i, j, pair) + 2 * r * slope(b, b, i, j, pair),
  };
}
