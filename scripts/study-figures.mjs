/** Draws the figures of docs/howto/study-figures.md anew, from the examples of studies: `node scripts/study-figures.mjs`, after a build. A minute or two. */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const only = process.argv[2];

for (const name of readdirSync(at("examples/studies")).filter((each) => each.endsWith(".yaml"))) {
  if (name === "samples.yaml" || (only !== undefined && name !== only)) continue;
  const folder = mkdtempSync(join(tmpdir(), "noether-figures-"));
  const words = ["study", at(`examples/studies/${name}`), "--figures", folder, "--json"];
  execFileSync(process.execPath, [at("cli/bundle/main.js"), ...words], { stdio: ["ignore", "ignore", "inherit"] });
  for (const figure of readdirSync(folder)) copyFileSync(join(folder, figure), at(`docs/figures/study-${figure}`));
  rmSync(folder, { recursive: true });
}
