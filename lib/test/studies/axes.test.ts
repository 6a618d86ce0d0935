import { expect, test } from "vitest";
import { loadStudy } from "../../src/studies/index.js";
import { folder, study } from "./files.js";

const valuesOf = (vary: string, key: string, rest = "") => {
  const read = loadStudy(study(vary, rest), folder());
  return Array.from({ length: read.count }, (_, i) => read.caseAt(i).settings[key]);
};

test("lists of numbers, of expressions, of words", () => {
  expect(valuesOf("m: [1, 2, 1/4]", "m")).toEqual([1, 2, 0.25]);
  expect(valuesOf('step: ["2^-6", "2^-7"]', "step")).toEqual([1 / 64, 1 / 128]);
  expect(valuesOf("method: [midpoint, newmark(beta=1/6)]", "method")).toEqual(["midpoint", "newmark(beta=1/6)"]);
});

test("ranges have both ends exactly, and equal differences or equal ratios", () => {
  expect(valuesOf("m: { from: 1, to: 2, count: 5 }", "m")).toEqual([1, 1.25, 1.5, 1.75, 2]);
  const ratios = valuesOf("step: { from: 0.1, to: 0.001, count: 3, scale: log }", "step") as number[];
  expect(ratios[0]).toBe(0.1);
  expect(ratios[2]).toBe(0.001);
  // A few roundings of exp and log.
  expect(Math.abs((ratios[1] ?? 0) - 0.01)).toBeLessThan(1e-16);
});

test("samples are computed when they are asked for, not when the study is read", () => {
  const seconds = (distribution: string) => {
    const before = process.cpuUsage().user;
    expect(loadStudy(study(`m: { ${distribution}, count: 2000000 }`), folder()).count).toBe(2_000_000);
    return process.cpuUsage().user - before;
  };
  seconds("random: uniform, from: 1, to: 2");
  const uniform = seconds("random: uniform, from: 1, to: 2");
  // A quantile of the normal distribution takes some hundred operations, a random number three.
  expect(seconds("random: normal, mean: 5, deviation: 1") / uniform).toBeLessThan(3);
});

test("all combinations, the last key first; or zipped", () => {
  const full = loadStudy(study("m: [1, 2]\nl: [3, 4, 5]"), folder());
  expect(full.count).toBe(6);
  expect(full.caseAt(0).settings).toEqual({ m: 1, l: 3 });
  expect(full.caseAt(1).settings).toEqual({ m: 1, l: 4 });
  expect(full.caseAt(3).settings).toEqual({ m: 2, l: 3 });
  const zipped = loadStudy(study("m: [1, 2]\nl: [3, 4]", "combine: zipped"), folder());
  expect([zipped.count, zipped.caseAt(1).settings]).toEqual([2, { m: 2, l: 4 }]);
  const group = loadStudy(study("g: [1, 9.81]\npair: { zipped: { m: [1, 2], l: [3, 4] } }"), folder());
  expect([group.count, group.caseAt(3).settings]).toEqual([4, { g: 9.81, m: 2, l: 4 }]);
  expect(() => loadStudy(study("m: [1, 2]\nl: [3, 4, 5]", "combine: zipped"), folder())).toThrow(
    /study\.yaml:6:5: study\.vary: m has 2 values and l has 3/,
  );
});

test("without anything that varies there is one case", () => {
  const read = loadStudy("noether: 1\nstudy: { model: pendulum.yaml }\n", folder());
  expect([read.count, read.caseAt(0).settings]).toEqual([1, {}]);
});

test("random samples come from the seed, are as distributed, and do not depend on other keys or on how many follow", () => {
  const normal = "m: { random: normal, mean: 10, deviation: 2, count: 2000, seed: 3 }";
  const values = valuesOf(normal, "m") as number[];
  expect(valuesOf(normal, "m")).toEqual(values);
  expect(valuesOf("m: { random: normal, mean: 10, deviation: 2, count: 5, seed: 3 }", "m")).toEqual(values.slice(0, 5));
  expect(valuesOf("m: { random: normal, mean: 10, deviation: 2, count: 5, seed: 4 }", "m")).not.toEqual(
    values.slice(0, 5),
  );
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
  const variance = values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / values.length;
  // Four standard errors: 2/√2000 for the mean, 4 √(2/2000) for the variance.
  expect(Math.abs(mean - 10)).toBeLessThan(0.18);
  expect(Math.abs(variance - 4)).toBeLessThan(0.51);
  const uniform = "l: { random: uniform, from: 0, to: 1, count: 2000, seed: 3 }";
  const two = loadStudy(study(`${normal}\n${uniform}`, "combine: zipped"), folder());
  const pairs = Array.from({ length: 2000 }, (_, i) => two.caseAt(i).settings);
  expect(pairs.map(({ m }) => m)).toEqual(values);
  const covariance = pairs.reduce((sum, { m, l }) => sum + (Number(m) - 10) * (Number(l) - 0.5), 0) / 2000;
  // Independent: four standard errors of 2 · 0.289 / √2000.
  expect(Math.abs(covariance)).toBeLessThan(0.052);
  const lognormal = valuesOf("m: { random: lognormal, median: 3, dispersion: 0.5, count: 999 }", "m") as number[];
  const below = lognormal.filter((x) => x < 3).length;
  // Half of them; four standard deviations of 15.8.
  expect(Math.abs(below - 499.5)).toBeLessThan(64);
});

test("a Latin hypercube has one sample in every stratum of every key", () => {
  const read = loadStudy(
    study(
      "any: { latin-hypercube: { m: { from: 1, to: 2 }, l: { from: 1, to: 100, scale: log } }, count: 40, seed: 5 }",
    ),
    folder(),
  );
  const samples = Array.from({ length: 40 }, (_, i) => read.caseAt(i).settings);
  const strata = (values: number[]) => values.map((p) => Math.floor(40 * p)).sort((a, b) => a - b);
  const all = Array.from({ length: 40 }, (_, i) => i);
  expect(strata(samples.map(({ m }) => Number(m) - 1))).toEqual(all);
  expect(strata(samples.map(({ l }) => Math.log(Number(l)) / Math.log(100)))).toEqual(all);
  expect(samples.map(({ m }) => m)).not.toEqual(samples.map(({ m }) => m).sort());
});

test("a folder of records: names in order, contents by hash, whatever stands beside them left out", () => {
  const key = "system.force.groundMotion.file";
  const read = loadStudy(study(`${key}: { files: "records/*.csv" }`, "", "models/oscillator.yaml"), folder());
  expect(Array.from({ length: read.count }, (_, i) => read.caseAt(i).settings[key])).toEqual([
    "records/a.csv",
    "records/b.csv",
    "records/c.csv",
  ]);
  expect([...read.bundle.files.keys()]).toEqual(["records/a.csv", "records/b.csv", "records/c.csv"]);
  const own = loadStudy(study("k: [1, 2]", "", "models/oscillator.yaml"), folder());
  expect([...own.bundle.files.keys()]).toEqual(["quake-0.csv"]);
  const both = loadStudy(study(`${key}: [quake-0.csv]`, "", "models/oscillator.yaml"), folder());
  expect([...both.bundle.files.keys()]).toEqual(["quake-0.csv"]);
});
