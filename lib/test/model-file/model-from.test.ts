/** Models from plain data: the same as from its text, without lines to point to. */
import { describe, expect, test } from "vitest";
import type { InputError } from "../../src/core/failure.js";
import { run } from "../../src/core/run.js";
import type { JsonObject } from "../../src/formats/json.js";
import { buildProblem } from "../../src/model-file/build.js";
import { loadModel, modelFrom } from "../../src/model-file/load.js";
import { methodSetting, setting } from "../../src/model-file/overrides.js";

const frame: JsonObject = {
  noether: 1,
  name: "a portal",
  system: {
    parameters: { E: "2*5" },
    frame: {
      nodes: { a: [0, 0], b: [0, 1], c: [1.5, 1], d: [1.5, 0] },
      members: [
        { from: "a", to: "b" },
        { from: "b", to: "c" },
        { from: "c", to: "d" },
      ],
      sections: { beam: { E: "E", A: 1, I: 0.3, density: 1 } },
      supports: [
        { on: "a", fix: "all" },
        { on: "d", fix: "all" },
      ],
      loads: [{ on: "b", force: ["0.5*cos(2*t)", "0.2*sin(t)"] }],
      damping: { rayleigh: [0.1, 0.02] },
    },
  },
  method: { name: "generalized-alpha", rho: "1/2" },
  time: { step: 0.02, steps: 40 },
};

const messageOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return (error as InputError).message;
  }
  throw new Error("nothing was refused");
};

test("the same motion, to the last bit", () => {
  const ends = [modelFrom(frame), loadModel(JSON.stringify(frame))].map((model) => {
    const { problem, method, time } = buildProblem(model);
    const { last } = run(problem, method, { time });
    return [...last.q, ...last.v];
  });
  expect(ends[0]).toEqual(ends[1]);
  expect(ends[0].some((x) => x !== 0)).toBe(true);
});

test("what is undefined is not there, and the data comes out again", () => {
  const model = modelFrom({ ...frame, description: undefined } as unknown as JsonObject);
  expect(model.data).toEqual(frame);
  expect(model.kind).toBe("frame");
});

test("overrides, by text and by data", () => {
  const { data } = modelFrom(frame, { overrides: [setting("time.steps=3"), methodSetting("newmark(beta=1/6)")] });
  expect(data).toMatchObject({ time: { steps: 3 }, method: { name: "newmark", beta: "1/6" } });
});

describe("what is wrong has its key, and the name of the file", () => {
  const wrong = (change: JsonObject) =>
    messageOf(() => buildProblem(modelFrom({ ...frame, ...change }, { file: "it" })));
  test.each<[string, JsonObject, RegExp]>([
    ["a misspelt key", { tme: 1 }, /^it, .*tme.*Did you mean "time"/],
    ["a misspelt parameter", { method: { name: "newmark", bta: 1 } }, /^it, .*method\.bta.*Did you mean "beta"/],
    ["no map", { system: [1, 2] as unknown as JsonObject }, /^it, .*system.*list of 2/],
    ["a step that is none", { time: { step: -1, steps: 3 } }, /^it, .*time\.step/],
  ])("%s", (_, change, message) => {
    expect(wrong(change).replace(/^it: /, "it, ")).toMatch(message);
  });
});

test("data that is nested too deeply, or too large, is refused", () => {
  let deep: unknown = 1;
  for (let k = 0; k < 50; k++) deep = [deep];
  expect(messageOf(() => modelFrom({ noether: 1, system: deep } as JsonObject))).toMatch(/nested more than 40 deep/);
  const large = { noether: 1, system: { potential: "x", coordinates: new Array(300_000).fill("x") } };
  expect(messageOf(() => modelFrom(large))).toMatch(/more than 200000 values/);
});
