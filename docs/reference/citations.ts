/** The citations at the end of a page, from the one bibliography. */
import { readFileSync } from "node:fs";
import { bibliographyFrom, citationOf, referencesFor } from "noether/report";

const bibliography = bibliographyFrom(
  readFileSync(new URL("../../references.bib", import.meta.url), "utf8"),
  "references.bib",
);

export function citationList(keys: readonly string[]): string {
  const references = referencesFor([...keys].sort(), bibliography);
  return references.map((reference) => `- **${reference.key}** ${citationOf(reference)}`).join("\n");
}
