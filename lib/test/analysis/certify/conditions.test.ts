/** Potentials with conditions, and steps that are far too long: what cannot be said of them is not said. */
import { describe, expect, test } from "vitest";
import { certify } from "../../../src/analysis/certify.js";
import type { FixedStepMethod } from "../../../src/core/method.js";
import { begin } from "../../../src/core/run.js";
import { energyMomentum } from "../../../src/methods/energy-momentum.js";
import { newmark } from "../../../src/methods/newmark.js";
import { yoshida } from "../../../src/methods/yoshida.js";
import { modelOf, reference, verdicts } from "./cases.js";

describe("potentials with conditions", () => {
  const wall = (potential: string) =>
    modelOf(`
system: { coordinates: [x], mass: 1, potential: "${potential}" }
start: { q: [0.9], v: [0] }
method: midpoint
time: { end: 10, step: 0.02 }`);

  test("no order is certified that is lost where a condition changes, nor what a few states show and nobody claims", () => {
    const corner = wall("abs(x) + x^2/10");
    expect(verdicts(corner, yoshida()).order).toBe("not measured");
    const plane = wall("x^2/2 + 500*max(0, x - 0.8)^2");
    expect(verdicts(plane, yoshida()).order).toBe("not measured");
    // The force has a corner, which leaves the second order; symplecticity is lost in the steps that meet the wall.
    const { order, symplectic } = verdicts(plane, energyMomentum());
    expect(order).toBe("holds");
    expect(symplectic).toBe("not measured");
  });

  test("runs say where an order is lost", () => {
    const codes = (potential: string, method: FixedStepMethod) =>
      begin(wall(potential).problem, method, { time: { step: 0.02, steps: 1 } }).notices.map(({ code }) => code);
    expect(codes("abs(x) + x^2/10", newmark())).toEqual(["potential-conditions"]);
    expect(codes("x^2/2 + 500*max(0, x - 0.8)^2", newmark())).toEqual([]);
    expect(codes("x^2/2 + 500*max(0, x - 0.8)^2", yoshida())).toEqual(["potential-conditions"]);
    expect(codes("abs(x)^5", yoshida())).toEqual([]);
    expect(codes("x^2*max(1, 2)", yoshida())).toEqual([]);
  });
});

test("a step that is far too long is not said to be a start at rest", () => {
  const stiff = modelOf(`
system: { coordinates: [x], mass: 1, potential: "-1e8*cos(x)" }
start: { q: [1.5], v: [0] }
method: midpoint
time: { end: 1, step: 0.001 }`);
  const { findings } = certify(stiff.problem, yoshida(), { ...stiff, reference });
  for (const { measured } of findings) expect(measured).not.toMatch(/nothing moves/);
});
