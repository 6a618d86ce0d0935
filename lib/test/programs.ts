/** Programs that nobody here wrote. `./test` installs them where it may; a test that needs one that is not there is skipped, and says so. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, type TestContext } from "vitest";

const answers = (command: string, words: readonly string[]) =>
  spawnSync(command, words, { stdio: "ignore", timeout: 60_000 }).status === 0;

/** Looked for once a file. */
function once(look: () => boolean): () => boolean {
  let found: boolean | null = null;
  return () => {
    found ??= look();
    return found;
  };
}

const gmsh = once(() => answers("gmsh", ["--version"]));
// `ccx -v` says its version and ends with a code that is not zero.
const calculix = once(() => answers("sh", ["-c", "command -v ccx"]));

export const needsGmsh = ({ skip }: TestContext) => skip(!gmsh(), "Gmsh is not installed (Debian: gmsh)");
export const needsCalculix = ({ skip }: TestContext) =>
  skip(!calculix(), "CalculiX is not installed (Debian: calculix-ccx)");

/** Where Debian puts the decks of CalculiX's own test suite. */
const CALCULIX_SUITE = "/usr/share/doc/calculix-ccx-test/examples/test";

/** The folder with CalculiX's own decks and their results. */
export function needsCalculixSuite({ skip }: TestContext): string {
  skip(!existsSync(CALCULIX_SUITE), "CalculiX's test suite is not installed (Debian: calculix-ccx-test)");
  return CALCULIX_SUITE;
}

/** The first on the path may be one of the user's own, without the packages that the system's has. */
const INTERPRETERS = ["python3", "/usr/bin/python3"];

/** The JSON in which a script's output ends. */
export type Python = (script: string, words: readonly string[], cwd: string) => unknown;

/** An interpreter that has a package; `debian` is the name of the system's package. */
export function needsPython({ skip }: TestContext, name: string, debian: string): Python {
  const interpreter = INTERPRETERS.find((command) => answers(command, ["-c", `import ${name}`]));
  if (interpreter === undefined) return skip(`Python has no ${name} (Debian: ${debian})`);
  return (script, words, cwd) => {
    const { stdout, stderr, status } = spawnSync(interpreter, ["-c", script, ...words], { cwd, encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(stdout.split("\n").filter(Boolean).at(-1) ?? "null");
  };
}

export function run(command: string, words: readonly string[], cwd: string): string {
  const { stdout, stderr, status } = spawnSync(command, words, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${words.join(" ")}: ${stdout}${stderr}`);
  return stdout + stderr;
}

export function scratch(): { readonly folder: string; path(name: string): string } {
  const folder = mkdtempSync(join(tmpdir(), "noether-programs-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, path: (name) => join(folder, name) };
}
