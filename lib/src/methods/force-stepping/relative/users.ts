/** Who reads a coordinate of the system. */
import type { RelativeTerms } from "../relative-terms.js";

/** Coordinate p is in the differences entry[first[p]] … entry[first[p + 1] − 1], with this sign, and they in these terms. */
export interface Users {
  readonly first: Int32Array;
  readonly entry: Int32Array;
  readonly sign: Float64Array;
  readonly term: Int32Array;
}

export function usersOf({ plus, minus, termOf }: RelativeTerms, dof: number): Users {
  const lists: { j: number; sign: number }[][] = Array.from({ length: dof }, () => []);
  plus.forEach((p, j) => {
    lists[p].push({ j, sign: 1 });
    if (minus[j] >= 0) lists[minus[j]].push({ j, sign: -1 });
  });
  const all = lists.flat();
  const first = new Int32Array(dof + 1);
  lists.forEach((list, p) => {
    first[p + 1] = first[p] + list.length;
  });
  return {
    first,
    entry: Int32Array.from(all, ({ j }) => j),
    sign: Float64Array.from(all, ({ sign }) => sign),
    term: Int32Array.from(all, ({ j }) => termOf[j]),
  };
}
