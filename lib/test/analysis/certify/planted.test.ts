/** No wrong verdict in either direction: true claims of methods, and false ones planted beside them, on systems of 1 to 12 unknowns. */
import { expect, test } from "vitest";
import { refusal } from "../../../src/core/method.js";
import { duffing } from "../../../src/models/oscillators/duffing.js";
import { henonHeiles } from "../../../src/models/oscillators/henon-heiles.js";
import { kepler } from "../../../src/models/particles/kepler.js";
import { springChain } from "../../../src/models/particles/spring-chain.js";
import { schemes } from "../../contracts/schemes.js";
import { isWrong, type Planted, plantedIn, type Trial } from "./planted.js";

const trials: readonly Trial[] = [
  {
    name: "Hénon–Heiles",
    problem: { ...henonHeiles(), q0: Float64Array.of(0.12, 0.13), v0: Float64Array.of(0.31, 0.22) },
    step: 0.1,
    quartic: true,
  },
  { name: "Kepler", problem: kepler({ eccentricity: 0.3 }), step: 0.05 },
  {
    name: "driven Duffing",
    problem: duffing({ damping: 0, force: 0.7, frequency: 1.3, position: 0.6, velocity: 0.4 }),
    step: 0.1,
    quartic: true,
  },
  { name: "chain", problem: springChain({ masses: 6 }), step: 0.1, quartic: true },
];

const quick = schemes.filter(({ method }) => method.clock === "fixed");
const planted: Planted[] = [];

// Every method on one of the systems, in turn; all of them on all in certify/planted.long.test.ts.
test.each(trials)("$name", (trial) => {
  const at = trials.indexOf(trial);
  for (const { name, method } of quick.filter((_, i) => i % trials.length === at)) {
    if (refusal(method, trial.problem.system) !== null) continue;
    planted.push(...plantedIn(trial, name, method, 300));
  }
  expect(
    planted.filter(isWrong).map(({ name, finding }) => `${name}: ${finding.verdict}, ${finding.measured}`),
  ).toEqual([]);
});

test("there are more than 200 of them, of both kinds, and few are left unmeasured", () => {
  const [yes, no] = [planted.filter(({ truth }) => truth), planted.filter(({ truth }) => !truth)];
  expect(planted.length).toBeGreaterThan(200);
  expect(yes.length).toBeGreaterThan(100);
  expect(no.length).toBeGreaterThan(60);
  const open = planted.filter(({ finding }) => finding.verdict === "not measured");
  expect(
    open.length / planted.length,
    open.map(({ name, finding }) => `${name}: ${finding.measured}`).join("\n"),
  ).toBeLessThan(0.05);
});
