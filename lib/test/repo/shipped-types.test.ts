/** The declarations that the package ships compile for someone who has the ES2022 library alone and checks all of them. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const library = fileURLToPath(new URL("../..", import.meta.url));
const compiler = fileURLToPath(new URL("../../../node_modules/typescript/bin/tsc", import.meta.url));
const entries = Object.keys(JSON.parse(readFileSync(join(library, "package.json"), "utf8")).exports);

test("under lib ES2022 with skipLibCheck off", () => {
  const folder = mkdtempSync(join(tmpdir(), "noether-types-"));
  try {
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(library, join(folder, "node_modules/noether"));
    const imports = entries.map((entry, k) => `export * as entry${k} from "noether${entry.slice(1)}";`);
    const use = `import { dop853, kepler, newmark, run, trajectory } from "noether";
export const { observed } = run(kepler(), newmark(), { time: { step: 0.01, end: 1 }, observe: { motion: trajectory() } });
export const times: Float64Array = observed.motion.t;
export const clocks: readonly ["fixed", "own"] = [newmark().clock, dop853().clock];`;
    writeFileSync(join(folder, "consumer.ts"), [...imports, use].join("\n"));
    const compilerOptions = {
      strict: true,
      lib: ["ES2022"],
      types: [],
      skipLibCheck: false,
      module: "nodenext",
      target: "es2022",
      noEmit: true,
      preserveSymlinks: true,
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["consumer.ts"] }));
    let complaints = "";
    try {
      execFileSync(process.execPath, [compiler, "-p", folder], { encoding: "utf8" });
    } catch (error) {
      complaints = String((error as { stdout?: string }).stdout ?? error);
    }
    expect(complaints).toBe("");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
