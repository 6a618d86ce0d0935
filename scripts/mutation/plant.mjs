/** All mutants of a file in one text, each behind a switch: a + b becomes (__mutant(7) ? (a - b) : (a + b)). One copy of the sources then serves all
 *  mutants, nothing is compiled again between them, and the same switches tell which test reaches which mutant. */

/** `numbered`: mutants of this file with their `number`. Lines stay where they are. */
export function planted(text, numbered) {
  // Outer pieces before the inner ones that begin with them.
  const order = [...numbered].sort((a, b) => a.start - b.start || b.end - a.end);
  return `const __mutant = globalThis.__mutant ?? (() => false);${rendered(text, 0, text.length, order)}`;
}

function rendered(text, start, end, inside) {
  let out = "";
  let at = start;
  let k = 0;
  while (k < inside.length) {
    const mutant = inside[k];
    const nested = [];
    for (k++; k < inside.length && inside[k].start < mutant.end; k++) nested.push(inside[k]);
    out += text.slice(at, mutant.start) + switched(mutant, rendered(text, mutant.start, mutant.end, nested));
    at = mutant.end;
  }
  return out + text.slice(at, end);
}

function switched({ form, number, replacement }, original) {
  if (form === "statement") return `{ if (!__mutant(${number})) { ${original} } }`;
  if (form === "body") return `{ if (__mutant(${number})) ${replacement} ${original.slice(1)}`;
  return `(__mutant(${number}) ? (${replacement}) : (${original}))`;
}
