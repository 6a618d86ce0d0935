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

test("… wherever the parabola leads: against Simpson's rule on a fine division", () => {
  const simpson = (r0: number, rate: number, acceleration: number, dt: number) => {
    const n = 200_000;
    let sum = 0;
    for (let i = 0; i <= n; i++) {
      const t = (i / n) * dt;
      const r = r0 + t * (rate + (t / 2) * acceleration);
      sum += (i === 0 || i === n ? 1 : i % 2 === 0 ? 2 : 4) / (r * r);
    }
    return (sum * dt) / (3 * n);
  };
  const cases = [
    [0.02, 0, 1.1, 1], // from 0.02 to 0.57: an eight-point Gauss rule is off by 5e-3
    [0.02, 3, -0.5, 0.3],
    [1, -2, 2.2, 1.2], // down to 0.09 and up again: s < 0
    [0.5, -0.9, 0.2, 0.5],
    [1, 2, 2, 0.7], // D = 0
    [1, 2 + 1e-9, 2, 0.7],
    [1, 0.3, -0.8, 0.4],
    [2, 0, 0, 5],
    [0.3, -0.5, 0, 0.5],
  ];
  for (const [r0, rate, acceleration, dt] of cases) {
    const exact = simpson(r0, rate, acceleration, dt);
    expect(Math.abs(sweptAngle(r0, rate, acceleration, dt) / exact - 1)).toBeLessThan(1e-12);
  }
});
