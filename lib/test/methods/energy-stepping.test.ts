/** Events against 50-digit arithmetic; energy, momenta and reversal to rounding; traps and refusals. */
import { describe, expect, test } from "vitest";
import { begin, run } from "../../src/core/run.js";
import type { Problem } from "../../src/core/system.js";
import { scalarMass } from "../../src/linalg/mass.js";
import { energyStepping } from "../../src/methods/energy-stepping.js";
import { startingFrom } from "../../src/models/model.js";
import { kepler } from "../../src/models/particles/kepler.js";
import { springChain } from "../../src/models/particles/spring-chain.js";
import { extremes } from "../../src/observers/extremes.js";
import { potentialSystem } from "../../src/systems/potential.js";

const SPEED = Math.sqrt(1.85 / 0.15);
const planet = { ...kepler({ eccentricity: 0.85 }), q0: Float64Array.of(0.15, 0.01), v0: Float64Array.of(0.02, SPEED) };

const oscillator: Problem = startingFrom(
  potentialSystem({
    labels: ["x", "y"],
    mass: scalarMass(2, 1),
    potential: (q) => (q[0] * q[0]) / 2 + q[1] * q[1],
    gradient(q, out) {
      out[0] = q[0];
      out[1] = 2 * q[1];
    },
    tangent: null,
  }),
  [1, 0.3],
  [0.1, 0.9],
);

const apart = (x: ArrayLike<number>, y: ArrayLike<number>) =>
  Math.max(...Array.from(x, (value, i) => Math.abs(value - y[i])));

/** Number, time and place of some events. */
const EVENTS = [
  {
    problem: planet,
    energyStep: 0.1,
    events: [
      [1, 0.0031129336311940367, 0.15006225867262388, 0.020932263631290318],
      [10, 0.03230166737975938, 0.13047583580415925, 0.11728067790568922],
      [30, 0.09545184719046995, 0.033119573972186206, 0.26823331786313537],
    ],
  },
  {
    problem: oscillator,
    energyStep: 0.05,
    events: [
      [1, 0.015325891252669905, 1.0015325891252669, 0.3137933021274029],
      [10, 0.7900060673735912, 0.6595996697572243, 0.5765970324482085],
      [30, 2.2301672859951465, -0.8149949897131802, -0.4097457545493383],
    ],
  },
];

test("the first events, to the last digits", () => {
  for (const { problem, energyStep, events } of EVENTS) {
    const runner = begin(problem, energyStepping({ energyStep }), { time: { end: 100 } });
    for (const [number, t, ...q] of events) {
      runner.advance(number - runner.state.n);
      // Rounding of every edge is carried on, and amplified where the motion grazes one.
      expect(apart([runner.state.t, ...runner.state.q], [t, ...q])).toBeLessThan(1e-12);
    }
  }
});

describe("conserved to rounding", () => {
  test.each([
    { name: "Kepler", problem: planet, energyStep: 0.02, end: 30 },
    { name: "a free chain", problem: springChain({ masses: 5, ends: "free", cubic: 0.3 }), energyStep: 0.003, end: 40 },
  ])("energy and momenta: $name", ({ problem, energyStep, end }) => {
    const moving = { ...problem, v0: problem.v0.map((v, i) => v + 0.05 * Math.cos(i)) };
    const { observed, steps, status } = run(moving, energyStepping({ energyStep }), {
      time: { end, interval: end },
      observe: (invariants) => ({ extremes: extremes(invariants) }),
    });
    expect(status).toBe("completed");
    expect(steps).toBeGreaterThan(200);
    for (const { name, initial, min, max } of observed.extremes) {
      // The edges of terraces are found to some ulps, and every one adds its rounding error.
      if (name === "energy-exact") expect(max - min).toBeGreaterThan(energyStep / 10);
      else expect(max - min, name).toBeLessThan(1e-11 * Math.max(1, Math.abs(initial)));
    }
  });

  test("the motion can be reversed", () => {
    const method = energyStepping({ energyStep: 0.05 });
    const end = 4;
    const there = run(oscillator, method, { time: { end, interval: end } });
    expect(there.steps).toBeGreaterThan(50);
    const back = run({ ...oscillator, q0: there.last.q, v0: there.last.v.map((v) => -v) }, method, {
      time: { end, interval: end },
    }).last;
    expect(apart(back.q, oscillator.q0)).toBeLessThan(1e-10);
  });
});

test("finer terraces come closer to the motion, slowly", () => {
  const exact = [
    Math.cos(2) + 0.1 * Math.sin(2),
    0.3 * Math.cos(2 * Math.SQRT2) + (0.9 / Math.SQRT2) * Math.sin(2 * Math.SQRT2),
  ];
  const error = (energyStep: number) => {
    // Mean over some offsets of the levels: single runs scatter.
    const errors = [0, 0.2, 0.4, 0.6, 0.8].map((offset) => {
      const system = {
        ...oscillator.system,
        potential: (q: Float64Array) => oscillator.system.potential(q) + offset * energyStep,
      };
      const { last } = run({ ...oscillator, system }, energyStepping({ energyStep }), {
        time: { end: 2, interval: 2 },
      });
      return apart(last.q, exact) ** 2;
    });
    return Math.sqrt(errors.reduce((sum, e) => sum + e, 0) / errors.length);
  };
  const [coarse, fine] = [error(0.02), error(0.02 / 256)];
  const order = Math.log2(coarse / fine) / 8;
  expect(order).toBeGreaterThan(0.3);
  expect(order).toBeLessThan(1.2);
});

test("a start along a level is trapped on its terrace, and says so", () => {
  const { failure } = run(kepler({ eccentricity: 0.85 }), energyStepping({ energyStep: 0.2 }), {
    time: { end: 1e4, interval: 1e4 },
  });
  expect(failure).toMatchObject({ kind: "trapped" });
});

test("without forces the motion is a straight line to the end", () => {
  const system = {
    ...oscillator.system,
    potential: () => 0.5,
    gradient: (_q: Float64Array, out: Float64Array) => out.fill(0),
  };
  const { last, status } = run({ ...oscillator, system }, energyStepping({ energyStep: 1 }), { time: { end: 3 } });
  expect(status).toBe("completed");
  expect(apart(last.q, [1.3, 3])).toBeLessThan(1e-14);
});

test("refuses to guess its step", () => {
  expect(() => energyStepping()).toThrow(/needs energyStep/);
});
