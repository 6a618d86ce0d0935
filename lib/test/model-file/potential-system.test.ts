import { describe, expect, test } from "vitest";
import { refusal } from "../../src/core/method.js";
import { energyMomentum } from "../../src/methods/energy-momentum.js";
import { labuddeGreenspan } from "../../src/methods/labudde-greenspan.js";
import { buildSystem } from "../../src/model-file/build.js";
import { loadModel } from "../../src/model-file/load.js";
import { readFile } from "./models.js";

const systemOf = (potential: string) =>
  buildSystem(
    loadModel(
      `noether: 1\nsystem:\n  coordinates: [x, y]\n  mass: 1\n  potential: ${potential}\n` +
        "start: { q: [1, 0], v: [0, 1] }\nmethod: midpoint\ntime: { end: 1, step: 0.01 }\n",
      { file: "model.yaml", readFile },
    ),
  ).problem.system;

describe("methods that need a discrete gradient accept expressions", () => {
  test("energy-momentum with momentum angular takes every expression", () => {
    const method = energyMomentum({ momentum: "angular" });
    expect(refusal(method, systemOf("1 - cos(x) + x*y"))).toBeNull();
  });

  test("labudde-greenspan: those that show that they are of distances", () => {
    const method = labuddeGreenspan({});
    expect(refusal(method, systemOf("15*(sqrt(x^2 + y^2) - 1)^2"))).toBeNull();
    expect(refusal(method, systemOf("15*(sqrt(x^2 + y^2) - 1)^2 + 9.81*y"))).not.toBeNull();
  });
});

test("the bounds on rounding reach the system", () => {
  const system = systemOf("x^2 + y^3");
  const out = new Float64Array(2);
  system.gradientRounding?.(Float64Array.of(1, 1), out);
  // 2 x: the state's error alone, as doubling rounds nothing.
  expect(out[0]).toBe(2 ** -52);
  expect(out[1]).toBeGreaterThan(2 ** -52);
});
