/** The small pictures of the gallery: every example as its scene looks when it has run. Written again with --update. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beginPlan, buildProblem, loadModel } from "noether/model-file";
import { scenePicture } from "noether/report";
import { sceneRecording } from "noether/scene";
import { expect, test } from "vitest";

const examples = fileURLToPath(new URL("../../examples/", import.meta.url));
const names = readdirSync(examples).flatMap((name) => (name.endsWith(".yaml") ? [name.slice(0, -".yaml".length)] : []));

test.each(names)("%s", async (name) => {
  const path = join(examples, `${name}.yaml`);
  const plan = buildProblem(
    loadModel(readFileSync(path, "utf8"), {
      file: `${name}.yaml`,
      readFile: (file) => readFileSync(join(dirname(path), file)),
    }),
  );
  const looks = sceneRecording(plan.scene, { budget: 16e6, most: 800 });
  const { runner } = beginPlan(plan, { frames: () => ({ observe: looks.observe }) });
  while (runner.status === "running") runner.advance(10_000);
  const { scene, frames } = looks.frames(runner.result().last);
  const picture = scenePicture(scene, frames, { title: plan.name });
  expect(picture).not.toMatch(/NaN|Infinity/);
  await expect(picture).toMatchFileSnapshot(`../public/pictures/${name}.svg`);
});
