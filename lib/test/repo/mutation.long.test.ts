/** A nightly sample of mutants (docs/topics/mutation-testing.md): another one for every commit, the same one for the same commit. */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
/** What is kept of an hour for starting, planting and the last mutant. */
const MINUTES = 50;

test("nine of ten mutants of the methods are noticed", { timeout: 3_600_000 }, () => {
  const commit = execFileSync("git", ["rev-parse", "--short=8", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
  const out = `.build/mutation/nightly-${commit}.json`;
  const seed = String(Number.parseInt(commit, 16));
  const words = ["--sample", "150", "--seed", seed, "--minutes", String(MINUTES), "--out", out];
  const { status, stdout } = spawnSync(process.execPath, ["scripts/mutation/mutate.mjs", ...words], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  console.log(stdout);
  expect(status).toBe(0);
  const { mutants } = JSON.parse(readFileSync(`${root}/${out}`, "utf8")) as {
    mutants: Record<string, { readonly file: string; readonly status: string }>;
  };
  // All folders are sampled and told of; the bound is that of those whose survivors have been read.
  const read = Object.values(mutants).filter(({ file }) => /^lib\/src\/(core|methods)\//.test(file));
  const count = (...wanted: string[]) => read.filter(({ status }) => wanted.includes(status)).length;
  const seen = count("killed", "timeout");
  const all = seen + count("survived");
  expect(all).toBeGreaterThan(20);
  // A sample of a population of which nine tenths are seen: two standard deviations below.
  expect(seen / all).toBeGreaterThan(0.9 - 2 * Math.sqrt((0.9 * 0.1) / all));
});
