/** The program in few files, as ./noether starts it, says what the program in many files says. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const said = (program: string, words: readonly string[]) =>
  execFileSync(process.execPath, [program, ...words], { cwd: root, encoding: "utf8" });

test.each([
  ["methods", "newmark"],
  ["check", "examples/kepler.yaml"],
  ["run", "examples/outer-solar-system.yaml", "--json", "--state"],
  ["analyze", "examples/shear-building.yaml", "--json"],
])("%s %s", (...words) => {
  const [few, many] = ["cli/bundle/main.js", "cli/dist/main.js"].map((program) =>
    // How long it took is all that may differ.
    said(program, words).replace(/"seconds": [\d.e-]+/, ""),
  );
  expect(few).toBe(many);
  expect(few?.length).toBeGreaterThan(20);
});
