/** The bibliography that comes with the program, and citations from it. */
import { existsSync, readFileSync } from "node:fs";
import { bibliographyFrom, citationOf } from "noether/results";

/** Beside the program in the published package, at the root of a checkout. */
const PLACES = ["./references.bib", "../../references.bib"];

/** `[newmark1959] N. M. Newmark. A method of computation …`; the key alone where the bibliography does not have it. */
export function citations(keys: readonly string[]): string[] {
  const place = PLACES.map((path) => new URL(path, import.meta.url)).find((url) => existsSync(url));
  const bibliography = place === undefined ? null : bibliographyFrom(readFileSync(place, "utf8"), "references.bib");
  return [...new Set(keys)].map((key) => {
    const reference = bibliography?.get(key);
    return reference === undefined ? key : `[${key}] ${citationOf(reference)}`;
  });
}
