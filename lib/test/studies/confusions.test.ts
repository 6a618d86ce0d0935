/** What must not be confused: columns of a journal, files of other content, axes with each other, times at which runs end, names. */
import { expect, test } from "vitest";
import { loadStudy, prepareStudy } from "../../src/studies/index.js";
import { randomNumbers } from "../../src/studies/random-numbers.js";

const PENDULUM = `{ noether: 1, system: { coordinates: [angle], mass: 1, potential: 9.81*(1 - cos(angle)) }, start: { q: [1], v: [0] }, method: midpoint, time: { step: 0.02, end: 2 } }`;
const study = (parts: string, model = PENDULUM) => `
noether: 1
study:
  model: ${model}
${parts}`;

test("measures in another order are other columns, and cases with other keys", () => {
  const key = (measure: string) =>
    loadStudy(study(`  vary: { "start.v[0]": [0, 1] }\n  measure: { ${measure} }`)).caseAt(0).key;
  const [high, low] = ["high: { max: angle }", "low: { min: angle }"];
  expect(key(`${high}, ${low}`)).not.toBe(key(`${low}, ${high}`));
  expect(key(`${high}, ${low}`)).toBe(key(`${high}, ${low}`));
});

test("the files inside of values belong to their cases alone", () => {
  const model = `{ noether: 1, system: { coordinates: [x], matrices: { mass: [1], stiffness: [4] }, force: { groundMotion: { file: one.csv } } }, method: newmark, time: { step: 0.01, end: 0.03 } }`;
  const values = (names: readonly string[]) => names.map((name) => `{ groundMotion: { file: ${name} } }`).join(", ");
  const keys = (names: readonly string[], contents: Readonly<Record<string, number>>) => {
    const read = loadStudy(study(`  vary: { system.force: [${values(names)}] }`, model), {
      readFile: (name) => new TextEncoder().encode(`0,0\n0.01,${contents[name]}\n0.02,0\n`),
    });
    return names.map((_, i) => read.caseAt(i).key);
  };
  const before = keys(["one.csv", "two.csv"], { "one.csv": 1, "two.csv": 2 });
  const edited = keys(["one.csv", "two.csv"], { "one.csv": 1, "two.csv": 3 });
  expect(edited[0]).toBe(before[0]);
  expect(edited[1]).not.toBe(before[1]);
  const further = keys(["zero.csv", "one.csv", "two.csv"], { "zero.csv": 7, "one.csv": 1, "two.csv": 2 });
  expect(further.slice(1)).toEqual(before);
});

test("axes of like names and one seed are independent: no combination by small whole numbers is whole", () => {
  const small = [-3, -2, -1, 1, 2, 3];
  for (let seed = 1; seed <= 20; seed++) {
    const streams = ["k1", "k2", "k3"].map((name) => randomNumbers(seed, name));
    const samples = Array.from({ length: 12 }, () => streams.map((next) => next()));
    for (const a of small) {
      for (const b of small) {
        for (const c of [0, ...small]) {
          const isWhole = samples.every(([u, v, w]) => {
            const sum = a * u + b * v + c * w;
            return Math.abs(sum - Math.round(sum)) < 1e-6;
          });
          expect(isWhole, `seed ${seed}: ${a}, ${b}, ${c}`).toBe(false);
        }
      }
    }
  }
});

/** A whole number of steps of 0.07, too. */
const LONGER = PENDULUM.replace("end: 2", "end: 2.1");

test("a run that stops elsewhere than its reference has no error", () => {
  const stopped = LONGER.replace("time:", "stop: angle < 0, time:");
  const parts = `  vary: { "time.step": [0.07] }\n  reference: { step: 0.001 }\n  measure: { off: { error: angle } }`;
  const errors = (model: string) => {
    const read = loadStudy(study(parts, model));
    const { values } = prepareStudy(read.bundle).run(read.caseAt(0));
    const at = (name: string) => values[read.columns.findIndex((column) => column.name === name)];
    return { off: at("off"), outcome: at("outcome"), reason: at("reason") };
  };
  expect(errors(LONGER)).toMatchObject({
    outcome: "completed",
    reason: "",
    off: expect.any(Number),
  });
  expect(errors(stopped)).toMatchObject({
    outcome: "stopped",
    off: null,
    reason: expect.stringMatching(/no error is known: the reference solution ends at t = /),
  });
});

test("a measure that has the name of a constant is not taken for it", () => {
  const parts = `  vary: { "time.step": [0.02] }\n  reference: { step: 0.001 }\n  measure: { e: { error: angle }, r: log(e) }`;
  expect(() => loadStudy(study(parts))).toThrow(/"e" is a constant and a measure; rename the measure/);
});
