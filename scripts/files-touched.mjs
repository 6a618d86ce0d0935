/** Counts the files of lib/dist and cli/dist that a command touches: those loaded, and those of which a function is called, as V8 sees it.
 *    node scripts/files-touched.mjs [--list] run model.yaml
 *  `--list` names them with the functions called. The root of another checkout may be given in NOETHER_ROOT. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(process.env.NOETHER_ROOT ?? fileURLToPath(new URL("..", import.meta.url)));
const words = process.argv.slice(2).filter((word) => word !== "--list");
const coverage = mkdtempSync(join(tmpdir(), "noether-coverage-"));
const env = { ...process.env, NODE_V8_COVERAGE: coverage };
const { status } = spawnSync(process.execPath, [join(root, "cli/dist/main.js"), ...words], {
  env,
  stdio: ["ignore", "ignore", "inherit"],
});

/** By file, the names of the functions called. The first function of a file is its top level. */
const called = new Map();
for (const report of readdirSync(coverage)) {
  for (const { url, functions } of JSON.parse(readFileSync(join(coverage, report), "utf8")).result) {
    const path = url.startsWith("file:") ? relative(root, fileURLToPath(url)) : "";
    if (!/^(lib|cli)\/dist\//.test(path)) continue;
    const ran = functions.slice(1).filter(({ ranges }) => ranges[0].count > 0);
    called.set(path, [...(called.get(path) ?? []), ...ran.map(({ functionName }) => functionName || "(anonymous)")]);
  }
}
rmSync(coverage, { recursive: true });
const touched = [...called].filter(([, names]) => names.length > 0).sort(([a], [b]) => (a < b ? -1 : 1));
if (process.argv.includes("--list"))
  for (const [path, names] of touched) console.log(`${path}: ${[...new Set(names)].join(" ")}`);
console.log(`${touched.length} files of which functions are called, ${called.size} loaded`);
process.exitCode = status;
