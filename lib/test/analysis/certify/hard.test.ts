/** Systems on which verdicts are easily wrong: potentials that are simple only where one looks, constraints, steps with several solutions,
 *  contacts that a start does not feel, runs shorter than their motion. */
import { describe, expect, test } from "vitest";
import type { Method } from "../../../src/core/method.js";
import { bathe } from "../../../src/methods/bathe.js";
import { gauss } from "../../../src/methods/gauss.js";
import { hht } from "../../../src/methods/hht.js";
import { lagrangeDalembert } from "../../../src/methods/lagrange-dalembert.js";
import { midpoint } from "../../../src/methods/midpoint.js";
import { newmark } from "../../../src/methods/newmark.js";
import { rk4 } from "../../../src/methods/rk4.js";
import { variational } from "../../../src/methods/variational.js";
import { boastful, modelOf, verdicts } from "./cases.js";

const particle = (potential: string, q: number, v: number, step: number, steps = 300) =>
  modelOf(`
system: { coordinates: [x], mass: 1, potential: "${potential}" }
start: { q: [${q}], v: [${v}] }
method: midpoint
time: { step: ${step}, steps: ${steps} }`);

const BALL = particle("9.81*x + 1e4*max(-x, 0)^2", 1, 0, 0.01, 400);
const WALLS = particle("500*max(0, abs(x) - 1)^2", 0, 1, 0.01, 400);

describe("true claims are not called violated", () => {
  const violated = (model: ReturnType<typeof modelOf>, method: Method) =>
    Object.entries(verdicts(model, method)).filter(([, verdict]) => verdict === "violated");

  test("a potential that is linear, on a sphere", () => {
    const sphere = modelOf(`
system: { coordinates: [x, y, z], mass: 1.3, potential: 1.3*9.81*z, constraints: [x^2 + y^2 + z^2 - 1] }
start: { q: [1, 0, 0], v: [0, 1.2, 0.3] }
method: variational
time: { step: 0.01, steps: 200 }`);
    for (const method of [variational(), lagrangeDalembert()]) {
      expect(verdicts(sphere, method)).toMatchObject({ symplectic: "holds", symmetric: "holds", energy: "holds" });
    }
  });

  test.each([
    ["a kink", particle("abs(x)", 0.77, 0.1, 0.05)],
    ["a stop", particle("x^2/2 + 1e3*max(0, x - 0.9)^2", 0.5, 0.85, 0.01)],
    ["two walls", WALLS],
    ["a bouncing ball", BALL],
  ])("potentials made of parabolas: %s", (_, model) => {
    for (const method of [midpoint(), gauss(), newmark(), variational()]) expect(violated(model, method)).toEqual([]);
  });

  test.each([
    ["Morse's potential", particle("5*(1 - exp(-x))^2", 0.9, 0, 1.7, 100)],
    ["Morse's potential", particle("5*(1 - exp(-x))^2", 0.9, 0, 0.8, 100)],
    ["a pendulum", particle("1 - cos(x)", 2.5, 0, 2.5)],
  ])("steps that have several solutions: %s", (_, model) => {
    for (const method of [midpoint(), gauss(), gauss({ stages: 3 }), newmark()]) {
      expect(violated(model, method)).toEqual([]);
    }
  });
});

describe("false claims are not called true", () => {
  test.each([
    ["a bouncing ball", BALL],
    ["two walls", WALLS],
  ])("of a start that does not feel the contact: %s", (_, model) => {
    for (const method of [rk4(), hht(), bathe()]) {
      expect(verdicts(model, boastful(method))).toMatchObject({ symplectic: "violated", symmetric: "violated" });
    }
  });

  test("an energy that is lost by and by is not bounded because smaller steps lose less", () => {
    for (const method of [rk4(), hht(), bathe()]) expect(verdicts(BALL, boastful(method))["energy"]).not.toBe("holds");
  });

  test.each([
    ["an oscillator", particle("x^2/2 + x^4/4", 1, 0.3, 5e-5, 400)],
    ["a pendulum", particle("1 - cos(x)", 2, 0.3, 1e-4, 400)],
  ])("of a run much shorter than its motion: %s", (_, model) => {
    expect(verdicts(model, boastful(rk4()))).toMatchObject({ symplectic: "violated", symmetric: "violated" });
  });
});
