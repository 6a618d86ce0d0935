import { describe, expect, test } from "vitest";
import { refusal } from "../../src/core/method.js";
import { run } from "../../src/core/run.js";
import { energyMomentum } from "../../src/methods/energy-momentum.js";
import { labuddeGreenspan } from "../../src/methods/labudde-greenspan.js";
import { buildProblem, buildSystem } from "../../src/model-file/build.js";
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

describe("a motion of the ground", () => {
  const record = "t,a\n0,0\n0.1,1\n0.3,-2\n0.5,0.5\n1,0\n";
  const files = { file: "model.yaml", readFile: () => new TextEncoder().encode(record) };
  const rest = "start: { q: [0, 0], v: [0, 0] }\nmethod: newmark\ntime: { end: 2, step: 0.05 }\n";
  const ground = "groundMotion: { file: quake.csv, scale: 9.81, influence: [1, 0.5] }";
  const last = (system: string) => {
    const { problem, method, time } = buildProblem(loadModel(`noether: 1\n${system}${rest}`, files));
    return run(problem, method, { time }).last;
  };

  test("acts on a potential as on matrices", () => {
    const springs = last(
      `system:\n  coordinates: [x, y]\n  mass: [2, 1]\n  potential: 8*x^2 + 3*(y - x)^2\n  force: { ${ground} }\n`,
    );
    const matrices = last(
      `system:\n  matrices: { mass: [2, 1], stiffness: [[22, -6], [-6, 6]] }\n  force: { ${ground} }\n`,
    );
    // The same equations, solved by Newton's method and by one factor: tens of roundings in 40 steps.
    springs.q.forEach((q, i) => {
      expect(Math.abs(q - matrices.q[i])).toBeLessThan(1e-12);
    });
    expect(Math.abs(springs.q[0])).toBeGreaterThan(0.01);
  });

  test("needs a mass everywhere, and as many influences as coordinates", () => {
    const system = (mass: string, force: string) =>
      `system:\n  coordinates: [x, y]\n  mass: ${mass}\n  potential: 8*x^2 + 3*(y - x)^2\n  force: { ${force} }\n`;
    expect(() => last(system("[2, 0]", ground))).toThrow(/model\.yaml:6:\d+: system\.force\.groundMotion: .*mass/);
    expect(() => last(system("1", "groundMotion: { file: quake.csv, influence: [1] }"))).toThrow(
      /found 1 numbers for 2/,
    );
  });
});
