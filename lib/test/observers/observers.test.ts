import { expect, test } from "vitest";
import { run } from "../../src/core/run.js";
import { dop853 } from "../../src/methods/dop853.js";
import { newmark } from "../../src/methods/newmark.js";
import { extremes } from "../../src/observers/extremes.js";
import { probe } from "../../src/observers/probe.js";
import { stepSizes } from "../../src/observers/step-sizes.js";
import { trajectory } from "../../src/observers/trajectory.js";
import { spring } from "../methods/oscillator.js";

test("extremes, trajectory, probe and step sizes of a known motion", () => {
  const position = { name: "position", value: (_t: number, q: Float64Array) => q[0] };
  const { observed } = run(spring(), newmark(), {
    time: { step: 0.01, steps: 1000 },
    observe: {
      extremes: extremes([position]),
      path: trajectory(100),
      fifth: probe((s) => s.q[0], 5),
      steps: stepSizes(),
    },
  });
  const [{ name, initial, final, min, max }] = observed.extremes;
  expect(name).toBe("position");
  expect(initial).toBe(1);
  expect(max).toBe(1);
  expect(min).toBeCloseTo(-1, 4);
  expect(final).toBeCloseTo(Math.cos(10), 3);
  expect(observed.path.t).toHaveLength(11);
  expect(observed.path.q[3]).not.toBe(observed.path.q[4]);
  expect(observed.fifth.values[20]).toBe(observed.path.q[1][0]);
  expect(observed.steps?.mean).toBeCloseTo(0.01, 14);
});

test("the steps a method chose, or none", () => {
  const { observed, steps } = run(spring(), dop853(), { time: { end: 10 }, observe: { sizes: stepSizes() } });
  expect(observed.sizes?.mean).toBeCloseTo(10 / steps, 12);
  expect(observed.sizes?.min).toBeLessThan(observed.sizes?.max ?? 0);
  expect(run(spring(), dop853(), { time: { end: 0 }, observe: { sizes: stepSizes() } }).observed.sizes).toBeNull();
});
