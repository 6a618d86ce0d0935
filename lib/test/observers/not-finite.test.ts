import { expect, test } from "vitest";
import { begin, run } from "../../src/core/run.js";
import { midpoint } from "../../src/methods/midpoint.js";
import { buildProblem } from "../../src/model-file/build.js";
import { loadModel } from "../../src/model-file/load.js";
import { notFiniteIn } from "../../src/observers/not-finite.js";
import { spring } from "../methods/oscillator.js";

test("counts the frames in which a quantity is no number, and knows the first, also across a restart", () => {
  const observe = () => ({
    n: notFiniteIn([
      { name: "root", value: (s) => Math.sqrt(s.q[0]) },
      { name: "time", value: (s) => s.t },
    ]),
  });
  const time = { step: 0.1, steps: 30 };
  const { observed } = run(spring(), midpoint(), { time, observe: observe() });
  // cos t < 0 from t = π/2 on: frames 16 to 30.
  expect(observed.n).toEqual([{ name: "root", count: 15, first: 1.6 }]);
  const first = begin(spring(), midpoint(), { time, observe: observe() });
  first.advance(20);
  expect(run(spring(), midpoint(), { time, observe: observe(), from: first.snapshot() }).observed).toEqual(observed);
});

test("a stop condition that compares what is no number does not hold, and is known", () => {
  const plan = (stop: string) =>
    buildProblem(
      loadModel(
        `noether: 1
system: { coordinates: [x], mass: 1, potential: x^2/2 }
start: { q: [1], v: [0] }
method: midpoint
time: { end: 3, step: 0.1 }
record: { probes: { a: log(x) } }
stop: ${stop}
`,
        { file: "m.yaml" },
      ),
    );
  const at = (x: number) => ({ n: 0, t: 0, q: Float64Array.of(x), v: Float64Array.of(1), memory: [] });
  const { measured, stop } = plan("sqrt(x) > 3 or not (x < 2)");
  expect(measured.map(({ name }) => name)).toEqual(['probe "a"', "what the stop condition compares"]);
  expect(measured.map(({ value }) => Number.isFinite(value(at(1))))).toEqual([true, true]);
  expect(measured.map(({ value }) => Number.isFinite(value(at(-1))))).toEqual([false, false]);
  expect([1, 2, -1].map((x) => stop?.(at(x)))).toEqual([false, true, false]);
  expect(plan("sqrt(x) - 1").stop?.(at(-1))).toBe(false);
  // Of a choice only one branch counts, and which is not known.
  expect(plan("if(x > 0, sqrt(x), 1) > 3").measured).toHaveLength(1);
});
