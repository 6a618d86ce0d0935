/** Commands in the pages work: every `./noether …` line of a shell block is run, page by page, in a folder of its own with the
 *  examples beside it, by the program as it was last built. A yaml block with a name is that file. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, it } from "vitest";
import { blocksOf, pages, root } from "./pages.js";

const told = pages()
  .map((page) => ({
    ...page,
    blocks: blocksOf(page).filter(({ language }) => language === "sh" || language === "yaml"),
  }))
  .filter(({ blocks }) => blocks.some(({ code }) => code.includes("./noether ")));

describe.each(told)("$path", ({ blocks }) => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "noether-docs-"));
    symlinkSync(`${root}examples`, join(folder, "examples"));
    const program = `exec "${process.execPath}" "${root}cli/dist/main.js" "$@"`;
    writeFileSync(join(folder, "noether"), `#!/usr/bin/env bash\n${program}\n`, { mode: 0o755 });
    for (const { name, code } of blocks) if (name !== "") writeFileSync(join(folder, name), code);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const commands = blocks
    .filter(({ language }) => language === "sh")
    .flatMap(({ code }) => code.split("\n"))
    .filter((line) => line.startsWith("./noether "));
  it.each(commands)("%s", (command) => {
    execFileSync("bash", ["-c", command], { cwd: folder, stdio: "pipe", timeout: 60_000 });
  });
});
