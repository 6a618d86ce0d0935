/** The bibliography: BibTeX text → entries → citations, as BibTeX again or as plain text. It reads the part of BibTeX that
 *  references.bib is written in: braced values, one entry after another, comments between them. */
import { InputError } from "../core/failure.js";

export interface BibliographyEntry {
  readonly key: string;
  /** `article`, `book`, … */
  readonly kind: string;
  /** As written, with TeX's accents and braces. */
  readonly fields: Readonly<Record<string, string>>;
  /** The entry as it stands in the bibliography. */
  readonly source: string;
}

export type Bibliography = ReadonlyMap<string, BibliographyEntry>;

export function bibliographyFrom(text: string, file?: string): Bibliography {
  const entries = new Map<string, BibliographyEntry>();
  const opening = /^@(\w+)\{\s*([^\s,]+)\s*,/gm;
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    const [, kind, key] = found;
    const line = text.slice(0, found.index).split("\n").length;
    const end = closingBrace(text, text.indexOf("{", found.index));
    if (end < 0) throw new InputError(`the entry "${key}" is not closed; a brace is missing`, { file, line, key });
    if (entries.has(key)) throw new InputError(`the key "${key}" is used twice; keys are unique`, { file, line, key });
    const fields = fieldsOf(text.slice(opening.lastIndex, end));
    entries.set(key, { key, kind: kind.toLowerCase(), fields, source: text.slice(found.index, end + 1) });
    opening.lastIndex = end;
  }
  return entries;
}

/** The entries of the keys, in their order, each once. */
export function referencesFor(keys: readonly string[], bibliography: Bibliography): BibliographyEntry[] {
  return [...new Set(keys)].map((key) => {
    const entry = bibliography.get(key);
    if (entry === undefined) throw new InputError(`there is no reference "${key}" in the bibliography`, { key });
    return entry;
  });
}

export function bibtexOf(references: readonly BibliographyEntry[]): string {
  return references.map(({ source }) => `${source}\n`).join("\n");
}

/** `N. M. Newmark. A method of computation for structural dynamics. Journal …, 85(3):67–94, 1959.` */
export function citationOf({ fields }: BibliographyEntry): string {
  const { author = "", title = "", series, volume, edition, publisher, howpublished, year, doi } = fields;
  const published = [
    containerOf(fields),
    series === undefined ? undefined : [series, volume].filter(Boolean).join(" "),
    howpublished,
    publisher,
    edition === undefined ? undefined : `${ordinal(Number(edition))} edition`,
    year,
  ];
  const where = plainText(published.filter(Boolean).join(", "));
  return `${authorsOf(author)}. ${plainText(title)}. ${where}.${doi === undefined ? "" : ` doi:${doi}.`}`;
}

/** TeX's accents and signs as the letters they stand for. */
export function plainText(tex: string): string {
  return tex
    .replace(/\{?\\(['"`^~c])\s*\{?\\?([a-zA-Z])\}?\}?/g, (_, accent: string, letter: string) =>
      `${letter}${COMBINING[accent]}`.normalize("NFC"),
    )
    .replace(/\{?\\o\}?/g, "ø")
    .replace(/\$\\alpha\$/g, "α")
    .replace(/\\&/g, "&")
    .replace(/---?/g, "–")
    .replace(/``|''/g, '"')
    .replace(/[{}]/g, "");
}

const COMBINING: Readonly<Record<string, string>> = {
  "'": "\u0301",
  "`": "\u0300",
  "^": "\u0302",
  "~": "\u0303",
  '"': "\u0308",
  c: "\u0327",
};

/** What it appeared in: a journal, proceedings, or the reports of an institution. */
function containerOf({ journal, booktitle, institution, volume, number, pages }: BibliographyEntry["fields"]) {
  if (institution !== undefined) return [institution, number].filter(Boolean).join(" ");
  const within = journal ?? booktitle;
  if (within === undefined) return undefined;
  const issue = number === undefined ? "" : `(${number})`;
  const place = `${volume ?? ""}${issue}${pages === undefined ? "" : `:${pages}`}`;
  return place === "" ? within : `${within}, ${place}`;
}

/** `Kane, C. and Marsden, J. E. and West, M.` → `C. Kane, J. E. Marsden and M. West`. */
function authorsOf(field: string): string {
  const names = plainText(field)
    .split(" and ")
    .map((name) => name.split(", ").reverse().join(" "));
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

function ordinal(count: number): string {
  return `${count}${["th", "st", "nd", "rd"][count] ?? "th"}`;
}

/** `name = {value}` pairs; values may hold braces. */
function fieldsOf(body: string): Record<string, string> {
  const fields: Record<string, string> = {};
  const opening = /(\w+)\s*=\s*\{/g;
  for (let found = opening.exec(body); found !== null; found = opening.exec(body)) {
    const end = closingBrace(body, opening.lastIndex - 1);
    fields[found[1].toLowerCase()] = body.slice(opening.lastIndex, end).replace(/\s+/g, " ").trim();
    opening.lastIndex = end + 1;
  }
  return fields;
}

/** The place of the brace that closes the one at `open`, or −1. */
function closingBrace(text: string, open: number): number {
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    if (text[i] === "{") depth++;
    else if (text[i] === "}" && --depth === 0) return i;
  }
  return -1;
}
