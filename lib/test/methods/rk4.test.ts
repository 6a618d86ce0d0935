import { expect, test } from "vitest";
import { run } from "../../src/core/run.js";
import type { Force } from "../../src/core/system.js";
import { rk4 } from "../../src/methods/rk4.js";
import { inPotential, spring } from "./oscillator.js";

test("one step of the oscillator is the Taylor polynomial of degree four", () => {
  const h = 0.5;
  const { last } = run(spring({ q: 1, v: 0 }), rk4(), { time: { step: h, steps: 1 } });
  expect(last.q[0]).toBeCloseTo(1 - h ** 2 / 2 + h ** 4 / 24, 15);
  expect(last.v[0]).toBeCloseTo(-h + h ** 3 / 6, 15);
});

test("stable for h ω < 2√2 and unstable above", () => {
  const time = (step: number) => ({ step, steps: 2000 });
  const end = (step: number) => Math.abs(run(spring(), rk4(), { time: time(step), growth: "report" }).last.q[0]);
  expect(end(2.82)).toBeLessThan(1);
  expect(end(2.84)).toBeGreaterThan(10);
});

test("a load of third degree in time is integrated exactly, from any time on", () => {
  const flat = { value: () => 0, slope: () => 0, bend: () => 0 };
  const pull: Force = {
    byPosition: null,
    byVelocity: null,
    addTo(t, _q, _v, out) {
      out[0] += 4 * t ** 3;
    },
  };
  const problem = { ...inPotential(flat, 0, 0, pull), t0: 1 };
  const { last } = run(problem, rk4(), { time: { step: 0.5, steps: 2 } });
  // v = t⁴ − 1 at t = 2.
  expect(last.v[0]).toBeCloseTo(15, 13);
});
