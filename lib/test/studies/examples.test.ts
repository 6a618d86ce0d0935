/** Every example of a study: it is read, its figures are known, and cases from its beginning, middle and end are computed. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { loadStudy, prepareStudy } from "../../src/studies/index.js";

const folder = fileURLToPath(new URL("../../../examples/studies", import.meta.url));
const names = readdirSync(folder).filter((name) => name.endsWith(".yaml"));

test("there is one of every kind", () => {
  expect(names).toEqual(
    expect.arrayContaining([
      "convergence.yaml",
      "earthquakes.yaml",
      "lyapunov.yaml",
      "poincare.yaml",
      "resonance.yaml",
      "samples.yaml",
    ]),
  );
});

test.each(names)("examples/studies/%s", (name) => {
  const study = loadStudy(readFileSync(join(folder, name), "utf8"), {
    file: name,
    readFile: (file) => readFileSync(join(folder, file)),
    listFolder: (below) => readdirSync(join(folder, below)),
  });
  expect(study.count).toBeGreaterThan(10);
  const prepared = prepareStudy(study.bundle);
  const outcome = study.columns.findIndex(({ name: column }) => column === "outcome");
  for (const index of [0, Math.floor(study.count / 2), study.count - 1]) {
    const { values } = prepared.run(study.caseAt(index));
    expect(["completed", "stopped"], `case ${index}: ${values[outcome + 1]}`).toContain(values[outcome]);
    expect(values).toHaveLength(study.columns.length);
  }
});
