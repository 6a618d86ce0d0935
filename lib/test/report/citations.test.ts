import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { InputError } from "../../src/core/failure.js";
import { bibliographyFrom, bibtexOf, citationOf, plainText, referencesFor } from "../../src/report/citations.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const bibliography = bibliographyFrom(readFileSync(`${root}references.bib`, "utf8"), "references.bib");
const citation = (key: string) => citationOf(referencesFor([key], bibliography)[0]);

describe("the bibliography", () => {
  it("says who, what and when in every entry", () => {
    expect(bibliography.size).toBeGreaterThan(20);
    for (const { key, fields } of bibliography.values()) {
      const [, name, year] = /^([a-z]+)(\d{4})[a-z]?$/.exec(key) ?? [];
      expect(fields.year, key).toBe(year);
      const first = plainText(fields.author)
        .split(",")[0]
        .normalize("NFD")
        .toLowerCase()
        .replace(/[^a-z]/g, "");
      expect(first, key).toContain(name);
      expect(fields.title, key).toBeTruthy();
    }
  });

  it("has every key that the sources name", () => {
    const files = ["lib/src", "cli/src"].flatMap((folder) =>
      readdirSync(root + folder, { recursive: true, encoding: "utf8" }).map((file) => `${root}${folder}/${file}`),
    );
    const named = files
      .filter((file) => file.endsWith(".ts"))
      .flatMap((file) => [...readFileSync(file, "utf8").matchAll(/\[([a-z]+\d{4}[a-z]?)[\],]|"([a-z]{3,}\d{4})"/g)])
      .map(([, tag, quoted]) => tag ?? quoted);
    expect([...new Set(named)].filter((key) => !bibliography.has(key))).toEqual([]);
  });

  it("gives back its entries as they stand", () => {
    const text = bibtexOf(referencesFor(["newmark1959", "kane2000", "newmark1959"], bibliography));
    expect([...bibliographyFrom(text).keys()]).toEqual(["newmark1959", "kane2000"]);
    expect(bibliographyFrom(text).get("kane2000")).toEqual(bibliography.get("kane2000"));
  });
});

describe("a citation", () => {
  it("of an article", () => {
    expect(citation("bathe2005")).toBe(
      "Klaus-Jürgen Bathe and M. M. I. Baig. On a composite implicit time integration procedure for nonlinear dynamics. " +
        "Computers & Structures, 83(31–32):2513–2524, 2005. doi:10.1016/j.compstruc.2005.08.001.",
    );
  });

  it("of a book", () => {
    expect(citation("hairer1993")).toBe(
      "Ernst Hairer, Syvert P. Nørsett and Gerhard Wanner. Solving Ordinary Differential Equations I: Nonstiff Problems. " +
        "Springer Series in Computational Mathematics 8, Springer, 2nd edition, 1993.",
    );
  });

  it("of a preprint and of a report", () => {
    expect(citation("takacs2024")).toContain("Donát M. Takács and Tamás Fülöp. ");
    expect(citation("takacs2024")).toMatch(/ arXiv:2403\.02029, 2024\.$/);
    expect(citation("boisvert1996")).toContain("National Institute of Standards and Technology NISTIR 5935, 1996.");
  });

  it("leaves no TeX behind", () => {
    for (const key of bibliography.keys()) expect(citation(key), key).not.toMatch(/[{}\\$]|--|undefined/);
  });
});

describe("wrong bibliographies", () => {
  it("are refused with the line", () => {
    expect(() => bibliographyFrom("\n\n@book{a2000,\n title = {T}\n", "own.bib")).toThrow(
      /own\.bib:3: a2000: .*not closed/,
    );
    expect(() => bibliographyFrom("@book{a,\n x = {1}}\n@book{a,\n x = {1}}")).toThrow(/3: a: .*used twice/);
    expect(() => referencesFor(["nobody1900"], bibliography)).toThrow(InputError);
  });
});
