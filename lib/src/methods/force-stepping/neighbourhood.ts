/** Who meets whom in the terms of a potential. */
import type { LocalTerms } from "../../core/system.js";

/** The terms of coordinate j are term[first[j]] … term[first[j + 1] - 1], and it is number `index` of their coordinates. */
export interface TermsByCoordinate {
  readonly first: Int32Array;
  readonly term: Int32Array;
  readonly index: Int32Array;
  /** The most coordinates that a term has. */
  readonly longest: number;
}

export function termsByCoordinate({ count, start, coordinate }: LocalTerms, dof: number): TermsByCoordinate {
  const first = new Int32Array(dof + 1);
  for (const j of coordinate) first[j + 1]++;
  for (let j = 0; j < dof; j++) first[j + 1] += first[j];
  const next = first.slice();
  const term = new Int32Array(coordinate.length);
  const index = new Int32Array(coordinate.length);
  let longest = 0;
  for (let e = 0; e < count; e++) {
    longest = Math.max(longest, start[e + 1] - start[e]);
    for (let i = start[e]; i < start[e + 1]; i++) {
      const at = next[coordinate[i]]++;
      term[at] = e;
      index[at] = i - start[e];
    }
  }
  return { first, term, index, longest };
}

/** The coordinates that share a term with j are partner[begin[j]] … partner[begin[j + 1] - 1], ascending; in its partner's
 *  list the same pair is number `twin`. */
export interface Neighbours {
  readonly begin: Int32Array;
  readonly partner: Int32Array;
  readonly twin: Int32Array;
}

export function neighboursOf(terms: LocalTerms, dof: number): Neighbours {
  const { start, coordinate } = terms;
  const { first, term } = termsByCoordinate(terms, dof);
  const begin = new Int32Array(dof + 1);
  const met = new Int32Array(dof).fill(-1);
  const partners: number[] = [];
  for (let j = 0; j < dof; j++) {
    met[j] = j;
    const mine: number[] = [];
    for (let i = first[j]; i < first[j + 1]; i++) {
      for (let k = start[term[i]]; k < start[term[i] + 1]; k++) {
        const c = coordinate[k];
        if (met[c] === j) continue;
        met[c] = j;
        mine.push(c);
      }
    }
    for (const c of mine.sort((a, b) => a - b)) partners.push(c);
    begin[j + 1] = partners.length;
  }
  const partner = Int32Array.from(partners);
  // Lists are ascending: walking through them in order meets the entries of every partner in order, too.
  const next = begin.slice();
  const twin = new Int32Array(partner.length);
  for (let j = 0; j < dof; j++) for (let s = begin[j]; s < begin[j + 1]; s++) twin[next[partner[s]]++] = s;
  return { begin, partner, twin };
}
