/** Colours are for terminals: what is piped has none, whatever the environment says. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { PROGRAM } from "./program.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

test.each([{}, { CI: "true" }])("piped with %o", (more) => {
  const run = (...words: string[]) =>
    spawnSync(process.execPath, [PROGRAM, ...words], { cwd: root, encoding: "utf8", env: { ...process.env, ...more } });
  const { stdout } = run("certify", "examples/kepler.yaml");
  const { stderr } = run("run", "no-such-file.yaml");
  expect(stdout).toMatch(/holds/);
  expect(stderr).toMatch(/no such file/);
  expect(stdout + stderr).not.toContain("\u001b[");
});
