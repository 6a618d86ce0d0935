/** A sample of mutants, spread evenly over files: one of every file, then a second one of every file, until there are enough. Which ones, says a
 *  hash of the seed and the mutant: when a line of the sources changes, the rest of the sample stays. */
import { createHash } from "node:crypto";

export function sample(mutants, count, seed) {
  const rank = (text) => createHash("sha1").update(`${seed} ${text}`).digest("hex");
  const byRank = (name) => (a, b) => (rank(name(a)) < rank(name(b)) ? -1 : 1);
  const piles = new Map();
  for (const mutant of mutants) piles.set(mutant.file, [...(piles.get(mutant.file) ?? []), mutant]);
  const ordered = [...piles].sort(byRank(([file]) => file)).map(([, pile]) => pile.sort(byRank(({ id }) => id)));
  const chosen = [];
  for (let round = 0; chosen.length < count && ordered.some((pile) => pile.length > round); round++) {
    for (const pile of ordered) if (round < pile.length && chosen.length < count) chosen.push(pile[round]);
  }
  return chosen;
}
