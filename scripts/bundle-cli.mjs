/** Before packing: puts the built command line inside the one published package. There `import "noether"` is the package
 *  itself, by self-reference, so that the same files work in the workspace and in the package. */
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, cpSync, existsSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

execFileSync(process.execPath, [at("scripts/build-kernels.mjs")], { stdio: "inherit" });
execFileSync(process.execPath, [at("node_modules/typescript/bin/tsc"), "-b", at("lib"), at("cli")], {
  stdio: "inherit",
});
rmSync(at("lib/dist/cli"), { recursive: true, force: true });
cpSync(at("cli/dist"), at("lib/dist/cli"), { recursive: true });
chmodSync(at("lib/dist/cli/main.js"), 0o755);
for (const name of ["README.md", "LICENSE"]) if (existsSync(at(name))) copyFileSync(at(name), at(`lib/${name}`));
