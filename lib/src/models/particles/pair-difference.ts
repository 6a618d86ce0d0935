/** The discrete gradient of a sum over pairs: 2 (ΔU/Δr²) d̄ for each, d̄ the mean of its distance vector at both ends. Forces
 *  act along d̄ and cancel in pairs, so that linear and angular momentum are kept with the energy.  [labudde1974]
 *  In a periodic box the image of a partner is the one nearest to the middle of the way. */
import type { DiscreteGradient } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import type { BlockPlaces } from "./block-places.js";
import type { Box } from "./box.js";
import { addBlock } from "./pair-block.js";
import type { PairList } from "./pair-list.js";
import { type PairSecant, resistingPairs } from "./pair-secants.js";

export interface PairTerm {
  readonly list: PairList;
  readonly law: PairSecant;
}

export function pairDifference(
  dimension: number,
  terms: readonly PairTerm[],
  places: BlockPlaces,
  box: Box | null,
): DiscreteGradient {
  const before = new Float64Array(dimension);
  const after = new Float64Array(dimension);
  const block = new Float64Array(dimension * dimension);

  const distancesOf = (a: Vec, b: Vec, i: number, j: number): void => {
    for (let k = 0; k < dimension; k++) {
      const x = a[i + k] - a[j + k];
      const y = b[i + k] - b[j + k];
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

  /** The symmetric part of the derivative of s (d_a + d_b) by d_b: s I + s′ ((d_a + d_b) d_bᵀ + d_b (d_a + d_b)ᵀ). */
  const differentiate = (law: PairSecant, pair: number): void => {
    const a = squareOf(before);
    const b = squareOf(after);
    const s = law.secant(pair, a, b);
    const t = law.slope(pair, a, b);
    for (let k = 0; k < dimension; k++) {
      for (let l = 0; l < dimension; l++) {
        const bent = (before[k] + after[k]) * after[l] + after[k] * (before[l] + after[l]);
        block[k * dimension + l] = (k === l ? s : 0) + t * bent;
      }
    }
  };

  return {
    ofDistances: true,
    resisting: (r) =>
      pairDifference(
        dimension,
        terms.map(({ list, law }) => ({ list, law: resistingPairs(law, r) })),
        places,
        box,
      ),
    between(a, b, out) {
      out.fill(0);
      for (const { list, law } of terms) {
        const { rowStart, partner } = list;
        for (let i = 0; i < rowStart.length - 1; i++) {
          for (let pair = rowStart[i]; pair < rowStart[i + 1]; pair++) {
            const from = i * dimension;
            const to = partner[pair] * dimension;
            distancesOf(a, b, from, to);
            const s = law.secant(pair, squareOf(before), squareOf(after));
            for (let k = 0; k < dimension; k++) {
              const pull = s * (before[k] + after[k]);
              out[from + k] += pull;
              out[to + k] -= pull;
            }
          }
        }
      }
    },
    tangent: {
      symmetric: true,
      pattern: places.pattern,
      values(a, b, out) {
        out.fill(0);
        for (const { list, law } of terms) {
          const { rowStart, partner } = list;
          for (let i = 0; i < rowStart.length - 1; i++) {
            for (let pair = rowStart[i]; pair < rowStart[i + 1]; pair++) {
              distancesOf(a, b, i * dimension, partner[pair] * dimension);
              differentiate(law, pair);
              addBlock(dimension, places, i, partner[pair], pair, block, out);
            }
          }
        }
      },
    },
  };
}
