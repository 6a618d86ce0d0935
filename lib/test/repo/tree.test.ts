/** What must not be in the repository: machine paths, registry hosts, build output, tests that do not run, types switched
 *  off. Only files that git would commit are looked at. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((path) => path !== "" && existsSync(join(root, path)));
const textOf = (path: string) => readFileSync(join(root, path), "utf8");
const code = tracked.filter((path) => /\.(tsx?|mjs|js)$/.test(path) && !path.endsWith("tree.test.ts"));

test("no machine paths", () => {
  const machine = new RegExp(["/wor" + "k/", "/roo" + "t/", "/hom" + "e/\\w"].join("|"));
  for (const path of tracked) {
    if (!/\.(png|svg|h5|lock)$/.test(path)) expect(textOf(path), path).not.toMatch(machine);
  }
});

test("the lock file carries no download addresses", () => {
  expect(textOf("package-lock.json")).not.toMatch(/"resolved": *"http/);
});

test("no build output is committed", () => {
  expect(tracked.filter((path) => /(^|\/)(dist|node_modules|\.build)\//.test(path))).toEqual([]);
});

test("tests run and types are on", () => {
  for (const path of code) {
    // `context.skip(condition, reason)` skips and says why.
    expect(textOf(path), path).not.toMatch(/\b(?:it|test|describe)\.(?:skip|only|todo|skipIf|runIf)\b/);
    expect(textOf(path), path).not.toMatch(/@ts-(?:ignore|nocheck)|\bas any\b/);
  }
});

test("extremes of arrays are not taken on the stack", () => {
  // Math.max(...values) fails from some hundred thousand values on; maxOf and minOf of core/vec.ts do not.
  for (const path of code.filter((each) => /^(lib|cli)\/src\//.test(each) && !each.endsWith("core/vec.ts"))) {
    for (const line of textOf(path).split("\n")) expect(line, path).not.toMatch(/Math\.(?:max|min)\((?:.*, )?\.\.\./);
  }
});

test("code and pages have the words of the glossary", () => {
  const other =
    /\b(?:crew|desk|wishes|farewell|sprint|by heart|makes no way|all is well|something unforeseen|points? of integration)\b/i;
  const written = tracked.filter((path) =>
    /^(?:(?:lib|cli|studio)\/src|docs|examples)\/.*\.(?:tsx?|md|yaml)$/.test(path),
  );
  expect(written.length).toBeGreaterThan(900);
  for (const path of written) expect(textOf(path).match(other)?.[0], path).toBeUndefined();
});

test("no file has grown beyond reading", () => {
  // Tables of coefficients and generated pages are not read line by line.
  for (const path of code) {
    const lines = textOf(path).split("\n").length;
    expect(lines, path).toBeLessThan(430);
  }
});

test("what a newcomer runs can be run", () => {
  for (const path of ["noether", "test", ".ci/run"]) expect(statSync(join(root, path)).mode & 0o111, path).not.toBe(0);
});

test("files that comments name exist", () => {
  const known = new Set(tracked.flatMap((path) => path.split("/").map((_, i, parts) => parts.slice(i).join("/"))));
  const named = /(?<![\w./<>-])((?:[a-z0-9-]+\/)*[a-z0-9][a-z0-9-]*\.(?:ts|md))\b/g;
  for (const path of code.filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))) {
    const comments = textOf(path)
      .split("\n")
      .filter((line) => /^\s*(?:\/\*\*|\*|\/\/)/.test(line));
    for (const [, name] of comments.join("\n").matchAll(named))
      expect(known.has(name), `${path} names ${name}`).toBe(true);
  }
});
