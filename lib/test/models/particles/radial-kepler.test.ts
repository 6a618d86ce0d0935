import { expect, test } from "vitest";
import type { Method } from "../../../src/core/method.js";
import type { Observer } from "../../../src/core/observer.js";
import { begin, run } from "../../../src/core/run.js";
import { centralDifference } from "../../../src/methods/central-difference.js";
import { dop853 } from "../../../src/methods/dop853.js";
import { forceStepping } from "../../../src/methods/force-stepping.js";
import { radialKepler } from "../../../src/models/particles/radial-kepler.js";
import { followingAngle, sweptAngle } from "../../../src/models/particles/swept-angle.js";

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

/** θ after the time that is asked for. */
function angleAfter(method: Method, time: Parameters<typeof run>[2]["time"], eccentricity = 0.6) {
  const problem = radialKepler({ eccentricity });
  const followed = followingAngle(method, Math.sqrt(1 - eccentricity * eccentricity));
  return followed.angle(run(problem, followed.method, { time }).last);
}

test("the angle that a run follows: one revolution a period", () => {
  expect(angleAfter(dop853({ tolerance: 1e-13 }), { end: 2 * Math.PI })).toBeCloseTo(2 * Math.PI, 10);
  // Half of one is in the middle of a step.
  expect(angleAfter(dop853({ tolerance: 1e-13 }), { end: Math.PI, interval: 0.1 })).toBeCloseTo(Math.PI, 10);
});

test("with a fixed step its error is of second order", () => {
  const errors = [200, 400].map(
    (steps) => angleAfter(centralDifference(), { step: (2 * Math.PI) / steps, steps }) - 2 * Math.PI,
  );
  expect(Math.log2(errors[0] / errors[1])).toBeCloseTo(2, 1);
});

test("along the parabolas of force-stepping it is exact: that of the events one by one", () => {
  const problem = radialKepler({ eccentricity: 0.85 });
  const L = Math.sqrt(1 - 0.85 ** 2);
  const method = forceStepping({ grid: 0.0067 });
  let [sum, t0, r0, v0] = [0, 0, problem.q0[0], problem.v0[0]];
  const parabolas: Observer<null> = {
    on: "steps",
    observe({ t, q, v }) {
      if (t <= t0 || t > 20) return;
      sum += L * sweptAngle(r0, v0, (v[0] - v0) / (t - t0), t - t0);
      [t0, r0, v0] = [t, q[0], v[0]];
    },
    finish: () => null,
  };
  const plain = run(problem, method, { time: { end: 20 }, observe: { parabolas } });
  const followed = followingAngle(method, L);
  const { last } = run(problem, followed.method, { time: { end: 20, interval: 0.37 } });
  expect(last.q).toEqual(plain.last.q);
  const rest = L * sweptAngle(r0, v0, (last.v[0] - v0) / (20 - t0), 20 - t0);
  // Some 3,000 parabolas: 20 in θ to as many roundings.
  expect(Math.abs(followed.angle(last) - (sum + rest))).toBeLessThan(1e-11);
});
