/** The page of dependencies, from the lock file: what is installed, in which version and under which licence. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly integrity: string | undefined;
  readonly resolved: string | undefined;
  readonly hasInstallScript: boolean;
  /** Needed to build and test only. */
  readonly dev: boolean;
  /** For one kind of machine. */
  readonly optional: boolean;
}

const lockFile = fileURLToPath(new URL("../../package-lock.json", import.meta.url));

/** The packages of the lock file without those of the workspace. */
export function lockedPackages(): LockedPackage[] {
  const { packages } = JSON.parse(readFileSync(lockFile, "utf8")) as {
    packages: Record<string, Record<string, unknown>>;
  };
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes("node_modules/") && link !== true)
    .map(([path, entry]) => ({
      name: path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length),
      version: String(entry["version"]),
      license: String(entry["license"] ?? "not stated"),
      integrity: entry["integrity"] as string | undefined,
      resolved: entry["resolved"] as string | undefined,
      hasInstallScript: entry["hasInstallScript"] === true,
      dev: entry["dev"] === true || entry["devOptional"] === true,
      optional: entry["optional"] === true || entry["devOptional"] === true,
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Of packages that are built for other machines only, by name: scripts/lock-file.mjs lists them, too, and accepts no other. */
function unknownHashes(all: readonly LockedPackage[]): string {
  const names = all.filter(({ integrity }) => integrity === undefined).map(({ name, version }) => `${name} ${version}`);
  if (names.length === 0) return "";
  return `

The registry that the lock file was made with has no hash of ${names.length} packages, all of them for other kinds of machines and used to build and test only; there npm checks their versions and nothing else:
${names.join(", ")}. A test refuses any other package without a hash, and any of these that has one and is still listed; \`mend\` asks for them again.

`;
}

export function dependenciesPage(): string {
  const all = lockedPackages();
  const table = (list: readonly LockedPackage[]) =>
    [
      "| package | version | licence |",
      "| --- | --- | --- |",
      ...list.map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`),
    ].join("\n");
  const shipped = all.filter(({ dev, optional }) => !dev && !optional);
  return `# Dependencies

Made from the lock file, which has the exact version of every package for every kind of machine, its SHA-512 hash, and no address to fetch it from; it is installed by \`npm ci\`. Scripts that packages
would run while they are installed are never run (\`scripts/prepare.sh\`), and nothing needs one; \`msgpackr-extract\`, native code with such a script that \`msgpackr\` does without, is left out of it. After a change of dependencies, \`node scripts/lock-file.mjs mend\` makes the lock file complete again.${unknownHashes(all)} The library's numerics use none of these packages: \`yaml\` reads model files, \`fflate\` unpacks compressed meshes, \`h5wasm\` is the HDF5
library, \`@observablehq/plot\`, \`linkedom\` and \`@resvg/resvg-js\` draw figures, \`commander\` and \`picocolors\` are the command line,
\`bullmq\` and \`ioredis\` the queue of studies, \`hyparquet\` and \`hyparquet-writer\` are Parquet tables. The
studio is built with \`vite\` from \`preact\` and its signals, \`uplot\`, \`three\`, CodeMirror and \`katex\`; the built site needs none of them installed.

## With the program

${table(shipped)}

## For one kind of machine

${table(all.filter(({ dev, optional }) => !dev && optional))}

## To build and test

${table(all.filter(({ dev }) => dev))}
`;
}
