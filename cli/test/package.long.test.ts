/** The one published package, as npm packs it: library and program together, found by their own name. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { version } from "../src/version.js";
import { workplace } from "./program.js";

const { folder, path, write } = workplace();
const root = fileURLToPath(new URL("../..", import.meta.url));

test("packs, unpacks elsewhere, and runs from code and from the command line", () => {
  const quiet = { stdio: ["ignore", "pipe", "ignore"] as ["ignore", "pipe", "ignore"] };
  execFileSync("npm", ["pack", "--pack-destination", folder], { cwd: join(root, "lib"), ...quiet });
  execFileSync("tar", ["xzf", `noether-${version}.tgz`], { cwd: folder });
  mkdirSync(path("node_modules"));
  renameSync(path("package"), path("node_modules/noether"));
  // The dependencies from here: what npm would fetch.
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (!/^(\.|noether)/.test(name)) symlinkSync(join(root, "node_modules", name), path(`node_modules/${name}`));
  }

  write(
    "script.mjs",
    'import { kepler, newmark, run } from "noether";\nconsole.log(run(kepler(), newmark(), { time: { step: 0.01, steps: 5 } }).steps);\n',
  );
  expect(execFileSync(process.execPath, ["script.mjs"], { cwd: folder, encoding: "utf8" })).toBe("5\n");

  const program = path("node_modules/noether/dist/cli/main.js");
  const noether = (...words: string[]) =>
    execFileSync(process.execPath, [program, ...words], { cwd: folder, encoding: "utf8" });
  write("kepler.yaml", "noether: 1\nsystem: { model: kepler }\nmethod: midpoint\ntime: { end: 1, step: 0.01 }\n");
  expect(JSON.parse(noether("run", "kepler.yaml", "--json", "--out", "kepler.h5"))).toMatchObject({
    status: "completed",
  });
  expect(noether("methods", "midpoint")).toMatch(/\[\w+\] .* \d{4}\./);
  expect(readdirSync(path("node_modules/noether/dist/cli/studio-site"))).toContain("index.html");
  expect(noether("bench", "--help")).toMatch(/w1/);
});
