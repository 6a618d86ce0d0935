import { expect, test } from "vitest";
import { watched } from "../../../src/analysis/certify/motion.js";
import { scalesOf, stepSizes } from "../../../src/analysis/certify/scales.js";
import { midpoint } from "../../../src/methods/midpoint.js";
import { newmark } from "../../../src/methods/newmark.js";
import { rk4 } from "../../../src/methods/rk4.js";
import { kepler } from "../../../src/models/particles/kepler.js";
import { modelOf } from "./cases.js";

/** ½ k x², amplitude A: the oscillation A cos ω t. */
function oscillation(m: number, k: number, A: number) {
  const { problem } = modelOf(`
system: { coordinates: [x], mass: ${m}, potential: ${k}*x^2/2 }
start: { q: [${A}], v: [0] }
method: midpoint
time: { step: 1, steps: 1 }`);
  const omega = Math.sqrt(k / m);
  return { omega, scales: scalesOf(problem, watched(problem, midpoint(), 0.01 / omega, 2000)) };
}

test.each([
  [1, 1, 1],
  [2, 8e6, 1e-3],
  [1e-20, 1e-24, 5],
])("of an oscillation with m = %d, k = %d, amplitude %d", (m, k, A) => {
  const { omega, scales } = oscillation(m, k, A);
  const energy = (k * A * A) / 2;
  // Two dozen states of three turns, and steps of a hundredth of one: some per cent.
  const near = (found: number | undefined, expected: number) =>
    expect(Math.abs((found ?? Number.NaN) / expected - 1)).toBeLessThan(0.05);
  near(scales?.energy, energy);
  near(scales?.speed, Math.sqrt(2 * energy));
  near(scales?.time, 1 / omega);
  near(scales?.swing, 1 / omega);
  near(scales?.longest, 1 / omega);
  near(scales?.crossing, 2 / omega);
  near(scales?.velocity[0], Math.sqrt((2 * energy) / m));
  near(scales?.position[0], Math.sqrt((2 * energy) / m) / omega);
  near(scales?.largest[0], A);
  near(scales?.largest[1], A * omega);
});

test("nothing that moves has no scales, and nothing that swings no longest step", () => {
  expect(oscillation(1, 1, 0).scales).toBeNull();
  const free = modelOf(`
system: { coordinates: [x], mass: 1, potential: "0*x" }
start: { q: [0], v: [2] }
method: midpoint
time: { step: 1, steps: 1 }`).problem;
  expect(scalesOf(free, watched(free, midpoint(), 0.1, 100))).toMatchObject({
    longest: Number.POSITIVE_INFINITY,
    swing: 0,
  });
});

test("steps are the given one, its parts, and longer ones up to what the motion allows", () => {
  const limits = { crossing: 2, swing: 0.5 };
  expect(stepSizes(0.1, limits, 3)).toEqual([0.025, 0.05, 0.1, 0.5, 1, 2]);
  expect(stepSizes(0.1, limits, 20).at(-1)).toBe(2);
  expect(stepSizes(0.1, limits, 20).every((size) => size <= 0.1 || size > 0.14)).toBe(true);
  expect(stepSizes(4, limits, 3)).toEqual([1, 2, 4, 8, 16]);
});

test("invariants of the scheme alone are told from those of the motion", () => {
  const own = (method: ReturnType<typeof newmark>) =>
    watched(kepler(), method, 0.05, 60).invariants.flatMap(({ name, own }) => (own ? [name] : []));
  expect(own(rk4())).toEqual([]);
  expect(own(newmark())).toEqual(["newmark-momentum-z"]);
});
