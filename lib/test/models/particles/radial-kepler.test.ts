import { expect, test } from "vitest";
import { begin, run } from "../../../src/core/run.js";
import { dop853 } from "../../../src/methods/dop853.js";
import { forceStepping } from "../../../src/methods/force-stepping.js";
import { radialKepler, sweptAngle } from "../../../src/models/particles/radial-kepler.js";

test("after half a period the planet is farthest away", () => {
  const { last } = run(radialKepler({ eccentricity: 0.85 }), dop853({ tolerance: 1e-13 }), { time: { end: Math.PI } });
  expect(last.q[0]).toBeCloseTo(1.85, 10);
});

test("the twentieth event of force-stepping, against 28 digits", () => {
  const method = forceStepping({ grid: 0.0067, origin: 0, matchEnergy: false });
  const runner = begin(radialKepler({ eccentricity: 0.85 }), method, { time: { end: 1 } });
  runner.advance(20);
  expect(runner.state.t).toBeCloseTo(0.10921786440945994, 13);
  expect(runner.state.q[0]).toBeCloseTo(0.2814, 14);
  expect(runner.state.v[0]).toBeCloseTo(1.6167765636055531, 12);
});

test("the angle swept along a parabola: closed form", () => {
  // r = 1 + t², from 0 to x: ∫ dt/r² = (x/(1 + x²) + atan x)/2.
  const x = 0.05;
  expect(sweptAngle(1, 0, 2, x)).toBeCloseTo((x / (1 + x * x) + Math.atan(x)) / 2, 15);
});
