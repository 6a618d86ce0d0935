/** Suggestions for misspelt words: keys, names, methods, commands. */

/** The known word nearest to a misspelt one, or null when none is near. */
export function nearest(word: string, names: Iterable<string>): string | null {
  const known = [...names];
  // Longer words are not slips of the pen, and comparing them would cost time.
  if (word.length > 64) return null;
  const given = word.toLowerCase();
  let best: string | null = null;
  // One letter in three may be wrong, but not the only one.
  let least = (word.length === 1 ? 0 : Math.max(1, Math.floor(word.length / 3))) + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - word.length) >= least) continue;
    const distance = editDistance(given, candidate.toLowerCase());
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best ?? begun(given, known);
}

/** A name with something added to it, as `newmark-beta` is to newmark, or cut short at a joint: the longest such name. */
function begun(given: string, known: readonly string[]): string | null {
  const fits = known.filter((name) => {
    const candidate = name.toLowerCase();
    const [short, long] = candidate.length < given.length ? [candidate, given] : [given, candidate];
    return short.length > 2 && long.startsWith(short) && /^[-_ ]/.test(long.slice(short.length));
  });
  return fits.reduce<string | null>((longest, name) => (name.length > (longest?.length ?? 0) ? name : longest), null);
}

/** ` Did you mean "mass"?`, or nothing: to be put after a sentence. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const best = nearest(word, known);
  return best === null ? "" : ` Did you mean "${best}"?`;
}

/** How many letters to insert, delete, replace or swap with their neighbour, so that `a` becomes `b`. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) cost = Math.min(cost, before[j - 2] + 1);
      next.push(cost);
    }
    before = row;
    row = next;
  }
  return row[b.length];
}

export function unknownWord(word: string, what: string, known: readonly string[]): string {
  return `there is no ${what} "${word}".${didYouMean(word, known)} Accepted: ${known.join(", ")}`;
}
