/** The lock file, package-lock.json: complete for all kinds of machines, with a hash and without a download address for every package.
 *    node scripts/lock-file.mjs            what is wrong with it; status 1 if anything is
 *    node scripts/lock-file.mjs mend       after a dependency was added or changed: takes addresses out, adds the packages of other kinds of
 *                                          machines, which npm leaves out, asks the registry for hashes that are missing, and removes
 *                                          optional packages that are not wanted
 *    node scripts/lock-file.mjs installed  status 0 if node_modules has what it names for this machine, and nothing of another version */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const PATH = "package-lock.json";

/** Optional packages that are left out: native code, with a script to run while it is installed, that would only make faster what works without it.
 *  msgpackr, by which bullmq packs the arguments of its Redis scripts, tries to load msgpackr-extract and has the same in JavaScript. */
const LEFT_OUT = ["msgpackr-extract"];

/** Packages of other kinds of machines whose hashes the registry did not have when their versions were locked. No other may be without one, and whoever
 *  has one is not to be listed any more. */
const UNHASHED = [
  ["@biomejs/cli", "2.6.6", "android-arm64 android-x64 darwin-arm64 darwin-x64 win32-arm64 win32-x64"],
  [
    "@rolldown/binding",
    "1.2.19",
    "android-arm-eabi android-arm64 darwin-arm64 darwin-x64 freebsd-x64 linux-arm-gnueabihf linux-ppc64-gnu linux-s390x-gnu openharmony-arm64 wasm32-wasi win32-arm64-msvc win32-x64-msvc",
  ],
].flatMap(([name, version, machines]) => machines.split(" ").map((machine) => `${name}-${machine} ${version}`));

const isPackage = ([path, { link }]) => path.includes("node_modules/") && link !== true;
const nameOf = (path) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

/** Where a package finds another one: in its own node_modules, or in that of a folder above it. */
function found(packages, from, name) {
  for (let at = from; ; at = at.includes("/") ? at.slice(0, at.lastIndexOf("/")) : "") {
    const place = `${at === "" ? "" : `${at}/`}node_modules/${name}`;
    if (place in packages) return place;
    if (at === "") return null;
  }
}

/** What the packages ask for and the lock file does not have. */
export function missingIn({ packages }) {
  const missing = [];
  for (const [from, entry] of Object.entries(packages)) {
    for (const kind of ["dependencies", "devDependencies", "optionalDependencies"]) {
      for (const [name, version] of Object.entries(entry[kind] ?? {})) {
        if (found(packages, from, name) === null)
          missing.push({ from, name, version, dev: entry.dev === true, optional: kind === "optionalDependencies" });
      }
    }
  }
  return missing;
}

/** The kind of machine in the name of a package: `cli-linux-arm64-musl`, `binding-win32-x64-msvc`. Null without one. */
export function machineIn(name) {
  const [, os, cpu, rest = ""] =
    /-(android|darwin|freebsd|linux|openharmony|win32)-(arm64|arm|ia32|ppc64|riscv64|s390x|x64)(-.+|gnu.*)?$/.exec(
      name,
    ) ?? [];
  if (os === undefined) return name.endsWith("-wasm32-wasi") ? { cpu: ["wasm32"] } : null;
  const libc = os === "linux" ? { libc: [rest.includes("musl") ? "musl" : "glibc"] } : {};
  return { cpu: [cpu], os: [os], ...libc };
}

const suits = (list, value) =>
  list === undefined ||
  (list.some((each) => each === value || (each.startsWith("!") && each !== `!${value}`)) &&
    !list.includes(`!${value}`));
/** Which C library this is matters to Linux only. */
const ownLibc = () =>
  process.platform !== "linux" ? undefined : process.report.getReport().header.glibcVersionRuntime ? "glibc" : "musl";

/** Whether npm would install it on this machine. */
const isForHere = ({ os, cpu, libc }) =>
  suits(os, process.platform) &&
  suits(cpu, process.arch) &&
  (libc === undefined || process.platform !== "linux" || libc.includes(ownLibc()));

/** Packages without a hash, each with its version. */
export const withoutHash = ({ packages }) =>
  Object.entries(packages)
    .filter(isPackage)
    .filter(([, { integrity }]) => integrity === undefined)
    .map(([path, { version }]) => `${nameOf(path)} ${version}`);

/** Without the packages of LEFT_OUT and what only they need. */
function withoutLeftOut(packages) {
  const kept = {};
  for (const [path, entry] of Object.entries(packages)) {
    const { optionalDependencies = {}, ...rest } = entry;
    const asked = Object.entries(optionalDependencies).filter(([name]) => !LEFT_OUT.includes(name));
    const changed = asked.length < Object.keys(optionalDependencies).length;
    kept[path] = !changed
      ? entry
      : { ...rest, ...(asked.length > 0 ? { optionalDependencies: Object.fromEntries(asked) } : {}) };
  }
  const needed = new Set();
  const need = (path) => {
    if (needed.has(path)) return;
    needed.add(path);
    const entry = kept[path];
    if (entry.link === true) need(entry.resolved);
    for (const kind of ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"])
      for (const name of Object.keys(entry[kind] ?? {})) {
        const place = found(kept, path, name);
        if (place !== null) need(place);
      }
  };
  for (const [path, entry] of Object.entries(kept)) if (!isPackage([path, entry])) need(path);
  return Object.fromEntries(Object.entries(kept).filter(([path]) => needed.has(path)));
}

/** Everything that is wrong, in sentences. */
export function complaints(lock, manifests, listed = UNHASHED) {
  const found = [];
  for (const path of Object.keys(lock.packages))
    if (LEFT_OUT.includes(nameOf(path))) found.push(`${path} is to be left out`);
  for (const { from, name, version } of missingIn(lock))
    found.push(`${from || "package.json"} needs ${name} ${version}, which is not in ${PATH}`);
  for (const [path, { resolved }] of Object.entries(lock.packages).filter(isPackage))
    if (resolved !== undefined) found.push(`${path} has a download address`);
  for (const [path, { integrity }] of Object.entries(lock.packages).filter(isPackage))
    if (integrity !== undefined && !integrity.startsWith("sha512-")) found.push(`the hash of ${path} is not a SHA-512`);
  const unhashed = withoutHash(lock);
  for (const each of unhashed) if (!listed.includes(each)) found.push(`${each} has no hash`);
  for (const each of listed)
    if (!unhashed.includes(each)) found.push(`${each} is listed as without a hash, and has one or is not there`);
  for (const [folder, manifest] of Object.entries(manifests)) {
    for (const kind of ["dependencies", "devDependencies", "optionalDependencies"]) {
      const [asked, locked] = [manifest[kind] ?? {}, lock.packages[folder]?.[kind] ?? {}];
      for (const name of new Set([...Object.keys(asked), ...Object.keys(locked)]))
        if (asked[name] !== locked[name])
          found.push(
            `${join(folder, "package.json")} has ${name} ${asked[name] ?? "not"}, and ${PATH} ${locked[name] ?? "not"}`,
          );
    }
  }
  return found;
}

/** The manifests of the workspace, by folder as the lock file has them. */
export function manifestsAt(folder) {
  const manifest = (path) => JSON.parse(readFileSync(join(folder, path, "package.json"), "utf8"));
  const own = manifest("");
  return Object.fromEntries(["", ...(own.workspaces ?? [])].map((path) => [path, manifest(path)]));
}

/** Complete, and without addresses; `ask` knows more of a package than its name, or null. */
export function mended(lock, ask) {
  const packages = withoutLeftOut(lock.packages);
  for (const { from, name, version, dev, optional } of missingIn(lock)) {
    const machine = optional ? machineIn(name) : null;
    if (machine === null) continue;
    const license = packages[from].license;
    packages[`node_modules/${name}`] = {
      version,
      ...machine,
      ...(dev ? { dev } : {}),
      ...(license ? { license } : {}),
      optional: true,
    };
  }
  for (const [path, entry] of Object.entries(packages).filter(isPackage)) {
    const { resolved, version, integrity = ask(nameOf(path), entry.version), ...rest } = entry;
    packages[path] = { version, ...(integrity ? { integrity } : {}), ...rest };
  }
  const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, "en"));
  return { ...lock, packages: Object.fromEntries(sorted) };
}

function hashOf(name, version) {
  try {
    const said = execFileSync("npm", ["view", `${name}@${version}`, "dist.integrity"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return said.trim() || null;
  } catch {
    return null;
  }
}

/** What of the lock file is not in node_modules, in sentences. */
export function uninstalled(lock, folder) {
  const said = [];
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (!path.includes("node_modules/")) continue;
    const manifest = join(folder, path, "package.json");
    if (!existsSync(manifest)) {
      if (entry.link === true || entry.optional !== true || isForHere(entry)) said.push(`${path} is missing`);
    } else if (entry.link !== true) {
      const { version } = JSON.parse(readFileSync(manifest, "utf8"));
      if (version !== entry.version) said.push(`${path} is ${version}, and ${entry.version} is meant`);
    }
  }
  return said;
}

function main(task) {
  const lock = JSON.parse(readFileSync(join(root, PATH), "utf8"));
  if (task === "installed") return uninstalled(lock, root);
  if (task === "mend") {
    const better = mended(lock, hashOf);
    writeFileSync(join(root, PATH), `${JSON.stringify(better, null, 2)}\n`);
    for (const each of withoutHash(better)) console.log(`${each}: the registry has no hash of it`);
    return complaints(better, manifestsAt(root));
  }
  return complaints(lock, manifestsAt(root));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const said = main(process.argv[2]);
  for (const each of said) console.error(each);
  process.exitCode = said.length === 0 ? 0 : 1;
}
