/** Pairs interpolated in their own differences: for two particles the motion of the reduced problem, for more of them energy and
 *  linear momentum to rounding. */
import { describe, expect, test } from "vitest";
import { begin, run } from "../../../src/core/run.js";
import type { Problem } from "../../../src/core/system.js";
import { forceStepping } from "../../../src/methods/force-stepping.js";
import { startingFrom } from "../../../src/models/model.js";
import { argonCluster } from "../../../src/models/particles/argon-cluster.js";
import { inJacobiCoordinates } from "../../../src/models/particles/jacobi.js";
import { kepler } from "../../../src/models/particles/kepler.js";
import { particles } from "../../../src/models/particles/particle-system.js";
import { springChain } from "../../../src/models/particles/spring-chain.js";
import { extremes } from "../../../src/observers/extremes.js";
import { stepSizes } from "../../../src/observers/step-sizes.js";
import { timeLoad } from "../../../src/systems/loads.js";
import { keptPerStep } from "../../contracts/heap.js";

const TRIANGULATIONS = ["kuhn", "j1", "orthant"] as const;

/** Two bodies of different masses on a spring, in two and in three dimensions. */
const couple = (dimension: 2 | 3): Problem => {
  const system = particles({ dimension, masses: [1, 2.5], bonds: [{ between: [0, 1], stiffness: 4, length: 0.7 }] });
  const [q0, v0] = [
    [0.1, 0.2, -0.3, 0.83, -0.31, 0.14],
    [0.4, -0.3, 0.2, 0.7, 0.5, -0.4],
  ].map((rows) => [...rows.slice(0, dimension), ...rows.slice(3, 3 + dimension)]);
  return startingFrom(system, q0, v0);
};

describe.each(TRIANGULATIONS)("two particles move as the reduced problem does: %s", (triangulation) => {
  test.each([2, 3] as const)("%i dimensions", (dimension) => {
    const problem = couple(dimension);
    const reduced = inJacobiCoordinates(problem, dimension);
    const time = { end: 6, interval: 6 };
    const choice = { grid: 0.05, origin: 0, triangulation, matchEnergy: false } as const;
    const pairs = run(problem, forceStepping({ ...choice, interpolation: "pairs" }), { time });
    const oracle = run(reduced, forceStepping({ ...choice, algorithm: "paper" }), { time });
    expect(pairs.steps).toBe(oracle.steps);
    for (let k = 0; k < dimension; k++) {
      // Some hundred steps of rounding; these grids do not change under q → −q.
      expect(pairs.last.q[dimension + k] - pairs.last.q[k]).toBeCloseTo(oracle.last.q[k], 10);
      expect(pairs.last.v[dimension + k] - pairs.last.v[k]).toBeCloseTo(oracle.last.v[k], 10);
    }
  });
});

describe("argon", () => {
  const problem = argonCluster();

  test.each(TRIANGULATIONS)("keeps its energy, located anew, and its linear momentum: %s", (triangulation) => {
    const method = forceStepping({ grid: 0.02, triangulation, interpolation: "pairs", matchEnergy: false });
    const { observed, status } = run(problem, method, {
      time: { end: 20, interval: 20 },
      observe: (invariants) => ({ extremes: extremes(invariants), sizes: stepSizes() }),
    });
    expect(status).toBe("completed");
    const of = (name: string) => observed.extremes.find((each) => each.name === name);
    const energy = of("energy");
    expect((energy!.max - energy!.min) / Math.abs(energy!.initial)).toBeLessThan(1e-13);
    for (const name of ["linear-momentum-x", "linear-momentum-y"]) {
      const momentum = of(name);
      // 66 mass units at 0.1 nm/ps each.
      expect(momentum!.max - momentum!.min).toBeLessThan(1e-12 * 66);
    }
    // Jacobi coordinates take steps of 3.11 fs.
    expect(observed.sizes?.mean).toBeGreaterThan(3.5e-3);
  });

  test("a body that flies meets no more faces than one that rests", () => {
    const method = forceStepping({ grid: 0.02, interpolation: "pairs", matchEnergy: false });
    const flying = { ...problem, v0: problem.v0.map((v, i) => v + (i % 2 === 0 ? 3 : -1)) };
    const [rest, flight] = [problem, flying].map((p) => run(p, method, { time: { end: 1, interval: 1 } }));
    expect(flight.steps).toBe(rest.steps);
    expect(flight.last.q[0] - 3).toBeCloseTo(rest.last.q[0], 10);
  });

  test("goes back to where it came from", () => {
    const method = forceStepping({ grid: 0.02, interpolation: "pairs", matchEnergy: false });
    const time = { end: 1, interval: 1 };
    const there = run(problem, method, { time }).last;
    const back = run({ ...problem, q0: there.q, v0: there.v.map((v) => -v) }, method, { time }).last;
    for (const [i, q] of problem.q0.entries()) expect(Math.abs(back.q[i] - q)).toBeLessThan(1e-10);
  });

  test("the heap does not grow", () => {
    const method = forceStepping({ grid: 0.02, interpolation: "pairs" });
    const runner = begin(problem, method, { time: { end: 1e9, interval: 1e9 } });
    expect(keptPerStep(runner, 40_000)).toBeLessThan(2);
    expect(runner.status).toBe("running");
  });
});

test("a chain between walls: springs at its ends are differences to a fixed point", () => {
  const chain = springChain({ masses: 9, cubic: 0.25, quartic: 0.1 });
  const problem = { ...chain, v0: chain.v0.map((_, i) => 0.3 * Math.sin(3 * i + 1)) };
  const method = forceStepping({ grid: 0.05, interpolation: "pairs" });
  const { observed } = run(problem, method, {
    time: { end: 20, interval: 20 },
    observe: (invariants) => ({ extremes: extremes(invariants) }),
  });
  const [{ min, max, initial }] = observed.extremes;
  expect((max - min) / initial).toBeLessThan(1e-13);
});

test("loads of time act on particles, whatever the interval", () => {
  const chain = springChain({ masses: 4, cubic: 0.25, amplitude: 0.4 });
  const system = { ...chain.system, load: timeLoad((_t, out) => out.fill(-0.2)), invariants: [] };
  const ends = [0.1, 0.37].map((splitting) => {
    const method = forceStepping({ grid: 0.05, interpolation: "pairs", splitting });
    return run({ ...chain, system }, method, { time: { end: 3, interval: 3 } }).last.q;
  });
  for (const [i, q] of ends[0].entries()) expect(Math.abs(q - ends[1][i])).toBeLessThan(1e-11);
});

test("other potentials are refused, and so is a form that it does not have", () => {
  const method = forceStepping({ grid: 0.02, interpolation: "pairs" });
  expect(() => begin(kepler(), method, { time: { end: 1 } })).toThrow(/sum over pairs/);
  expect(() => forceStepping({ grid: 0.02, interpolation: "pairs", algorithm: "ring" })).toThrow(/accepted: auto/);
});
