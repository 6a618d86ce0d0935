/** The arrows of docs/topics/architecture.md: a file imports only from its own folder and from folders to its left. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const source = join(root, "lib/src");

const BELOW_FILES = [
  "core",
  "linalg",
  "mesh",
  "symbolic",
  "systems",
  "fe",
  "stepping",
  "methods",
  "models",
  "observers",
  "formats",
];

const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  core: [],
  linalg: ["core"],
  mesh: ["core"],
  scene: ["core", "mesh"],
  symbolic: ["core", "linalg"],
  stepping: ["core", "linalg", "symbolic"],
  methods: ["core", "linalg", "symbolic", "stepping"],
  systems: ["core", "linalg", "symbolic"],
  fe: ["core", "linalg", "mesh", "scene", "symbolic", "systems"],
  models: ["core", "linalg", "mesh", "scene", "symbolic", "systems", "fe"],
  ensembles: ["core", "linalg", "symbolic", "stepping"],
  observers: ["core", "linalg"],
  formats: ["core", "linalg", "mesh"],
  "model-file": [...BELOW_FILES, "scene"],
  analysis: BELOW_FILES,
  studies: [...BELOW_FILES, "ensembles", "model-file", "analysis"],
  report: [...BELOW_FILES, "scene", "model-file", "analysis", "studies"],
  results: ["formats", "report"],
};
/** Packages a folder may use; all others are for the leaves. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  formats: ["fflate"],
  "model-file": ["yaml"],
  report: ["@observablehq/plot", "linkedom"],
};

function files(folder: string, ending = ".ts"): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (["node_modules", "dist", ".git", ".build"].includes(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? files(path, ending) : path.endsWith(ending) ? [path] : [];
  });
}

const importsOf = (text: string) =>
  [...text.matchAll(/(?<![\w"])(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(([, name]) => name ?? "");

/** The files at the top gather what the folders export. */
const inFolders = files(source)
  .map((path) => relative(source, path))
  .filter((path) => path.includes("/"));

test.each(inFolders)("%s", (path) => {
  const [folder = ""] = path.split("/");
  expect(Object.keys(MAY_IMPORT), "a folder that has no place among the layers").toContain(folder);
  for (const name of importsOf(readFileSync(join(source, path), "utf8"))) {
    if (name.startsWith(".")) {
      const [target = ""] = normalize(join(dirname(path), name)).split("/");
      expect([folder, ...(MAY_IMPORT[folder] ?? [])], `${path} imports ${name}`).toContain(target);
    } else {
      const [scope = "", part] = name.split("/");
      expect(PACKAGES[folder] ?? [], `${path} imports ${name}`).toContain(
        scope.startsWith("@") ? `${scope}/${part}` : scope,
      );
    }
  }
});

/** What a motion is computed from. */
const COMPUTING = [
  "core",
  "linalg",
  "mesh",
  "symbolic",
  "systems",
  "fe",
  "stepping",
  "methods",
  "models",
  "formats",
  "model-file",
  "studies",
];

test("digits do not depend on the engine: elementary functions are those of core/elementary.ts", () => {
  const ofTheEngine = /\bMath\.(a?(sin|cos|tan)h?|atan2|exp|expm1|log|log1p|pow|hypot|cbrt)\b/;
  const powerOfTheEngine = /(?<!(?<![\w.])2) \*\*=? (?!2\b)/;
  for (const path of inFolders.filter((each) => COMPUTING.includes(each.split("/")[0]))) {
    const text = readFileSync(join(source, path), "utf8");
    expect(text, path).not.toMatch(ofTheEngine);
    // x ** 3 is x * x * x in one engine, and a logarithm and an exponential in another; squares and powers of two are exact in all. Whole numbers of any
    // length are exact, too.
    if (path !== "studies/sha256.ts") expect(text, path).not.toMatch(powerOfTheEngine);
  }
});

test("the command line reaches the library by its name only", () => {
  for (const path of files(join(root, "cli/src"))) {
    for (const name of importsOf(readFileSync(path, "utf8"))) expect(name, path).not.toMatch(/\.\.\/lib|\/dist\//);
  }
});

test("the studio reaches the library by its name, and only its workers compute: the page takes types, and where rows of a scene are drawn", () => {
  const folder = join(root, "studio/src");
  for (const path of [...files(folder), ...files(folder, ".tsx")]) {
    const text = readFileSync(path, "utf8");
    for (const name of importsOf(text)) expect(name, path).not.toMatch(/\.\.\/lib|noether\/dist/);
    if (relative(folder, path).startsWith("engine/")) continue;
    for (const [line] of text.matchAll(/^(?:import|export)[^;]*from "noether(?:\/(?!scene")[\w-]+)?";/gm)) {
      expect(line, `${path}: what computes is in studio/src/engine`).toMatch(/^(?:import|export) type /);
    }
  }
});
