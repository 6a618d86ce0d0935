/** The names that each entry of the package exports. A name that goes, or changes its place, is a change for everyone who imports it: the list
 *  shows it, and the changelog says it. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import * as noether from "../../src/index.js";

const packageFile = fileURLToPath(new URL("../../package.json", import.meta.url));
const entries = Object.keys(JSON.parse(readFileSync(packageFile, "utf8")).exports);

test.each(entries)("%s", async (entry) => {
  const source = fileURLToPath(new URL(`../../src/${entry}/index.ts`, import.meta.url));
  const names = Object.keys(await import(/* @vite-ignore */ source)).sort();
  const list = `public-names/${entry === "." ? "noether" : entry.slice(2)}.txt`;
  await expect(`${names.join("\n")}\n`).toMatchFileSnapshot(list);
});

test("every registered method and model is exported under its name in code", () => {
  const exported = new Map(Object.entries(noether));
  for (const family of [...noether.methods, ...noether.models]) {
    const name = family.id.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    expect(exported.get(name), `${family.id} as ${name}`).toBe(family);
  }
});
