/** A sum over pairs as local terms, one a pair: its coordinates are those of the first particle, then of the second. The
 *  energy that a move of one coordinate costs is a divided difference of the law, so that nothing cancels. */

import { once } from "../../core/once.js";
import { type LocalTerms, pointsOfPairs } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { type Box, nearestImage } from "./box.js";
import type { PairGroup } from "./pair-difference.js";
import { pairDifferences, pairFunctions } from "./pair-potential.js";

export function pairTerms(dimension: number, groups: readonly PairGroup[], box: Box | null): LocalTerms {
  const count = groups.reduce((sum, { list }) => sum + list.partner.length, 0);
  const coordinate = new Int32Array(2 * dimension * count);
  // Of each term: its group, and its number in the list of the group.
  const group = new Int32Array(count);
  const number = new Int32Array(count);
  let e = 0;
  groups.forEach(({ list: { rowStart, partner } }, g) => {
    for (let i = 0; i < rowStart.length - 1; i++) {
      for (let pair = rowStart[i]; pair < rowStart[i + 1]; pair++, e++) {
        group[e] = g;
        number[e] = pair;
        for (let k = 0; k < dimension; k++) {
          coordinate[2 * dimension * e + k] = i * dimension + k;
          coordinate[2 * dimension * e + dimension + k] = partner[pair] * dimension + k;
        }
      }
    }
  });

  const distance = (x: Vec, k: number): number => {
    const d = x[k] - x[dimension + k];
    return box === null ? d : nearestImage(box, d, k);
  };
  const squareOf = (x: Vec): number => {
    let sum = 0;
    for (let k = 0; k < dimension; k++) {
      const d = distance(x, k);
      sum += d * d;
    }
    return sum;
  };
  // Few ask for values, and not many for differences.
  const energies = groups.map(({ potential }) => once(() => pairFunctions(potential).energy));
  const secants = groups.map(({ potential }) => once(() => pairDifferences(potential).secant));

  const particle = (term: number, end: 0 | 1): number => coordinate[dimension * (2 * term + end)] / dimension;
  const start = Int32Array.from({ length: count + 1 }, (_, i) => 2 * dimension * i);
  return {
    count,
    start,
    coordinate,
    points: pointsOfPairs(start, dimension),
    value(term, x) {
      return energies[group[term]]()(squareOf(x), particle(term, 0), particle(term, 1), number[term]);
    },
    difference(term, x, k, step) {
      const before = squareOf(x);
      const d = distance(x, k % dimension);
      const move = k < dimension ? step : -step;
      const moved = box === null ? d + move : nearestImage(box, d + move, k % dimension);
      const change = (moved - d) * (moved + d);
      const secant = secants[group[term]]();
      return change * secant(before, before + change, particle(term, 0), particle(term, 1), number[term]);
    },
  };
}
