/** The names that each entry of the package exports, of values and of types. A name that goes, or changes its place, is a change for everyone who imports
 *  it: the list shows it, and the changelog says it. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";
import * as noether from "../../src/index.js";

const fileOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const entries = Object.keys(JSON.parse(readFileSync(fileOf("package.json"), "utf8")).exports);
const sourceOf = (entry: string) => fileOf(`src/${entry}/index.ts`.replace("/./", "/"));

/** What an entry exports: by name, whether it is there at run time, and where it is declared. */
interface Exported {
  readonly name: string;
  readonly isValue: boolean;
  readonly declared: string;
}

const exported = exportsOf();

function exportsOf(): ReadonlyMap<string, readonly Exported[]> {
  const { config } = ts.readConfigFile(fileOf("tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, fileOf(""));
  const program = ts.createProgram([...entries.map(sourceOf), fileOf("src/webassembly.d.ts")], {
    ...options,
    noEmit: true,
  });
  const checker = program.getTypeChecker();
  return new Map(
    entries.map((entry) => {
      const file = program.getSourceFile(sourceOf(entry));
      const module = file && checker.getSymbolAtLocation(file);
      const symbols = module === undefined ? [] : checker.getExportsOfModule(module);
      return [entry, symbols.map((symbol) => described(symbol, checker))];
    }),
  );
}

function described(symbol: ts.Symbol, checker: ts.TypeChecker): Exported {
  const own = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const declared = own.declarations?.map((each) => `${each.getSourceFile().fileName}: ${own.name}`).join(", ") ?? "";
  return { name: symbol.name, isValue: (own.flags & ts.SymbolFlags.Value) !== 0, declared };
}

test.each(entries)("%s", async (entry) => {
  const names = (exported.get(entry) ?? []).map(({ name, isValue }) => (isValue ? name : `type ${name}`)).sort();
  const list = `public-names/${entry === "." ? "noether" : entry.slice(2)}.txt`;
  await expect(`${names.join("\n")}\n`).toMatchFileSnapshot(list);
});

test("one name, one meaning: what two entries export under one name is the same thing", () => {
  const meanings = new Map<string, string>();
  for (const { name, declared } of [...exported.values()].flat()) {
    expect(declared, `${name} in two meanings`).toBe(meanings.get(name) ?? declared);
    meanings.set(name, declared);
  }
  expect(meanings.size).toBeGreaterThan(900);
});

test("every registered method and model is exported under its name in code", () => {
  const known = new Map(Object.entries(noether));
  for (const family of [...noether.methods, ...noether.models]) {
    const name = family.id.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    expect(known.get(name), `${family.id} as ${name}`).toBe(family);
  }
});
