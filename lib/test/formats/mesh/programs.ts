/** Programs that nobody here wrote. Tests that need one pass without it, and say what was not tried. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** Is the program there? Otherwise a notice is printed and the caller returns. */
export function isInstalled(title: string, command: string, words: readonly string[]): boolean {
  const { status, error } = spawnSync(command, words, { stdio: "ignore" });
  if (error === undefined && status === 0) return true;
  process.stderr.write(`not tried, because it is not installed here: ${title}\n`);
  return false;
}

export const hasGmsh = () => isInstalled("Gmsh (Debian: gmsh)", "gmsh", ["--version"]);
export const hasCalculix = () => isInstalled("CalculiX (Debian: calculix-ccx)", "sh", ["-c", "command -v ccx"]);

/** The Python that has the packages: the system's own, whichever comes first on the path. */
const PYTHON = "/usr/bin/python3";
export const hasPython = (...packages: string[]) =>
  isInstalled(`Python with ${packages.join(", ")}`, PYTHON, [
    "-c",
    packages.map((name) => `import ${name}`).join("; "),
  ]);

/** The JSON that a script prints. */
export function python(script: string, words: readonly string[], cwd: string): unknown {
  const { stdout, stderr, status } = spawnSync(PYTHON, ["-c", script, ...words], { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout.split("\n").filter(Boolean).at(-1) ?? "null");
}

export function run(command: string, words: readonly string[], cwd: string): string {
  const { stdout, stderr, status } = spawnSync(command, words, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${words.join(" ")}: ${stdout}${stderr}`);
  return stdout + stderr;
}

export function scratch(): { readonly folder: string; path(name: string): string } {
  const folder = mkdtempSync(join(tmpdir(), "noether-meshes-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, path: (name) => join(folder, name) };
}
