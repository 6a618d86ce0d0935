/** What the run of a two-line model touches: a table that is made by function calls while its file is loaded, or a barrel that is imported for one
 *  name, shows here. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { workplace } from "./program.js";

const script = fileURLToPath(new URL("../../scripts/files-touched.mjs", import.meta.url));
const place = workplace();

const MODELS = {
  "a builtin model": "system: { model: kepler }\nmethod: newmark\ntime: { step: 0.01, end: 1 }\n",
  "a formula": `system: { coordinates: [x], mass: 1, potential: x^2/2 }
start: { q: [1], v: [0] }
method: midpoint
time: { step: 0.1, end: 1 }
`,
};

test.each(Object.entries(MODELS))("a run of %s touches no meshes, decks, figures and studies", (_, model) => {
  place.write("two.yaml", `noether: 1\n${model}`);
  const { stdout, status } = spawnSync(process.execPath, [script, "--list", "run", "two.yaml"], {
    cwd: place.folder,
    encoding: "utf8",
  });
  expect(status).toBe(0);
  const [, called, loaded] = /(\d+) files of which functions are called, (\d+) loaded/.exec(stdout) ?? [];
  expect(Number(called)).toBeGreaterThan(50);
  expect(Number(called)).toBeLessThan(125);
  expect(Number(loaded)).toBeLessThan(715);
  // A run in a thread hands over what its checkpoint would hold.
  expect(stdout).not.toMatch(
    /lib\/dist\/(?:formats\/(?!checkpoint)|mesh\/|fe\/|analysis\/|studies\/|report\/figures|ensembles\/)/,
  );
  // Neither scheme asks for a discrete gradient: none is derived.
  expect(stdout).not.toMatch(/symbolic\/slopes\.js/);
});
