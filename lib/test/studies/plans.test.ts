/** Cases that share a system: the same digits as if each had been built alone, in whatever order they come. */
import { expect, test } from "vitest";
import { run } from "../../src/index.js";
import { buildProblem } from "../../src/model-file/index.js";
import { loadStudy, prepareStudy, type Row, type Study } from "../../src/studies/index.js";
import { readBundle } from "../../src/studies/load.js";
import { folder, study } from "./files.js";

const SPRING = `{ noether: 1, system: { coordinates: [x, y], parameters: { k: 4, a: 0.3, y0: 0.1, c: 0, n: 3, m: 1 }, mass: [m, 1], potential: k*(x^2 + y^2)/2 + a*x^2*y - y^n/3, damping: c }, start: { q: [0.2, y0], v: [sqrt(k)/4, 0] }, method: midpoint, time: { end: 2, step: 0.02 }, record: { probes: { r: sqrt(k)*x } }, stop: x < -2*k }`;
const MEASURES = "measure: { all: { final: state }, most: { peak: k*x }, r: { max: r }, drift: { drift: energy } }";

const backwards = (read: Study): Row[] => {
  const prepared = prepareStudy(read.bundle);
  const rows: Row[] = [];
  for (let i = read.count - 1; i >= 0; i--) rows[i] = prepared.run(prepared.study.caseAt(i));
  return rows;
};
const alone = (read: Study): Row[] =>
  Array.from({ length: read.count }, (_, i) => prepareStudy(read.bundle).run(read.caseAt(i)));

test.each([
  ["parameters of the potential, in the start and in the measures", "k: [4, 5, 6]\na: [0.3, 0]"],
  ["a parameter that only the start has", "y0: [0.1, 0.2, -0.1]"],
  ["starts", "start.q[1]: [0.1, 0.3]\nstart.v: [[0, 1], [1, 0]]"],
  ["times and methods", "step: [0.02, 0.01]\nmethod: [midpoint, central-difference, gauss(stages=2)]\nend: [1, 2]"],
  ["a mass and a dashpot", "m: [1, 2]\nc: [0, 0.1]"],
  ["an exponent, which no system follows, with a mass and a dashpot", "m: [1, 2]\nn: [3, 4]\nc: [0.1, 0.2]"],
  ["masses that are written out", "system.mass: [[1, 2], [2, 1], [[2, 0.1], [0.1, 1]]]\nk: [4, 5]"],
  ["expressions of the model", 'system.potential: ["k*(x^2+y^2)/2", "k*(x^2+y^4)/2"]\nk: [1, 2]'],
])("%s", (_, vary) => {
  const read = loadStudy(study(vary, MEASURES, SPRING), folder());
  const prepared = prepareStudy(read.bundle);
  const rows = prepared.runBatch(Array.from({ length: read.count }, (_, i) => read.caseAt(i)));
  expect(backwards(read)).toEqual(rows);
  expect(alone(read)).toEqual(rows);
  // And as the model says, built with its parameters as inputs where some are varied.
  const whole = readBundle(read.bundle);
  const at = read.columns.findIndex(({ name }) => name === "all.q.x");
  for (const { index, values } of rows) {
    const plan = buildProblem(whole.modelOf(read.caseAt(index), "inputs"));
    const { last } = run(plan.problem, plan.method, { time: plan.time });
    expect(values.slice(at, at + 4), `case ${index}`).toEqual([...last.q, ...last.v]);
  }
});

test("cases with other masses and dashpots compile nothing, but for masses whose products are rounded, once", () => {
  const read = loadStudy(study("m: { from: 1, to: 2, count: 4 }\nc: [0, 0.1]", MEASURES, SPRING), folder());
  const { run: computed } = prepareStudy(read.bundle);
  const host = Reflect.get(globalThis, "WebAssembly") as { Instance: new (...words: unknown[]) => object };
  const { Instance } = host;
  let made = 0;
  const counting = class extends Instance {
    constructor(...words: unknown[]) {
      super(...words);
      made++;
    }
  };
  try {
    host.Instance = counting;
    computed(read.caseAt(0));
    computed(read.caseAt(2));
    expect(made).toBeGreaterThan(0);
    made = 0;
    for (let i = 4; i < read.count; i += 2) computed(read.caseAt(i));
    expect(made).toBe(0);
  } finally {
    host.Instance = Instance;
  }
});
