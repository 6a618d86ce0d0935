/** The same motion in fewer coordinates, and force-stepping in them against an independent quadruple-precision run. */
import { expect, test } from "vitest";
import { run } from "../../../src/core/run.js";
import { dop853 } from "../../../src/methods/dop853.js";
import { forceStepping } from "../../../src/methods/force-stepping.js";
import { ARGON, argonCluster } from "../../../src/models/particles/argon-cluster.js";
import { inJacobiCoordinates } from "../../../src/models/particles/jacobi.js";
import { particles } from "../../../src/models/particles/particle-system.js";
import { extremes } from "../../../src/observers/extremes.js";

const apart = (x: ArrayLike<number>, y: ArrayLike<number>) =>
  Math.max(...Array.from(x, (value, i) => Math.abs(value - y[i])));

test("three bodies of different mass move as they do in all coordinates", () => {
  const system = particles({ dimension: 2, masses: [3, 1, 0.5], pair: { gravity: { G: 1 } } });
  const q0 = Float64Array.of(0, 0, 1, 0.2, -0.8, 1.1);
  const v0 = Float64Array.of(0.1, -0.2, 0.3, 1.5, 1.1, 0.4);
  const whole = { system, t0: 0, q0, v0 };
  const reduced = inJacobiCoordinates(whole, 2);
  const exact = run(whole, dop853({ tolerance: 1e-12 }), { time: { end: 1 } }).last;
  const { last } = run(reduced, dop853({ tolerance: 1e-12 }), { time: { end: 1 } });
  const q = new Float64Array(6);
  const v = new Float64Array(6);
  reduced.view?.expand(last, q, v);
  // Ten times the tolerance, over some tens of steps.
  expect(apart(q, exact.q)).toBeLessThan(1e-10);
  expect(apart(v, exact.v)).toBeLessThan(1e-10);
});

test("argon, grid 0.02 nm: steps and positions after a picosecond", () => {
  const problem = inJacobiCoordinates(argonCluster(), 2);
  // 28 digits, by another implementation.
  const expected = [
    0.003850531549046091, 0.38655887117978405, 0.3511644448130324, -0.05448166429430627, 0.23321296989593296,
    -0.4310886731187672, -0.17250007201218495, -0.5115972458299576, -0.44948525286248325, -0.20506235505665227,
    -0.4001457557804896, 0.267947899347168,
  ];
  for (const algorithm of ["paper", "ring"] as const) {
    const method = forceStepping({ grid: 0.02, algorithm, matchEnergy: false });
    const { last, steps, observed } = run(problem, method, {
      time: { end: 1, interval: 1 },
      observe: (invariants) => ({ extremes: extremes(invariants) }),
    });
    expect(steps).toBe(309);
    // A digit is lost in 150 to 250 steps.
    expect(apart(last.q, expected)).toBeLessThan(1e-12);
    const [energy] = observed.extremes;
    expect(energy.initial / ARGON.epsilon).toBeCloseTo(-10.186352548023598, 11);
    expect((energy.max - energy.min) / ARGON.epsilon).toBeLessThan(1e-12);
  }
});
