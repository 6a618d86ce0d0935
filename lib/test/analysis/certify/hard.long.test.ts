/** Systems on which verdicts are easily wrong: potentials that are simple only where one looks, constraints, steps with several solutions,
 *  contacts that a start does not feel, runs shorter than their motion. */
import { describe, expect, test } from "vitest";
import { certify } from "../../../src/analysis/certify.js";
import type { Method } from "../../../src/core/method.js";
import { bathe } from "../../../src/methods/bathe.js";
import { energyMomentum } from "../../../src/methods/energy-momentum.js";
import { energyStepping } from "../../../src/methods/energy-stepping.js";
import { forceStepping } from "../../../src/methods/force-stepping.js";
import { gauss } from "../../../src/methods/gauss.js";
import { hht } from "../../../src/methods/hht.js";
import { lagrangeDalembert } from "../../../src/methods/lagrange-dalembert.js";
import { midpoint } from "../../../src/methods/midpoint.js";
import { newmark } from "../../../src/methods/newmark.js";
import { rk4 } from "../../../src/methods/rk4.js";
import { simpson } from "../../../src/methods/simpson.js";
import { variational } from "../../../src/methods/variational.js";
import { yoshida } from "../../../src/methods/yoshida.js";
import { boastful, modelOf, reference, verdicts } from "./cases.js";

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

describe("motions that a step, a grid or a reference does not resolve", () => {
  const schemesOf = [midpoint(), gauss(), newmark(), simpson(), hht(), energyMomentum()];
  /** Energy that is not bounded at such steps is the truth. */
  const wrong = (model: ReturnType<typeof modelOf>, method: Method) =>
    certify(model.problem, method, { ...model, reference }).findings.filter(
      ({ verdict, measured }) => verdict === "violated" && !measured.endsWith("this step does not resolve the motion"),
    );

  // The forces of a long step make of the rounding of a place more than that of the energy.
  test.each([10, 40, 80])("a pendulum that is thrown over by steps of %d", (step) => {
    for (const method of schemesOf) expect(wrong(particle("1 - cos(x)", 2.5, 0.1, step), method)).toEqual([]);
  });

  test.each([
    { name: "near collisions", e: 0.999, step: 0.01 },
    { name: "an orbit that collisions throw out", e: 0.99, step: 0.1 },
  ])("$name", ({ e, step }) => {
    const comet = modelOf(`
system: { coordinates: [x, y], mass: 1, potential: -1/sqrt(x^2 + y^2) }
start: { q: [${1 + e}, 0], v: [0, ${Math.sqrt((1 - e) / (1 + e))}] }
method: midpoint
time: { step: ${step}, steps: 400 }`);
    for (const method of [yoshida(), ...schemesOf]) expect(wrong(comet, method)).toEqual([]);
  });

  test("three bodies that meet by twos", () => {
    const bodies = modelOf(`
system:
  coordinates: [x1, y1, x2, y2, x3, y3]
  mass: [1, 1, 2, 2, 1.5, 1.5]
  potential: -2/sqrt((x1-x2)^2+(y1-y2)^2) - 1.5/sqrt((x1-x3)^2+(y1-y3)^2) - 3/sqrt((x2-x3)^2+(y2-y3)^2)
start: { q: [-0.736, -0.6, 0.211, -0.466, -0.039, -0.913], v: [-0.861, 0.428, -0.307, 0.019, 0.284, 0.565] }
method: midpoint
time: { step: 0.0033, steps: 400 }`);
    for (const method of [yoshida(), midpoint()]) expect(wrong(bodies, method)).toEqual([]);
  });

  test("a grid so coarse that the motion escapes, and the certificate comes back", () => {
    const galaxy = modelOf(`
system: { coordinates: [x, y], mass: 1, potential: "(x^2 + y^2)/2 + x^2*y - y^3/3" }
start: { q: [0.12, 0.13], v: [0.31, 0.22] }
method: midpoint
time: { step: 0.05, steps: 300 }`);
    expect(verdicts(galaxy, forceStepping({ grid: 5 }))).toMatchObject({ symmetric: "holds" });
  });

  test("terraces so high that a motion meets few of them", () => {
    const star = modelOf(`
system: { coordinates: [x, y, z], mass: 1, potential: -1/sqrt(x^2 + y^2 + z^2 + 0.04) }
start: { q: [1.203, 0.1, 0.108], v: [0, 0.51, 0.2] }
method: midpoint
time: { step: 0.0274, steps: 300 }`);
    expect(wrong(star, energyStepping({ energyStep: 0.02 }))).toEqual([]);
  });

  test("an oscillator that turns 2·10⁷ times in a step", () => {
    const fast = particle("1.44e20*x^2/2 + x^4/4", 1, 0, 0.01);
    expect(wrong(fast, midpoint())).toEqual([]);
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
