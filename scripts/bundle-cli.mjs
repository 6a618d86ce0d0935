/** Before packing: puts the built command line inside the one published package. There `import "noether"` is the package
 *  itself, by self-reference, so that the same files work in the workspace and in the package. The private packages of the
 *  workspace that the program uses come along, and are imported by their place. */
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const program = at("lib/dist/cli");
const COMPANIONS = { "noether-bench": "bench", "noether-papers": "papers" };

const run = (...words) => execFileSync(process.execPath, words, { stdio: "inherit" });
run(at("scripts/build-kernels.mjs"));
run(at("node_modules/typescript/bin/tsc"), "-b", at("lib"), at("bench"), at("papers"), at("cli"));
run(
  at("node_modules/vite/bin/vite.js"),
  "build",
  "--logLevel",
  "warn",
  at("studio"),
  "--config",
  at("studio/vite.config.ts"),
);
rmSync(program, { recursive: true, force: true });
cpSync(at("cli/dist"), program, { recursive: true });
for (const [name, folder] of Object.entries(COMPANIONS)) {
  const isCode = (path) => !path.endsWith(".tsbuildinfo");
  cpSync(at(`${folder}/dist`), join(program, folder), { recursive: true, filter: isCode });
  for (const path of readdirSync(program, { recursive: true }).filter((each) => each.endsWith(".js"))) {
    const file = join(program, path);
    const place = relative(dirname(file), join(program, folder, "index.js")).replace(/^(?!\.)/, "./");
    const text = readFileSync(file, "utf8");
    const placed = text.replaceAll(`"${name}"`, `"${place}"`);
    if (placed !== text) writeFileSync(file, placed);
  }
}
cpSync(at("studio/dist"), join(program, "studio-site"), { recursive: true });
chmodSync(join(program, "main.js"), 0o755);
copyFileSync(at("references.bib"), join(program, "references.bib"));
for (const name of ["README.md", "LICENSE"]) if (existsSync(at(name))) copyFileSync(at(name), at(`lib/${name}`));
