import { describe, expect, test } from "vitest";
import { run } from "../../src/core/run.js";
import { loadAdjustableModel } from "../../src/model-file/adjustable-model.js";
import { buildProblem, type Plan } from "../../src/model-file/build.js";
import { loadModel } from "../../src/model-file/load.js";
import { setting } from "../../src/model-file/overrides.js";
import { MATRICES, PENDULUM } from "./models.js";

/** An elastic pendulum with damping, a force, a probe and a stop that all depend on parameters. */
const SWING = `noether: 1
system:
  coordinates: [x, y]
  parameters: { m: 1, l0: 1.25, E: 3000, A: 0.5, EA: E*A, g: 9.81, c: 0.25, F: 3, ramp: 0.5, n: 2, x0: 0.3 }
  mass: m
  potential: EA/(2*l0)*(sqrt(x^n + y^2) - l0)^2 - 2*g*x
  dissipation: c/2*(vx^2 + vy^2)
  force: ["F*min(t/ramp, 1)", 0]
start: { q: [x0, 1.1], v: [0.1, 0] }
method: midpoint
time: { steps: 20, step: 0.02 }
record: { probes: { pull: EA*(sqrt(x^2 + y^2)/l0 - 1) } }
stop: x > 10*l0
`;

function motion({ problem, method, time, record }: Plan): number[] {
  const { last } = run(problem, method, { time });
  return [...last.q, ...last.v, ...record.probes.map(({ value }) => value(last))];
}

test("what was built follows, and what is defined by a parameter with it", () => {
  const model = loadAdjustableModel(SWING);
  const plan = buildProblem(model);
  expect(motion(plan)).toEqual(motion(buildProblem(loadModel(SWING))));
  model.adjust({ E: 2500, c: 0.4, F: -2.5, l0: 1.1 });
  const overrides = ["E=2500", "c=0.4", "F=-2.5", "l0=1.1"].map((text) => setting(`system.parameters.${text}`));
  const fresh = loadModel(SWING, { overrides });
  expect(motion(plan)).toEqual(motion(buildProblem(fresh)));
  expect(model.parameters).toEqual(fresh.parameters);
  expect(model.data).toEqual(fresh.data);
});

describe("refused, and then nothing changes", () => {
  test.each([
    [{ m: 2 }, /^m has been read as a number; build again with m = 2$/],
    [{ x0: 2 }, /^x0 has been read as a number/],
    [{ n: 4 }, /^n stands in the exponent of a variable/],
    [{ E: 1, ramp: 2 }, /^ramp decides when a load has a kink/],
    [{ l0: 0 }, /the result is infinite/],
    [{ E: 1, wrong: 2 }, /there is no parameter "wrong"/],
    [{ E: Number.NaN }, /unknown name "NaN"/],
  ])("%j", (values, reason) => {
    const model = loadAdjustableModel(SWING);
    const { data, parameters } = model;
    const plan = buildProblem(model);
    expect(() => model.adjust(values)).toThrow(reason);
    expect(model.data).toEqual(data);
    expect(model.parameters).toEqual(parameters);
    expect(motion(plan)).toEqual(motion(buildProblem(loadModel(SWING))));
  });

  test("by systems that compute with parameters while they are built", () => {
    const matrices = loadAdjustableModel(MATRICES);
    buildProblem(matrices);
    expect(() => matrices.adjust({ k: 50 })).toThrow(/^k is built into a system of kind matrices/);
    const condensed = loadAdjustableModel(PENDULUM.replace("mass: m", "mass: [m, 0]"));
    buildProblem(condensed);
    expect(() => condensed.adjust({ EA: 50 })).toThrow(/^EA is built into a condensed system/);
  });
});
