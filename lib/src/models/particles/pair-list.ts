/** Which particles may act on one another: row i lists its later partners, `partner[rowStart[i]] … partner[rowStart[i + 1] -
 *  1]`, ascending, so that each pair is there once. All sums run over the list in this order, so that they are functions of the positions alone. */

import { InputError } from "../../core/failure.js";
import { maxOf, minOf } from "../../core/vec.js";

export interface PairList {
  readonly rowStart: Int32Array;
  readonly partner: Int32Array;
}

/** Everyone with everyone. */
export function allPairs(count: number): PairList {
  const rowStart = new Int32Array(count + 1);
  const partner = new Int32Array((count * (count - 1)) / 2);
  let end = 0;
  for (let i = 0; i < count; i++) {
    for (let j = i + 1; j < count; j++) partner[end++] = j;
    rowStart[i + 1] = end;
  }
  return { rowStart, partner };
}

/** Given pairs, sorted into a list; `order[k]` is the number in the list of the given pair k. */
export function listOf(count: number, pairs: readonly (readonly [number, number])[]): PairList & { order: Int32Array } {
  pairs.forEach(([a, b], k) => {
    const odd = [a, b].find((i) => !Number.isInteger(i) || i < 0 || i >= count);
    if (odd !== undefined) {
      throw new InputError(`particle ${odd} does not exist; particles are numbered from 0 to ${count - 1}`, {
        key: `bond ${k}`,
      });
    }
    if (a === b) throw new InputError(`it ties particle ${a} to itself`, { key: `bond ${k}` });
  });
  const low = (k: number) => minOf(pairs[k]);
  const high = (k: number) => maxOf(pairs[k]);
  const sorted = [...pairs.keys()].sort((a, b) => low(a) - low(b) || high(a) - high(b) || a - b);
  const rowStart = new Int32Array(count + 1);
  const order = new Int32Array(pairs.length);
  sorted.forEach((k, place) => {
    order[k] = place;
    rowStart[low(k) + 1]++;
  });
  for (let i = 0; i < count; i++) rowStart[i + 1] += rowStart[i];
  return { rowStart, partner: Int32Array.from(sorted, high), order };
}
