/** What the build makes for the gallery and the pages of Learn: nothing is missing, formulas can be set, experiments can be run. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { methods } from "noether";
import { beginPlan, buildProblem, loadModel, methodSetting } from "noether/model-file";
import { describe, expect, test } from "vitest";
import { cardOf, exampleFiles, GROUPS, groupOf } from "../build/examples.js";
import { typeset } from "../build/method-page.js";
import { allMethods, auditOf, citationsOf } from "../build/methods.js";
import { motionOf } from "../build/motion.js";
import { pictureOf } from "../build/picture.js";
import { equations } from "../src/learn/equations.js";
import { experiments, modelText, type Shows } from "../src/learn/experiments.js";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const ids = methods.map(({ id }) => id);

describe("examples", () => {
  const cards = exampleFiles().map(cardOf);

  test("every file of the folder is a card with a name, words and a group", () => {
    const files = readdirSync(at("../../examples")).filter((name) => name.endsWith(".yaml"));
    expect(cards.map(({ name }) => `${name}.yaml`).sort()).toEqual(files.sort());
    for (const { title, words } of cards) expect([title, words]).not.toContain("");
    expect(new Set(cards.map(({ group }) => group))).toEqual(new Set(GROUPS));
  });

  test("groups follow from the file", () => {
    const group = Object.fromEntries(cards.map((card) => [card.name, card.group]));
    expect(group).toMatchObject({
      duffing: "Oscillators",
      harmonic: "Oscillators",
      "double-pendulum": "Pendulums",
      "outer-solar-system": "Celestial",
      "lennard-jones": "Molecules",
      "shear-building": "Buildings and frames",
      "tossed-block": "Solids",
    });
    expect(groupOf("potential", "something nobody has thought of")).toBe("Oscillators");
  });

  test("a picture has a path in every kind of scene, and no colours of its own", () => {
    for (const file of ["pendulum.yaml", "kepler.yaml", "shear-building.yaml"]) {
      const text = readFileSync(at(`../../examples/${file}`), "utf8");
      const svg = pictureOf(motionOf(text, file, (name) => readFileSync(at(`../../examples/${name}`))));
      expect(svg).toMatch(/class="p-trail" d="M[\d.,C -]+/);
      expect(svg).not.toMatch(/NaN|Infinity|style=|stroke=|fill=/);
    }
  });
});

describe("methods", () => {
  test("every method has its equations, its experiment and its audit, and nothing else has", () => {
    expect(Object.keys(equations).sort()).toEqual([...ids].sort());
    expect(Object.keys(experiments).sort()).toEqual([...ids].sort());
    for (const id of ids) expect(auditOf(id), id).not.toEqual([]);
    expect(allMethods().map(({ id }) => id)).toEqual(ids);
  });

  test("every formula can be set", () => {
    for (const all of Object.values(equations)) for (const { tex } of all) expect(typeset(tex)).toContain("<math");
    expect(() => typeset(String.raw`\frac{1}`)).toThrow();
  });

  test("equations are cited from the bibliography, and exist in the papers that have a list", () => {
    for (const all of Object.values(equations)) {
      for (const { where } of all) {
        if (where === null) continue;
        const [key = ""] = where.split(", ");
        expect(citationsOf([key])).toHaveLength(1);
        const list = at(`../../papers/${key}/equations.json`);
        if (!existsSync(list)) continue;
        const ranges = Object.keys(JSON.parse(readFileSync(list, "utf8")) as object).map((range) =>
          range.split("-").map(Number),
        );
        const last = Math.max(...ranges.flat());
        for (const [, number] of where.matchAll(/\((\d+)\)/g)) expect(Number(number), where).toBeLessThanOrEqual(last);
      }
    }
  });

  test.each(ids)("the experiment of %s begins at every setting of its slider, and records what it shows", (id) => {
    const experiment = experiments[id];
    if (experiment === undefined) throw new Error(`${id} has no experiment`);
    const { least, most, value } = experiment.slider;
    expect(experiment.methods(value)[0]).toMatch(new RegExp(`^${id}\\b`));
    expect(value).toBeGreaterThanOrEqual(least);
    for (const setting of [least, value, most]) {
      for (const method of experiment.methods(setting)) {
        const model = loadModel(modelText(experiment, setting), { overrides: [methodSetting(method)] });
        const { runner, recording } = beginPlan(buildProblem(model));
        runner.advance(3);
        expect(runner.status, `${method} at ${setting}`).not.toBe("failed");
        for (const column of columnsOf(experiment.shows)) expect(recording().columns).toContain(column);
      }
    }
  });
});

function columnsOf(shows: Shows): readonly string[] {
  if (shows.kind === "energy error") return ["energy"];
  if (shows.kind === "path") return shows.columns;
  return [shows.column];
}
