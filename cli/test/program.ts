/** The built program as a child process, as a user starts it. */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";

export const PROGRAM = fileURLToPath(new URL("../dist/main.js", import.meta.url));

export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder of its own for a test file, with the program run inside it. */
export function workplace() {
  const folder = mkdtempSync(join(tmpdir(), "noether-cli-"));
  // Movies of many frames are thousands of files.
  afterAll(() => rmSync(folder, { recursive: true, force: true }), 180_000);
  return {
    folder,
    path: (name: string) => join(folder, name),
    write(name: string, text: string): string {
      writeFileSync(join(folder, name), text);
      return name;
    },
    noether(...words: string[]): Outcome {
      return spawnSync(process.execPath, [PROGRAM, ...words], { cwd: folder, encoding: "utf8" });
    },
    /** A program that goes on while the test does. */
    start: (...words: string[]) => spawn(process.execPath, [PROGRAM, ...words], { cwd: folder, stdio: "pipe" }),
  };
}
