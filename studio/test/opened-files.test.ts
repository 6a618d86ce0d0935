/** Files as the worker opens them: decks with lines that are not honoured, and results with what they look like. */
import type { ResultTable } from "noether/formats";
import { beginPlan, buildProblem, loadModel } from "noether/model-file";
import { rowWidth } from "noether/scene";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { modelText } from "../src/engine/model-text.js";
import { readOpened } from "../src/engine/read.js";
import { sceneOfResult } from "../src/engine/result-scene.js";
import { documentOf } from "../src/workbench/edit.js";
import { cubeDeck } from "./decks.js";

const bytes = (text: string) => new TextEncoder().encode(text);

const DECK = cubeDeck("C3D8R");

test("a deck with lines that are not honoured is opened when they are accepted, and its model says so", async () => {
  const request = { name: "bar.inp", bytes: bytes(DECK), files: {} };
  const asked = await readOpened({ ...request, acceptDifferences: false });
  expect(asked).toEqual({ kind: "differences", says: expect.stringMatching(/^bar\.inp: .*line 12: .*C3D8R/s) });
  const opened = await readOpened({ ...request, acceptDifferences: true });
  if (opened.kind !== "model") return expect.fail("no model");
  expect(opened.text).toMatch(/^# Made from the deck bar\.inp\.\n# line 12: .*C3D8R.* is not honoured/);
  const model = loadModel(opened.text, { file: "bar.inp", readFile: () => bytes(DECK) });
  expect(buildProblem(model).problem.system.dof).toBe(12);
});

/** A run as its result file holds it. */
function table(text: string): ResultTable {
  const model = loadModel(text);
  const plan = buildProblem(model);
  const rows: number[][] = [];
  const { runner, recording } = beginPlan(plan, {
    frames: (recorded) => {
      const own = recorded();
      return { observe: (s, ledger) => void rows.push([...own.row(s, ledger())]) };
    },
  });
  while (runner.advance(100));
  const { columns } = recording();
  const header = {
    ...{ name: "test", model: model.data, method: {}, version: "0", citations: [] },
    ...{ labels: plan.problem.system.labels, units: plan.units, columns },
  } as unknown as ResultTable["header"];
  return { header, data: columns.map((_, j) => Float64Array.from(rows, (row) => row[j] as number)), summary: null };
}

test("a model that comes as data is written as a person would, and read again as it was", () => {
  const data = {
    ...{ noether: 1, name: "Frame: one bay", units: { length: "m", time: "s" } },
    ...{ system: { frame: { mesh: { building: { bays: [6, 6], storeys: [4, 3.5, 3.5] } } } } },
    method: { name: "generalized-alpha", rho: 0.8 },
  };
  const text = modelText(data);
  expect(text).toContain("\nmethod: { name: generalized-alpha, rho: 0.8 }\n");
  expect(text).toContain("bays: [ 6, 6 ]");
  expect(documentOf(text).written(["method", "name"])).toBe("generalized-alpha");
  expect(parse(text)).toEqual(data);
});

const POINT = `noether: 1
system: { coordinates: [x, y], mass: 1, potential: x^2/2 + y^2 }
start: { q: [1, 0], v: [0, 0.5] }
method: newmark
time: { steps: 20, step: 0.1 }
`;

test("a result is drawn where its columns say", () => {
  const result = table(POINT);
  const found = sceneOfResult(result, {});
  if ("missing" in found) return expect.fail(found.missing);
  const { scene, frames } = found;
  expect(frames.times).toEqual(result.data[0]);
  const width = rowWidth(scene);
  const [x, y] = ["q.x", "q.y"].map((name) => result.data[result.header.columns.indexOf(name)] as Float64Array);
  for (let k = 0; k < frames.times.length; k++)
    expect(frames.rows.subarray(k * width, k * width + 2)).toEqual(Float32Array.of(x?.[k] as number, y?.[k] as number));
});

test("a result without positions, or without what its model names, says what is missing", () => {
  const bare = table(`${POINT}record: { quantities: [energy] }\n`);
  expect(sceneOfResult(bare, {})).toEqual({ missing: expect.stringMatching(/does not hold all positions/) });
  const { header, data } = table(POINT);
  const shaken = { ...header, model: { noether: 1, system: { solid: { mesh: "bar.msh" } } } };
  expect(sceneOfResult({ header: shaken, data }, {})).toEqual({
    missing: expect.stringMatching(
      /^The motion is drawn from its model, which cannot be built: .*open it together with/,
    ),
  });
});

test("a picture is refused by saying what can be opened", async () => {
  const request = { name: "photo.png", bytes: Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13), files: {} };
  await expect(readOpened({ ...request, acceptDifferences: false })).rejects.toThrow(
    /^photo\.png: is no text, and no kind of file that is opened here; accepted: models/,
  );
});
