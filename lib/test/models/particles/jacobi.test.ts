/** The same motion in fewer coordinates, and force-stepping in them against an independent quadruple-precision run. */
import { expect, test } from "vitest";
import { run } from "../../../src/core/run.js";
import { dop853 } from "../../../src/methods/dop853.js";
import { energyMomentum } from "../../../src/methods/energy-momentum.js";
import { forceStepping } from "../../../src/methods/force-stepping.js";
import { gauss } from "../../../src/methods/gauss.js";
import { midpoint } from "../../../src/methods/midpoint.js";
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

const threeBodies = () => {
  const system = particles({
    dimension: 2,
    masses: [3, 1, 0.5],
    pair: { gravity: { G: 1 } },
    bonds: [{ between: [0, 2], stiffness: 2, length: 1 }],
  });
  const q0 = Float64Array.of(0, 0, 1, 0.2, -0.8, 1.1);
  return { system, t0: 0, q0, v0: Float64Array.of(0.1, -0.2, 0.3, 1.5, 1.1, 0.4) };
};

test.each([midpoint(), gauss()])("$id commutes with a linear change of coordinates", (method) => {
  const whole = threeBodies();
  const reduced = inJacobiCoordinates(whole, 2);
  const time = { step: 0.01, steps: 100 };
  const [all, relative] = [whole, reduced].map((problem) => run(problem, method, { time }).last);
  const [q, v] = [new Float64Array(6), new Float64Array(6)];
  reduced.view?.expand(relative, q, v);
  // A hundred steps, each to some ulps of a motion that is not chaotic.
  expect(apart(q, all.q)).toBeLessThan(1e-12);
  expect(apart(v, all.v)).toBeLessThan(1e-12);
});

test("energy-momentum keeps the energy in relative coordinates", () => {
  const { observed } = run(inJacobiCoordinates(threeBodies(), 2), energyMomentum(), {
    time: { step: 0.02, steps: 500 },
    observe: (invariants) => ({ kept: extremes(invariants) }),
  });
  const energy = observed.kept.find(({ name }) => name === "energy");
  expect((energy?.max ?? Number.NaN) - (energy?.min ?? Number.NaN)).toBeLessThan(1e-12);
});
