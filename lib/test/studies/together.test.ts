/** Cases in lanes: the rows of a batch are those of its cases one by one, to the last bit. */
import { expect, test, vi } from "vitest";
import type { Ensemble } from "../../src/index.js";
import { loadStudy, prepareStudy } from "../../src/studies/index.js";
import { folder, study } from "./files.js";

const ensembles: Ensemble[] = [];
vi.mock("../../src/ensembles/index.js", async (original) => {
  const own = await original<typeof import("../../src/ensembles/index.js")>();
  return {
    ...own,
    runMany: (...words: Parameters<typeof own.runMany>) => {
      const ensemble = own.runMany(...words);
      ensembles.push(ensemble);
      return ensemble;
    },
  };
});

const model = (method: string, time: string, rest = "") =>
  `{ noether: 1, system: { coordinates: [x, y], parameters: { k: 1, a: 0.3, m: 1, c: 0 }, mass: [m, 1], potential: k*(x^2 + y^2)/2 + a*(x^2*y - y^3/3), damping: c }, start: { q: [0.1, 0.2], v: [0, 0.1] }, method: ${method}, time: ${time}${rest} }`;
const ENDS =
  "measure: { end: { final: state }, most: { peak: x }, sum: { final: k*x + vy }, ratio: most/k + 0*gradients }";

/** How many of the cases were computed in lanes. */
function together(text: string): number {
  ensembles.length = 0;
  const read = loadStudy(text, folder());
  const cases = Array.from({ length: read.count }, (_, i) => read.caseAt(i));
  const batch = prepareStudy(read.bundle).runBatch(cases);
  const inLanes = ensembles.reduce((sum, ensemble) => sum + ensemble.inLanes, 0);
  const alone = prepareStudy(read.bundle);
  for (const [i, c] of cases.entries()) expect(batch[i], `case ${i}`).toEqual(alone.run(c));
  expect(ensembles.length).toBeLessThan(read.count);
  return inLanes;
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
  // rk4 has no such code, and cases with a mass of 2 have a system each.
  expect(together(study(vary, ENDS, model("midpoint", "{ end: 1, step: 0.05 }")))).toBe(10);
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
