/** The lock file is complete, and what is installed is what it says. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
// @ts-expect-error: a script, without declarations
import { complaints, machineIn, manifestsAt, mended, missingIn, uninstalled } from "../../../scripts/lock-file.mjs";
import { scratch } from "../programs.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const { path } = scratch();

interface Lock {
  readonly packages: Record<string, Record<string, unknown>>;
}
const locked = (): Lock => JSON.parse(readFileSync(`${root}/package-lock.json`, "utf8"));

test("it has what every package asks for on any machine, no addresses, and what the manifests say", () => {
  expect(complaints(locked(), manifestsAt(root))).toEqual([]);
});

test("an address, a missing hash, a missing package and another version in a manifest are found", () => {
  const lock = locked();
  const manifests = manifestsAt(root);
  const broken = (name: string, change: Record<string, unknown>): Lock => ({
    packages: { ...lock.packages, [name]: { ...lock.packages[name], ...change } },
  });
  const typescript = "node_modules/typescript";
  const said = (changed: Lock) => complaints(changed, manifests).join("\n");
  expect(said(broken(typescript, { resolved: "https://x/y.tgz" }))).toMatch(/typescript has a download address/);
  expect(said(broken(typescript, { integrity: undefined }))).toMatch(/typescript 6.* has no hash/);
  // Nor is one of another kind of machine, unless it is listed by name and version; one that is listed has none.
  const apple = "node_modules/@biomejs/cli-darwin-arm64";
  expect(said(broken("node_modules/@esbuild/none", { version: "1.0.0", optional: true }))).toMatch(
    /none 1.0.0 has no hash/,
  );
  expect(said(broken(apple, { version: "9.9.9" }))).toMatch(/cli-darwin-arm64 9.9.9 has no hash/);
  expect(said(broken(apple, { integrity: "sha512-M" }))).toMatch(/cli-darwin-arm64 2.6.6 is listed as without a hash/);
  const { "node_modules/vite": _, ...others } = lock.packages;
  expect(said({ packages: others })).toMatch(/node_modules\/vitest needs vite /);
  const other = { ...manifests, "": { ...manifests[""], devDependencies: { typescript: "1.0.0" } } };
  expect(complaints(lock, other).join("\n")).toMatch(/package.json has typescript 1.0.0, and package-lock.json 6/);
});

test("packages of other machines that npm has left out are put back, without addresses", () => {
  const lock = {
    packages: {
      "": { dependencies: { a: "1.0.0" } },
      "node_modules/a": {
        version: "1.0.0",
        resolved: "https://x/a.tgz",
        integrity: "sha512-A",
        license: "MIT",
        optionalDependencies: { "@a/cli-darwin-arm64": "1.0.0", "@a/cli-linux-x64-musl": "1.0.0" },
      },
    },
  };
  const better = mended(lock, (name: string) => (name.includes("darwin") ? "sha512-D" : null));
  expect(missingIn(better)).toEqual([]);
  expect(better.packages["node_modules/a"]).not.toHaveProperty("resolved");
  expect(better.packages["node_modules/@a/cli-darwin-arm64"]).toEqual({
    version: "1.0.0",
    integrity: "sha512-D",
    cpu: ["arm64"],
    os: ["darwin"],
    license: "MIT",
    optional: true,
  });
  expect(better.packages["node_modules/@a/cli-linux-x64-musl"]).toMatchObject({ os: ["linux"], libc: ["musl"] });
  expect(machineIn("@a/binding-linux-arm-gnueabihf")).toEqual({ os: ["linux"], cpu: ["arm"], libc: ["glibc"] });
  expect(machineIn("@a/core")).toBeNull();
});

test("an optional package that is not wanted is taken out, with what only it needs, and found where it is", () => {
  const lock = {
    packages: {
      "": { dependencies: { bullmq: "1.0.0" } },
      "node_modules/bullmq": {
        version: "1.0.0",
        integrity: "sha512-B",
        dependencies: { msgpackr: "1.0.0", both: "1.0.0" },
      },
      "node_modules/msgpackr": {
        version: "1.0.0",
        integrity: "sha512-M",
        optionalDependencies: { "msgpackr-extract": "^1.0.0", other: "^1.0.0" },
      },
      "node_modules/msgpackr-extract": {
        version: "1.0.0",
        integrity: "sha512-E",
        dependencies: { builder: "1.0.0", both: "1.0.0" },
      },
      "node_modules/other": { version: "1.0.0", integrity: "sha512-O" },
      "node_modules/builder": { version: "1.0.0", integrity: "sha512-G" },
      "node_modules/both": { version: "1.0.0", integrity: "sha512-T" },
    },
  };
  const manifests = { "": lock.packages[""] };
  expect(complaints(lock, manifests, [])).toEqual(["node_modules/msgpackr-extract is to be left out"]);
  const better = mended(lock, () => null);
  expect(complaints(better, manifests, [])).toEqual([]);
  expect(Object.keys(better.packages).sort()).toEqual([
    "",
    ...["both", "bullmq", "msgpackr", "other"].map((name) => `node_modules/${name}`),
  ]);
  expect(better.packages["node_modules/msgpackr"].optionalDependencies).toEqual({ other: "^1.0.0" });
});

test("node_modules is what the lock file says; one that lacks a package, or has another version, is not", () => {
  expect(uninstalled(locked(), root)).toEqual([]);
  const lock = {
    packages: {
      "node_modules/a": { version: "1.0.0" },
      "node_modules/b": { version: "2.0.0" },
      "node_modules/c": { version: "1.0.0", optional: true, os: ["sunos"] },
    },
  };
  mkdirSync(path("node_modules/a"), { recursive: true });
  writeFileSync(path("node_modules/a/package.json"), '{ "version": "1.0.0" }');
  expect(uninstalled(lock, path("."))).toEqual(["node_modules/b is missing"]);
  mkdirSync(path("node_modules/b"), { recursive: true });
  writeFileSync(path("node_modules/b/package.json"), '{ "version": "1.9.0" }');
  expect(uninstalled(lock, path("."))).toEqual(["node_modules/b is 1.9.0, and 2.0.0 is meant"]);
});

/** A checkout with a stand-in for npm, that says what it was asked for and installs. */
function checkout(name: string): (lock: string) => { readonly npm: string; readonly status: number | null } {
  const at = (file: string) => path(`${name}/${file}`);
  mkdirSync(at("bin"), { recursive: true });
  mkdirSync(at("scripts"));
  for (const script of ["prepare.sh", "lock-file.mjs"]) cpSync(`${root}/scripts/${script}`, at(`scripts/${script}`));
  writeFileSync(
    at("bin/npm"),
    `#!/usr/bin/env bash
echo "$@" >> "${at("asked")}"
rm -rf "${at("node_modules")}"; mkdir -p "${at("node_modules/a")}"; echo '{ "version": "1.0.0" }' > "${at("node_modules/a/package.json")}"
`,
    { mode: 0o755 },
  );
  return (lock) => {
    writeFileSync(at("package-lock.json"), lock);
    writeFileSync(at("asked"), "");
    const script = `root="${at(".")}"; source "$root/scripts/prepare.sh"; install_dependencies`;
    const env = { ...process.env, PATH: `${at("bin")}:${process.env["PATH"]}` };
    const { status } = spawnSync("bash", ["-euc", script], { env, encoding: "utf8" });
    return { npm: readFileSync(at("asked"), "utf8").trim(), status };
  };
}

test("the scripts install by npm ci, without scripts of packages, when node_modules is not what the lock file says", () => {
  const install = checkout("fresh");
  const lock = (letter: string) => JSON.stringify({ packages: { "node_modules/a": { version: "1.0.0" } }, x: letter });
  expect(install(lock("x")).npm).toMatch(/ci --ignore-scripts/);
  expect(install(lock("x")).npm).toBe("");
  // Another lock file that is satisfied by what is there.
  expect(install(lock("y"))).toEqual({ npm: "", status: 0 });
  // A folder that was copied from elsewhere and lacks a package, however new it is.
  expect(
    install('{ "packages": { "node_modules/a": { "version": "1.0.0" }, "node_modules/b": { "version": "1.0.0" } } }')
      .npm,
  ).toMatch(/ci/);
});
