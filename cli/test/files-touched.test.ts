/** What the run of a two-line model touches: a table that is made by function calls while its file is loaded, or a barrel that is imported for one
 *  name, shows here. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { workplace } from "./program.js";

const script = fileURLToPath(new URL("../../scripts/files-touched.mjs", import.meta.url));
const place = workplace();

test("a run of a builtin model touches no meshes, decks, figures and studies", () => {
  place.write("two.yaml", "noether: 1\nsystem: { model: kepler }\nmethod: newmark\ntime: { step: 0.01, end: 1 }\n");
  const { stdout, status } = spawnSync(process.execPath, [script, "--list", "run", "two.yaml"], {
    cwd: place.folder,
    encoding: "utf8",
  });
  expect(status).toBe(0);
  const [, called, loaded] = /(\d+) files of which functions are called, (\d+) loaded/.exec(stdout) ?? [];
  expect(Number(called)).toBeGreaterThan(50);
  expect(Number(called)).toBeLessThan(140);
  expect(Number(loaded)).toBeLessThan(680);
  expect(stdout).not.toMatch(
    /lib\/dist\/(?:formats\/deck|mesh\/generate|fe|analysis|studies|report\/figures|ensembles)\//,
  );
  // Newmark's scheme asks for no discrete gradient: none is derived.
  expect(stdout).not.toMatch(/symbolic\/slopes\.js/);
});
