/** Which case stands for all, and what the keys of cases are made of. */
import { expect, test } from "vitest";
import { loadStudy, prepareStudy } from "../../src/studies/index.js";
import { folder, PENDULUM, study } from "./files.js";

test("a first case that cannot be built is one that fails: a corner of a grid of starts", () => {
  const grid = (vary: string) =>
    loadStudy(
      study(vary, 'set: { g: 1, start.v: ["sqrt(4 - l^2 - g^2)"] }\nmeasure: { end: { final: angle } }'),
      folder(),
    );
  const { bundle, count, caseAt, example } = grid(
    "l: { from: 0.5, to: 2, count: 4 }\ng: { from: -2, to: 2, count: 5 }",
  );
  // Tried are 0, 10, 5, 15 and 2; the others have g = -2.
  expect(example).toBe(2);
  const prepared = prepareStudy(bundle);
  const rows = prepared.runBatch(Array.from({ length: count }, (_, i) => caseAt(i)));
  const outcome = prepared.study.columns.findIndex(({ name }) => name === "outcome");
  rows.forEach(({ values }) => {
    const [, l, g] = values as number[];
    expect(values[outcome]).toBe(l ** 2 + g ** 2 > 4 ? "failed" : "completed");
  });
  // All are outside.
  expect(() => grid("l: [2, 3]\ng: [1, 2]")).toThrow(/study\.vary: in the first case: .*not a number/);
});

test("names, and units of measures, decide nothing: a study keeps its cases when they are changed", () => {
  const keysOf = (measure: string, pendulum = PENDULUM) => {
    const { caseAt, count } = loadStudy(
      study("l: [1, 2]", `measure: ${measure}`),
      folder({ "pendulum.yaml": pendulum }),
    );
    return Array.from({ length: count }, (_, i) => caseAt(i).key);
  };
  const keys = keysOf("{ end: { final: angle }, twice: 2*end }");
  expect(keysOf("{ end: { final: angle, unit: rad }, twice: 2*end }")).toEqual(keys);
  const renamed = PENDULUM.replace("name: Pendulum", "name: A pendulum\ndescription: it swings");
  expect(keysOf("{ end: { final: angle }, twice: 2*end }", renamed)).toEqual(keys);
  expect(keysOf("{ end: { peak: angle }, twice: 2*end }")).not.toEqual(keys);
  expect(keysOf("{ end: { final: angle }, twice: 2*end }", PENDULUM.replace("v: [0]", "v: [1]"))).not.toEqual(keys);
});
