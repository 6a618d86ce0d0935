import { describe, expect, test } from "vitest";
import { buildProblem } from "../../src/model-file/build.js";
import { loadModel } from "../../src/model-file/load.js";
import { PENDULUM } from "./models.js";

const timeOf = (time: string, method = "newmark") =>
  buildProblem(loadModel(PENDULUM.replace(/time: .*/, `time: ${time}`).replace(/method: .*/, `method: ${method}`)))
    .time;

describe("fixed steps", () => {
  test.each([
    ["{ end: 6, step: 0.02 }", { step: 0.02, steps: 300 }],
    ["{ steps: 300, step: 0.02 }", { step: 0.02, steps: 300 }],
    ["{ start: -1, end: 1, step: 0.1 }", { step: 0.1, steps: 20 }],
    ["{ end: 1/3, step: 1/30 }", { step: 1 / 30, steps: 10 }],
    ["{ end: 2*pi, step: pi/500 }", { step: Math.PI / 500, steps: 1000 }],
    // A billionth of a step is rounding; for 1e9 steps even more is.
    ["{ end: 1e8, step: 0.1 }", { step: 0.1, steps: 1_000_000_000 }],
    ["{ end: 1.0000000001, step: 1 }", { step: 1, steps: 1 }],
  ])("%s", (time, expected) => {
    expect(timeOf(time)).toEqual(expected);
  });

  test.each([
    [
      "{ end: 1, step: 0.3 }",
      /time\.step: from 0 to 1 there are 3\.3.* steps of 0\.3, which is not a whole number; accepted: step 0\.3333333333333333 \(3 steps\) or step 0\.25 \(4 steps\), or end 0\.8999999999999999 or 1\.2/,
    ],
    ["{ end: 1.00000001, step: 1 }", /not a whole number/],
    ["{ end: 0.5, step: 1 }", /accepted: step 0\.5 \(1 steps\) or step 0\.25 \(2 steps\)/],
    ["{ end: 0, step: 1 }", /time\.end: the end 0 is not after the start 0/],
    ["{ start: 2, end: 1, step: 1 }", /the end 1 is not after the start 2/],
    ["{ end: 1, step: 0 }", /time\.step: the step is 0; accepted: a number > 0/],
    ["{ end: 1, step: 1e-300 }", /are too many to count/],
    ["{ end: 1 }", /time: step is missing, and newmark takes fixed steps/],
    ["{ step: 1 }", /time: end is missing/],
    ["{ end: 1, steps: 10, step: 0.1 }", /time\.steps: end is given too/],
    ["{ steps: 1.5, step: 1 }", /time\.steps: found 1\.5; accepted: a whole number ≥ 1/],
    ["{ steps: 0, step: 1 }", /time\.steps: found 0/],
    ["{ steps: 10 }", /time: step is missing/],
    ["{ end: tomorrow, step: 1 }", /time\.end: unknown name "tomorrow"/],
    ["5", /time: found 5; accepted: \{ end, step \} or \{ steps, step \}/],
  ])("%s is refused", (time, message) => {
    expect(() => timeOf(time)).toThrow(message);
  });

  test("time is needed", () => {
    expect(() => buildProblem(loadModel(PENDULUM.replace(/time: .*\n/, "")))).toThrow(/time: is missing/);
  });
});

describe("own steps", () => {
  test.each([
    ["{ end: 1, step: 0.3 }", { end: 1, interval: 0.3 }],
    ["{ end: 1 }", { end: 1, interval: undefined }],
    ["{ steps: 4, step: 0.25 }", { end: 1, interval: 0.25 }],
  ])("%s", (time, expected) => {
    expect(timeOf(time, "dop853")).toEqual(expected);
  });
});
