/** Cases in lanes: the rows of a batch are those of its cases one by one, to the last bit. */
import { expect, test } from "vitest";
import { begin } from "../../src/core/run.js";
import { planOf, references } from "../../src/studies/compute-case.js";
import { ensemblesOf } from "../../src/studies/compute-together.js";
import { loadStudy, prepareStudy, type StudyBundle } from "../../src/studies/index.js";
import { readBundle } from "../../src/studies/load.js";
import { plansOf } from "../../src/studies/plans.js";
import { folder, study } from "./files.js";

const model = (method: string, time: string, rest = "") =>
  `{ noether: 1, system: { coordinates: [x, y], parameters: { k: 1, a: 0.3, m: 1, c: 0 }, mass: [m, 1], potential: k*(x^2 + y^2)/2 + a*(x^2*y - y^3/3), damping: c }, start: { q: [0.1, 0.2], v: [0, 0.1] }, method: ${method}, time: ${time}${rest} }`;
const ENDS =
  "measure: { end: { final: state }, most: { peak: x }, sum: { final: k*x + vy }, ratio: most/k + 0*gradients }";

/** How many of the cases are computed together. */
function together(text: string): number {
  const read = loadStudy(text, folder());
  const cases = Array.from({ length: read.count }, (_, i) => read.caseAt(i));
  const batch = prepareStudy(read.bundle).runBatch(cases);
  const alone = prepareStudy(read.bundle);
  for (const [i, c] of cases.entries()) expect(batch[i], `case ${i}`).toEqual(alone.run(c));
  return endedTogether(read.bundle);
}

function endedTogether(bundle: StudyBundle): number {
  const read = readBundle(bundle);
  const form = read.variesParameters ? "inputs" : "constants";
  const planned = plansOf(form);
  const ensembles = ensemblesOf(read);
  for (let i = 0; i < read.count; i++) {
    const c = read.caseAt(i);
    ensembles.takes(
      c,
      planned(read.modelOf(c, "constants"), () => read.modelOf(c, form)),
    );
  }
  const referenceFor = references(read);
  const ended = ensembles.groups().flatMap((group) => ensembles.run(group, referenceFor));
  return ended.filter((each) => each !== null).length;
}

test.each(["midpoint", "central-difference"])("parameters and starts, by %s", (method) => {
  const vary = 'k: [1, 1.5, 2, 2.5]\na: [0.3, 0]\n"start.q[0]": [0.1, -0.2, 0.3]';
  expect(together(study(vary, ENDS, model(method, "{ end: 2, step: 0.05 }")))).toBe(24);
});

test("starts alone, whose first steps are not code", () => {
  const vary = '"start.q[0]": [0.1, -0.2, 0.3, 0, 0.05]\n"start.v": [[0, 0.1], [0.1, 0]]';
  expect(together(study(vary, ENDS, model("midpoint", "{ steps: 520, step: 0.05 }")))).toBe(10);
});

test("several methods and times, masses and dashpots: those in lanes that are alike", () => {
  const vary = "k: [1, 1.2, 1.4, 1.6, 1.8]\nmethod: [midpoint, rk4]\nstep: [0.05, 0.1]\nm: [1, 2]";
  // Cases with a mass of 2 have a system each. rk4 has no code for lanes: its cases are members of an ensemble that run one after another.
  expect(together(study(vary, ENDS, model("midpoint", "{ end: 1, step: 0.05 }")))).toBe(20);
  const damped = "k: [1, 1.2, 1.4, 1.6]\nc: [0, 0.1]";
  expect(together(study(damped, ENDS, model("midpoint", "{ end: 1, step: 0.05 }")))).toBe(4);
});

test("errors, cases that fail, and measures of the whole motion", () => {
  const time = "{ end: 10, step: 0.05 }";
  const errors = "measure: { e: { error: state } }\nreference: { method: gauss(stages=2), step: 0.1 }";
  expect(together(study("k: [1, 1.5, 2, 2.5, 3]", errors, model("midpoint", time)))).toBe(5);
  // Beyond the saddle the mass falls without end.
  const fast = '"start.v[1]": [0.1, 0.2, 3, 0.3, 0.4]\nk: [1, 1.1]';
  const lost = together(study(fast, ENDS, model("central-difference", time)));
  expect(lost).toBe(8);
  const whole = "measure: { drift: { drift: energy } }";
  expect(together(study("k: [1, 1.5, 2, 2.5, 3]", whole, model("midpoint", time)))).toBe(0);
  const invariant = "measure: { e: { final: energy } }";
  expect(together(study("k: [1, 1.5, 2, 2.5, 3]", invariant, model("midpoint", time)))).toBe(0);
});

test("what is said about a case is what a run of its model says", () => {
  // With k = 0 and with side = 0 nothing is left of the conditions.
  const walls = (method: string) =>
    `{ noether: 1, system: { coordinates: [x], parameters: { k: 1, side: 1, c: 0 }, mass: 1, potential: "x^2/2 + k*max(0, x - 1)^2 + if(side > 0, abs(x)^3, x^4)", ` +
    `force: ["c*max(0, x - 2)"] }, start: { q: [0.1] }, method: ${method}, time: { end: 1, step: 0.1 } }`;
  const vary = "k: [0, 1, 2]\nside: [0, 1]\nc: [0, 0.1]\nmethod: [gauss, midpoint, yoshida]";
  const read = loadStudy(study(vary, "measure: { end: { final: x } }", walls("gauss")), folder());
  const cases = Array.from({ length: read.count }, (_, i) => read.caseAt(i));
  const rows = prepareStudy(read.bundle).runBatch(cases);
  const at = read.columns.findIndex(({ name }) => name === "notices");
  const said = cases.map((c) => {
    const { plan } = planOf(readBundle(read.bundle).modelOf(c, "constants"));
    const { problem, method, time } = plan;
    return [...plan.notices, ...begin(problem, method, { time }).notices].map(
      ({ code, message }) => `${code}: ${message}`,
    );
  });
  expect(rows.map(({ values }) => values[at])).toEqual(said.map((notices) => notices.join(" | ")));
  expect(new Set(said.map((notices) => notices.length))).toEqual(new Set([0, 1, 2]));
});
