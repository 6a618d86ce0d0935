import { describe, expect, test } from "vitest";
import { buildProblem } from "../../src/model-file/build.js";
import { loadModel } from "../../src/model-file/load.js";
import { methodOf } from "../../src/model-file/method-choice.js";
import { methodInWords, split } from "../../src/model-file/method-text.js";
import { endSetting, methodSetting, type Override, setting, stepSetting } from "../../src/model-file/overrides.js";
import { MATRICES, PENDULUM } from "./models.js";

const load = (text: string, ...overrides: Override[]) => loadModel(text, { file: "model.yaml", overrides });

describe("overrides", () => {
  test("numbers, expressions, lists, maps", () => {
    const { data } = load(
      PENDULUM,
      setting("system.parameters.m=2"),
      setting("system.parameters.g = 5*2"),
      setting("start.q[1]=1.5"),
      setting("start.v=[1, 2]"),
      setting("record={ every: 3 }"),
      setting("name=Another: name".replace(":", "")),
    );
    expect(data).toMatchObject({
      name: "Another name",
      system: { parameters: { m: 2, g: "5*2" } },
      start: { q: [0, 1.5], v: [1, 2] },
      record: { every: 3 },
    });
  });

  test("step, end and method", () => {
    const plan = buildProblem(load(PENDULUM, stepSetting("1/100"), endSetting("3"), methodSetting("hht(alpha=-1/5)")));
    expect(plan.time).toEqual({ step: 0.01, steps: 300 });
    expect(plan.method.id).toBe("hht");
    expect(plan.method.parameters["alpha"]).toBe(-0.2);
  });

  test("an end takes the place of a number of steps", () => {
    const steps = PENDULUM.replace("end: 6", "steps: 300");
    expect(buildProblem(load(steps, endSetting("1"))).time).toEqual({ step: 0.02, steps: 50 });
  });

  test("a named method can be given a parameter, and a missing part is made", () => {
    const short = MATRICES.replace(/method: .*/, "method: hht").replace(/time: .*\n/, "");
    const plan = buildProblem(load(short, setting("method.alpha=-0.3"), stepSetting("0.1"), endSetting("1")));
    expect(plan.method.parameters["alpha"]).toBe(-0.3);
    expect(plan.time).toEqual({ step: 0.1, steps: 10 });
  });

  test("what is wrong with an override is said of the option; the rest keeps its lines", () => {
    const complaint =
      (text: string, ...overrides: Override[]) =>
      () =>
        buildProblem(load(text, ...overrides));
    expect(complaint(PENDULUM, setting("system.mas=1"))).toThrow(
      /^--set system\.mas=1: system\.mas: unknown key "mas"\. Did you mean "mass"\?/,
    );
    expect(complaint(PENDULUM, stepSetting("0.07"))).toThrow(/^--step 0\.07: time\.step: from 0 to 6/);
    expect(complaint(PENDULUM, methodSetting("newmrk"))).toThrow(
      /^--method newmrk: method\.name: there is no method "newmrk"/,
    );
    expect(complaint(PENDULUM, setting("start.q[7]=1"))).toThrow(/there is no item 7 in a list of 2/);
    expect(complaint(PENDULUM, setting("system.potential=x^^2"))).toThrow(
      /^--set system\.potential=x\^\^2: system\.potential: /,
    );
    expect(complaint(PENDULUM, setting("time.step=[1"))).toThrow(/^--set time\.step=\[1/);
    expect(complaint(PENDULUM.replace("stop: x", "stop: xx"), setting("system.parameters.m=2"))).toThrow(
      /^model\.yaml:12:7: stop: /,
    );
  });

  test.each(["=1", "a", "a..b=1", ".a=1"])("%s is no setting", (text) => {
    expect(() => setting(text)).toThrow(/accepted: path=value/);
  });
});

describe("methods as text", () => {
  test("name and parameters", () => {
    expect(methodInWords("rk4")).toEqual({ name: "rk4" });
    expect(methodInWords(" newmark( beta=1/6 , gamma = max(1/2, 0.4) ) ")).toEqual({
      name: "newmark",
      beta: "1/6",
      gamma: "max(1/2, 0.4)",
    });
    expect(methodInWords("variational(symmetric=true)")).toEqual({ name: "variational", symmetric: true });
    expect(methodInWords("rk4()")).toEqual({ name: "rk4" });
  });

  test("lists split outside of brackets", () => {
    expect(split("a,b(c=1,d=max(2,3)),e")).toEqual(["a", "b(c=1,d=max(2,3))", "e"]);
  });

  test("to a method", () => {
    expect(methodOf("newmark(beta=1/6, gamma=1/2)").parameters).toMatchObject({ beta: 1 / 6, gamma: 0.5 });
    expect(() => methodOf("newmark(bta=1)")).toThrow(
      /^method\.bta: newmark has no parameter "bta"\. Did you mean "beta"\?/,
    );
    expect(() => methodOf("nwmark")).toThrow(/Did you mean "newmark"\?/);
    expect(() => methodOf("newmark(beta=one)")).toThrow(/method\.beta: unknown name "one"/);
  });

  test.each([
    "",
    "(",
    "a b",
    "newmark(beta)",
    "newmark(beta=)",
    "newmark(=1)",
    "newmark(beta=1",
    "newmark(beta=1, beta=2)",
  ])("%j is none", (text) => {
    expect(() => methodInWords(text)).toThrow(/accepted|twice/);
  });
});
