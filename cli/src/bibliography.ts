/** The bibliography that comes with the program, and citations from it. */
import { existsSync, readFileSync } from "node:fs";
import { bibliographyFrom, citationOf, referencesFor } from "noether/report";

/** Beside the program in the published package, at the root of a checkout. */
const PLACES = ["./references.bib", "../../references.bib"].map((path) => new URL(path, import.meta.url));

/** `[newmark1959] N. M. Newmark. A method of computation …` */
export function citations(keys: readonly string[]): string[] {
  const place = PLACES.find((url) => existsSync(url));
  if (place === undefined) return [...new Set(keys)];
  const bibliography = bibliographyFrom(readFileSync(place, "utf8"), "references.bib");
  return referencesFor(keys, bibliography).map((reference) => `[${reference.key}] ${citationOf(reference)}`);
}
