/** The same with every method on every system, methods with their own clock among them, and with solids and constraints. */
import { expect, test } from "vitest";
import { refusal } from "../../../src/core/method.js";
import { centralSextic } from "../../../src/models/oscillators/central-sextic.js";
import { doubleSpringPendulum } from "../../../src/models/oscillators/double-spring-pendulum.js";
import { duffing } from "../../../src/models/oscillators/duffing.js";
import { henonHeiles } from "../../../src/models/oscillators/henon-heiles.js";
import { pendulum } from "../../../src/models/oscillators/pendulum.js";
import { kepler } from "../../../src/models/particles/kepler.js";
import { springChain } from "../../../src/models/particles/spring-chain.js";
import { shearBuilding } from "../../../src/models/structures/shear-building.js";
import { schemes } from "../../contracts/schemes.js";
import { isWrong, type Planted, plantedIn, type Trial } from "./planted.js";

const moving = (problem: Trial["problem"], q: number[], v: number[]) => ({
  ...problem,
  q0: Float64Array.from(q),
  v0: Float64Array.from(v),
});
const trials: readonly Trial[] = [
  { name: "pendulum", problem: pendulum({ angle: 2.2, rate: 1.1 }), step: 0.05 },
  { name: "Hénon–Heiles", problem: moving(henonHeiles(), [0.12, 0.13], [0.31, 0.22]), step: 0.1, quartic: true },
  { name: "sextic", problem: moving(centralSextic(), [1.1, 0.2], [0.3, 0.5]), step: 0.05 },
  { name: "Kepler", problem: kepler({ eccentricity: 0.3 }), step: 0.05 },
  { name: "chain", problem: springChain({ masses: 12 }), step: 0.1, quartic: true },
  { name: "double spring pendulum", problem: doubleSpringPendulum(), step: 0.01 },
  {
    name: "driven Duffing",
    problem: duffing({ damping: 0, force: 0.7, frequency: 1.3, position: 0.6, velocity: 0.4 }),
    step: 0.1,
    quartic: true,
  },
  {
    name: "damped Duffing",
    problem: duffing({ damping: 0.2, force: 0.7, frequency: 1.3, position: 0.6, velocity: 0.4 }),
    step: 0.1,
    quartic: true,
  },
  {
    name: "building",
    problem: moving(
      shearBuilding({ storeys: 3, mass: 1, stiffness: 1, damping: 0, peak: 0 }),
      [0.1, 0.2, 0.3],
      [0.1, -0.2, 0.3],
    ),
    step: 0.2,
  },
];

const planted: Planted[] = [];

test.each(trials)("$name", (trial) => {
  for (const { name, method } of schemes) {
    if (refusal(method, trial.problem.system) !== null) continue;
    // The paper's form of force-stepping costs the square of the number of unknowns at every face.
    if (method.parameters["algorithm"] === "paper" && trial.problem.system.dof > 4) continue;
    planted.push(...plantedIn(trial, name, method, 1000));
  }
  expect(
    planted.filter(isWrong).map(({ name, finding }) => `${name}: ${finding.verdict}, ${finding.measured}`),
  ).toEqual([]);
});

test("few are left unmeasured", () => {
  const fixed = planted.filter(({ name }) => !/^(force-stepping|energy-stepping|dop853)/.test(name));
  const open = fixed.filter(({ finding }) => finding.verdict === "not measured");
  expect(
    open.length / fixed.length,
    open.map(({ name, finding }) => `${name}: ${finding.measured}`).join("\n"),
  ).toBeLessThan(0.03);
});
