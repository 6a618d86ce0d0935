/** Registries are complete, names are spelt one way, citations resolve. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { elementTypes } from "../../src/mesh/element-types.js";
import { methods } from "../../src/methods/all.js";
import { models } from "../../src/models/all.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const bibliography = readFileSync(join(root, "references.bib"), "utf8");
const keys = new Set([...bibliography.matchAll(/^@\w+\{(\w+),/gm)].map(([, key]) => key));

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? sources(path) : path.endsWith(".ts") ? [path] : [];
  });
}

test("every file of a method is in the registry, under its own name", () => {
  const folder = join(root, "lib/src/methods");
  const defining = sources(folder).filter((path) => /= family\(/.test(readFileSync(path, "utf8")));
  const ids = defining.map((path) => path.slice(folder.length + 1, -3)).sort();
  expect(methods.map(({ id }) => id).sort()).toEqual(ids);
});

test("every file of a model is in the registry, under its own name", () => {
  const folder = join(root, "lib/src/models");
  const defining = sources(folder).filter((path) => /^export const \w+ = model\(/m.test(readFileSync(path, "utf8")));
  const ids = defining.map((path) => path.split("/").at(-1)?.slice(0, -3) ?? "").sort();
  expect(models.map(({ id }) => id).sort()).toEqual(ids);
});

test("every file of an element is in the list of types, under its own name", () => {
  const folder = join(root, "lib/src/mesh/elements");
  const defining = sources(folder).filter((path) => /satisfies ElementFacts;/.test(readFileSync(path, "utf8")));
  const names = defining.map((path) => path.slice(folder.length + 1, -3)).sort();
  expect(
    elementTypes()
      .map(({ name }) => name as string)
      .sort(),
  ).toEqual(names);
});

test("what methods and models cite is in references.bib", () => {
  for (const { id, cites } of [...methods, ...models]) {
    for (const key of cites) expect(keys.has(key), `${id} cites ${key}`).toBe(true);
  }
});

test("citations in comments resolve: [key, …]", () => {
  for (const path of sources(join(root, "lib/src"))) {
    const text = readFileSync(path, "utf8");
    for (const [, key] of text.matchAll(/\[([a-z]+(?:19|20)\d\d)[,\]]/g)) {
      expect(keys.has(key ?? ""), `${path} cites [${key}]`).toBe(true);
    }
  }
});

test("every method says what it is for and documents its parameters", () => {
  for (const { id, summary, parameters, title } of methods) {
    expect(title.length, id).toBeGreaterThan(2);
    expect(summary, id).toMatch(/\.$/);
    for (const [name, { meaning }] of Object.entries(parameters)) expect(meaning, `${id}.${name}`).not.toBe("");
  }
});

test("every method has its mirrored test file", () => {
  const tests = readdirSync(join(root, "lib/test/methods")).map((name) => name.replace(".test.ts", ""));
  const shared = ["hht", "wbz", "generalized-alpha"]; // dissipative.test.ts
  for (const { id } of methods) expect([...tests, ...shared], id).toContain(id);
});
