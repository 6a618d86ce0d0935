/** The registry of methods as plain data for the pages: what it says there is said here. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { accepted, type MethodFamily, methods, standard } from "noether";
import { bibliographyFrom, citationOf, referencesFor, significant } from "noether/report";
import type { AuditRow, Citation, MethodFacts } from "../src/content/facts.js";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const bibliography = bibliographyFrom(readFileSync(at("../../references.bib"), "utf8"), "references.bib");

export function citationsOf(keys: readonly string[]): Citation[] {
  return referencesFor(keys, bibliography).map((reference) => ({
    key: reference.key,
    text: citationOf(reference).replace(/ doi:\S+$/, ""),
    doi: reference.fields["doi"] ?? null,
  }));
}

/** As the header of a result has them. */
export const citationsByKey = (): Record<string, string> =>
  Object.fromEntries([...bibliography].map(([key, reference]) => [key, `[${key}] ${citationOf(reference)}`]));

export function methodFacts(family: MethodFamily): MethodFacts {
  const { claims, clock, needs } = standard(family);
  return {
    id: family.id,
    title: family.title,
    summary: family.summary,
    order: claims.order,
    symplectic: claims.symplectic?.name ?? null,
    symmetric: claims.symmetric,
    conserves: claims.conserves.map((what) => what.replaceAll("-", " ")),
    ledger: claims.balance,
    ownSteps: clock === "own",
    needs: [...needs],
    parameters: Object.entries(family.parameters).map(([name, parameter]) => ({
      name,
      default: parameter.default === undefined ? null : String(parameter.default),
      accepted: accepted(parameter).replace(/\d\.\d{6,}/g, (number) => significant(Number(number), 4)),
      meaning: parameter.meaning,
    })),
    cites: citationsOf(family.cites),
  };
}

export const allMethods = (): MethodFacts[] => methods.map(methodFacts);

/** What docs/reference/audit.md, which is measured by the long tests, has about a method. */
export function auditOf(id: string): AuditRow[] {
  return readFileSync(at("../../docs/reference/audit.md"), "utf8")
    .split("\n")
    .filter((line) => line.startsWith(`| \`${id}\``))
    .map((line) => {
      const [
        name = "",
        on = "",
        order = "",
        ,
        symplectic = "",
        symmetric = "",
        energy = "",
        momenta = "",
        ledger = "",
      ] = line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim());
      const setting = name.replace(`\`${id}\``, "").trim();
      return { setting, on, order, symplectic, symmetric, energy, momenta, ledger };
    });
}
