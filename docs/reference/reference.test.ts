/** The audit pages are those of audit.long.test.ts. The reference pages are made from the registries and the schema. `npx vitest run docs/reference -u` writes them again. */
import { readFileSync } from "node:fs";
import { loadStudy, prepareStudy } from "noether/studies";
import { expect, it } from "vitest";
import { decksPage } from "./decks-page.js";
import { dependenciesPage, lockedPackages } from "./dependencies-page.js";
import { methodsPage } from "./methods-page.js";
import { modelFilePage } from "./model-file-page.js";
import { modelsPage } from "./models-page.js";
import { studyFilePage } from "./study-file-page.js";

it.each([
  ["decks.md", decksPage],
  ["dependencies.md", dependenciesPage],
  ["methods.md", methodsPage],
  ["models.md", modelsPage],
  ["model-file.md", modelFilePage],
  ["study-file.md", studyFilePage],
])("%s says what the program says", async (file, page) => {
  await expect(page()).toMatchFileSnapshot(file);
});

it("the examples of the study file's page are studies, and their cases are computed", () => {
  const [, example = ""] = /```yaml\n(.*?)```/s.exec(studyFilePage()) ?? [];
  const pendulum = readFileSync(new URL("../../examples/pendulum.yaml", import.meta.url));
  const study = loadStudy(example, { readFile: () => pendulum });
  const { run } = prepareStudy(study.bundle);
  const outcome = study.columns.findIndex(({ name }) => name === "outcome");
  expect(study.count).toBe(120);
  for (const index of [0, 20, 60, 99]) expect(run(study.caseAt(index)).values[outcome]).toBe("completed");
});

it("every locked package has a licence, and a hash unless the page names it", () => {
  const all = lockedPackages();
  expect(all.length).toBeGreaterThan(100);
  for (const { name, integrity, optional, dev, license } of all) {
    // Which ones are without is listed by name (scripts/lock-file.mjs).
    if (integrity !== undefined) expect(integrity, name).toMatch(/^sha512-/);
    else expect({ name, dev, optional }).toEqual({ name, dev: true, optional: true });
    expect(license, name).not.toMatch(/not stated|GPL/);
  }
});

it("no package of the program, nor of its tests here, has a script to run while it is installed", () => {
  // Apple's watcher of files has one, for other machines than its own; scripts are not run in any case.
  const scripted = lockedPackages().filter(({ hasInstallScript }) => hasInstallScript);
  expect(scripted.map(({ name }) => name).filter((name) => name !== "fsevents")).toEqual([]);
  expect(readFileSync(new URL("../../scripts/prepare.sh", import.meta.url), "utf8")).toMatch(
    /npm .* ci --ignore-scripts/,
  );
});
