/** A copy of the repository in which mutants are planted: what git knows, and what the build generates into the sources. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const GENERATED = ["lib/src/core/kernels", "lib/src/linalg/kernels", "lib/src/models/particles/kernels"];

export function scratchCopy(root) {
  const folder = mkdtempSync(join(tmpdir(), "noether-mutants-"));
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], { cwd: root });
  for (const path of [
    ...files
      .toString()
      .split("\0")
      .filter((path) => path !== "" && path !== "node_modules"),
    ...GENERATED,
  ]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path), { recursive: true });
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
