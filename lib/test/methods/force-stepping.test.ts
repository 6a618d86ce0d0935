/** Events and states against 50-digit arithmetic; the three forms against one another; energy by V_h found anew at every step;
 *  reversal, restart, simultaneous crossings, sliding, refusals. Reference values: an independent implementation of the paper's
 *  algorithms with 50 digits. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { refusal } from "../../src/core/method.js";
import { begin, run } from "../../src/core/run.js";
import type { Problem } from "../../src/core/system.js";
import { diagonalMass, matrixMass } from "../../src/linalg/mass.js";
import { fromTriplets } from "../../src/linalg/matrix.js";
import { dop853 } from "../../src/methods/dop853.js";
import { forceStepping } from "../../src/methods/force-stepping.js";
import { recommendedMethods } from "../../src/methods/recommended.js";
import { startingFrom } from "../../src/models/model.js";
import { duffing } from "../../src/models/oscillators/duffing.js";
import { argonCluster } from "../../src/models/particles/argon-cluster.js";
import { kepler } from "../../src/models/particles/kepler.js";
import { springChain } from "../../src/models/particles/spring-chain.js";
import { extremes } from "../../src/observers/extremes.js";
import { timeLoad } from "../../src/systems/loads.js";
import { potentialSystem } from "../../src/systems/potential.js";

type Choice = NonNullable<Parameters<typeof forceStepping>[0]>;
const TRIANGULATIONS = ["kuhn", "j1", "orthant"] as const;

/** Four coordinates that are coupled in different ways, with different masses. */
const lopsided = (): Problem => {
  const V = ([a, b, c, d]: Float64Array) => {
    const own = [a, b, c, d].reduce((sum, q, j) => sum + ((j + 1) * q * q) / 2 + q ** 4 / 8, 0);
    const quartic = (a * a * b * b) / 3 + (b * b * c * c) / 4 + (c * c * d * d) / 2 + (a * a * d * d) / 5;
    return own + quartic + (a * b) / 3 - (b * c) / 4 + (c * d) / 5 - (a * c) / 7 + d ** 3 / 9;
  };
  const system = potentialSystem({
    labels: ["a", "b", "c", "d"],
    mass: diagonalMass(Float64Array.of(1, 2, 0.5, 1.25)),
    potential: V,
    gradient: () => {},
    tangent: null,
  });
  return startingFrom(system, [0.31, -0.47, 0.23, 0.11], [0.2, 0.6, -0.35, 0.5]);
};
const SPACING = [0.05, 0.04, 0.06, 0.05];
const ORIGIN = { kuhn: [0.013, 0.007, -0.011, 0.003], j1: [0.013, 0.007, -0.011, 0.003], orthant: [0, 0, 0, 0] };

const chain = (masses: number): Problem => {
  const problem = springChain({ masses, cubic: 0.25, quartic: 0.1 });
  return { ...problem, v0: problem.v0.map((_, i) => 0.3 * Math.sin(3 * i + 1)) };
};

const finalState = (problem: Problem, choice: Choice, end: number) => {
  const { last, steps, status } = run(problem, forceStepping(choice), { time: { end, interval: end } });
  expect(status).toBe("completed");
  return { steps, values: [...last.q, ...last.v] };
};
const apart = (x: ArrayLike<number>, y: ArrayLike<number>) =>
  Math.max(...Array.from(x, (value, i) => Math.abs(value - y[i])));

describe("the paper's Kepler problem, eccentricity 0.85", () => {
  const problem = kepler({ eccentricity: 0.85 });
  const rows = [
    {
      triangulation: "kuhn",
      origin: 0,
      event: [0.056904327516870266, 0.0892427038914035, 0.176, -1.744653857052797],
      steps: 994,
      at12: [-0.35530170605690453, 0.37833950101534447, -1.652574142295578, 0.27463775030751975],
    },
    {
      triangulation: "orthant",
      origin: 0,
      event: [0.056904327516870266, 0.0892427038914035, 0.176, -1.744653857052797],
      steps: 1041,
      at12: [-0.3517622966812743, 0.388202992794238, -1.6344211307266496, 0.3158734569213796],
    },
    {
      triangulation: "j1",
      origin: 0,
      event: [0.05785275588999331, 0.088, 0.17821106617697402, -1.7598928887546392],
      steps: 993,
      at12: [-0.3387217239766813, 0.39587929166359337, -1.6339890863281619, 0.3490015585941255],
    },
    {
      triangulation: "kuhn",
      origin: [0.007002817492, 0.013596747758],
      event: [0.05327338163003838, 0.09925067105769064, 0.167596747758, -1.6149116015902134],
      steps: 987,
      at12: [-0.09575370138060377, 0.3601600800250141, -1.7480955391063726, 1.127399467984776],
    },
  ] as const;

  test.each(rows.flatMap((row) => (["paper", "ring"] as const).map((algorithm) => ({ ...row, algorithm }))))(
    "$triangulation from $origin, $algorithm",
    ({ triangulation, origin, algorithm, event, steps, at12 }) => {
      const choice = { grid: 0.022, triangulation, origin, algorithm, matchEnergy: false } as const;
      const runner = begin(problem, forceStepping(choice), { time: { end: 20 } });
      runner.advance(20);
      const { t, q, v } = runner.state;
      // Twenty events, each exact to some ulps.
      expect(apart([t, q[0], q[1], v[0]], event)).toBeLessThan(1e-13);
      const final = finalState(problem, choice, 12);
      expect(final.steps).toBe(steps + 1); // the last one passes the end
      // A digit is lost in some 700 steps.
      expect(apart(final.values, at12)).toBeLessThan(1e-11);
    },
  );
});

test.each([
  {
    triangulation: "kuhn",
    steps: 1031,
    at10: [-0.5237219226561622, 0.01448246314370195, 0.2380679410311384, -0.07765910058551682],
  },
  {
    triangulation: "orthant",
    steps: 1022,
    at10: [-0.5202089023088984, 0.010710862257458575, 0.2615157420187746, -0.06854683235315088],
  },
  {
    triangulation: "j1",
    steps: 1007,
    at10: [-0.5243574755605602, 0.013558532614296775, 0.2439412651232177, -0.07502615500857801],
  },
] as const)(
  "four coordinates with masses and spacings of their own: $triangulation",
  ({ triangulation, steps, at10 }) => {
    for (const algorithm of ["paper", "ring"] as const) {
      const choice = {
        grid: SPACING,
        triangulation,
        origin: ORIGIN[triangulation],
        algorithm,
        matchEnergy: false,
      } as const;
      const final = finalState(lopsided(), choice, 10);
      expect(final.steps).toBe(steps + 1);
      expect(apart(final.values.slice(0, 4), at10)).toBeLessThan(1e-11);
    }
  },
);

describe.each(TRIANGULATIONS)("%s: paper, ring and sparse are the same motion", (triangulation) => {
  test.each([
    { name: "chain", problem: chain(12), grid: 0.05, end: 6 },
    {
      name: "free chain",
      problem: springChain({ masses: 6, ends: "free", cubic: 0.3, amplitude: 0.7 }),
      grid: 0.03,
      end: 5,
    },
    { name: "argon", problem: argonCluster(), grid: 0.02, end: 1 },
  ])("$name", ({ problem, grid, end }) => {
    const [paper, ring, sparse] = (["paper", "ring", "sparse"] as const).map((algorithm) =>
      finalState(problem, { grid, triangulation, algorithm, matchEnergy: false }, end),
    );
    expect(ring.steps).toBe(paper.steps);
    expect(sparse.steps).toBeLessThanOrEqual(ring.steps);
    // Round-off, amplified a digit in some hundred steps.
    expect(apart(ring.values, paper.values)).toBeLessThan(1e-10);
    expect(apart(sparse.values, paper.values)).toBeLessThan(1e-10);
  });
});

describe("energy of the approximate potential, found anew at every step", () => {
  test.each([
    { name: "Kepler", problem: kepler({ eccentricity: 0.85 }), choice: { grid: 0.022 }, end: 40 },
    { name: "lopsided", problem: lopsided(), choice: { grid: SPACING }, end: 40 },
    { name: "argon", problem: argonCluster(), choice: { grid: 0.02 }, end: 10 },
    { name: "chain", problem: chain(40), choice: { grid: 0.05 }, end: 5 },
  ])("$name", ({ problem, choice, end }) => {
    for (const triangulation of TRIANGULATIONS) {
      const { observed } = run(problem, forceStepping({ ...choice, triangulation }), {
        time: { end, interval: end },
        observe: (invariants) => ({ extremes: extremes(invariants) }),
      });
      const [energy, ...others] = observed.extremes;
      expect(energy.name).toBe("energy");
      expect((energy.max - energy.min) / Math.abs(energy.initial)).toBeLessThan(1e-13);
      // The check can fail: the energy in the true potential wanders, and so does the angular momentum.
      const exact = others.find(({ name }) => name === "energy-exact");
      expect((exact!.max - exact!.min) / Math.abs(energy.initial)).toBeGreaterThan(1e-6);
    }
  });

  test("is that of the true potential at the start, if velocities can make up for the difference", () => {
    const problem = kepler({ eccentricity: 0.85 });
    const energies = [true, false].map((matchEnergy) => {
      const { observed } = run(problem, forceStepping({ grid: 0.022, origin: 0, matchEnergy }), {
        time: { end: 1, interval: 1 },
        observe: (invariants) => ({ extremes: extremes(invariants) }),
      });
      return observed.extremes[0].initial;
    });
    expect(energies[0]).toBeCloseTo(-0.5, 13);
    expect(energies[1]).toBeCloseTo(-0.52361275088547815, 13);
  });
});

test("the sum of all momenta is exact where the potential and the grid do not change under a common shift", () => {
  const problem = springChain({ masses: 6, ends: "free", cubic: 0.3, amplitude: 0.7 });
  const { observed } = run(problem, forceStepping({ grid: 0.04 }), {
    time: { end: 50, interval: 50 },
    observe: (invariants) => ({ extremes: extremes(invariants) }),
  });
  const momentum = observed.extremes.find(({ name }) => name === "linear-momentum-x");
  expect(Math.abs(momentum!.max - momentum!.min)).toBeLessThan(1e-12);
});

test.each([
  { name: "ring", problem: kepler({ eccentricity: 0.3 }), grid: 0.01, end: 20 },
  { name: "sparse", problem: chain(8), grid: 0.05, end: 6 },
])("reversed, the motion goes back to where it came from: $name", ({ problem, grid, end }) => {
  const method = forceStepping({ grid, matchEnergy: false });
  const there = run(problem, method, { time: { end, interval: end } }).last;
  const back = run({ ...problem, q0: there.q, v0: there.v.map((v) => -v) }, method, {
    time: { end, interval: end },
  }).last;
  expect(apart(back.q, problem.q0)).toBeLessThan(1e-9);
  expect(
    apart(
      back.v.map((v) => -v),
      problem.v0,
    ),
  ).toBeLessThan(1e-9);
});

test("a full mass matrix: paper's form by itself, energy to rounding", () => {
  const mass = matrixMass(fromTriplets(2, [0, 0, 1, 1], [0, 1, 0, 1], [2, 0.3, 0.3, 1]));
  const { system, q0, v0 } = kepler({ eccentricity: 0.5 });
  const problem: Problem = { system: { ...system, mass, invariants: [] }, t0: 0, q0, v0 };
  const { observed } = run(problem, forceStepping({ grid: 0.02 }), {
    time: { end: 20, interval: 20 },
    observe: (invariants) => ({ extremes: extremes(invariants) }),
  });
  const [{ min, max }] = observed.extremes;
  expect(max - min).toBeLessThan(1e-12);
  expect(() => begin(problem, forceStepping({ grid: 0.02, algorithm: "ring" }), { time: { end: 1 } })).toThrow(
    /diagonal mass/,
  );
});

describe("starts on the grid", () => {
  test("several crossings at once are sorted out in no time", () => {
    const { system } = chain(5);
    const problem = startingFrom(system, [0, 0.1, 0.1, 0.2, 0.3], [0.1, 0.3, -0.2, 0.5, -0.4]);
    const values = (["paper", "ring", "sparse"] as const).map(
      (algorithm) => finalState(problem, { grid: 0.1, origin: 0, algorithm, matchEnergy: false }, 2).values,
    );
    expect(apart(values[0], values[1])).toBeLessThan(1e-11);
    expect(apart(values[0], values[2])).toBeLessThan(1e-11);
  });
});

test("states at any time do not depend on what is recorded", () => {
  const problem = chain(7);
  const method = forceStepping({ grid: 0.05 });
  const often = run(problem, method, { time: { end: 3, interval: 0.01 } }).last;
  expect([...often.q]).toEqual([...run(problem, method, { time: { end: 3, interval: 3 } }).last.q]);
});

test("a force-free motion is a straight line", () => {
  fc.assert(
    fc.property(fc.double({ min: -1, max: 1, noNaN: true }), fc.double({ min: -1, max: 1, noNaN: true }), (v, w) => {
      const { system } = lopsided();
      const free = { ...system, potential: () => 0 };
      const { last } = run(startingFrom(free, [0.1, 0.2, 0.3, 0.4], [v, w, v - w, 0]), forceStepping({ grid: 0.1 }), {
        time: { end: 3, interval: 3 },
      });
      expect(apart(last.q, [0.1 + 3 * v, 0.2 + 3 * w, 0.3 + 3 * (v - w), 0.4])).toBeLessThan(1e-13);
    }),
    { numRuns: 50, seed: 7 },
  );
});

describe("refusals", () => {
  test("no grid, wrong grids", () => {
    expect(() => forceStepping()).toThrow(/needs grid/);
    expect(() => forceStepping({ grid: -1 })).toThrow(/grid is -1; accepted: a number > 0/);
    const three = forceStepping({ grid: [1, 2, 3] });
    expect(() => begin(kepler(), three, { time: { end: 1 } })).toThrow(/3 numbers for 2 coordinates/);
  });

  test("a corner on a singularity", () => {
    const problem = { ...kepler(), q0: Float64Array.of(0.3, 0.2) };
    const method = forceStepping({ grid: 1, origin: 0 });
    expect(() => begin(problem, method, { time: { end: 1 } })).toThrow(/another origin/);
    const later = run({ ...problem, q0: Float64Array.of(0.9, 1.4), v0: Float64Array.of(0, -2) }, method, {
      time: { end: 9 },
    });
    expect(later.failure).toMatchObject({ kind: "not-finite", term: "potential" });
  });

  test("the sparse form of a potential whose terms are not known", () => {
    const method = forceStepping({ grid: 0.1, algorithm: "sparse" });
    expect(() => begin(kepler(), method, { time: { end: 1 } })).toThrow(/sum of local terms/);
  });
});

describe("loads and damping, by splitting", () => {
  const driven = (force: number, damping: number) =>
    duffing({ damping, force, frequency: 1.3, position: 0.6, velocity: 0.4 });
  const weight: Problem = {
    ...chain(6),
    system: { ...chain(6).system, load: timeLoad((_t, out) => out.fill(-0.2)), invariants: [] },
  };

  test("a constant load is exact, whatever the interval", () => {
    const ends = [0.1, 0.37].map((splitting) => finalState(weight, { grid: 0.05, splitting }, 4).values);
    expect(apart(ends[0], ends[1])).toBeLessThan(1e-11);
  });

  test("a load that jumps at its kinks is exact, too", () => {
    const kinks = Float64Array.of(0.53, 1.71);
    const load = timeLoad((t, out) => out.fill(t < 0.53 ? 0.3 : t < 1.71 ? -0.4 : 0.1), kinks);
    const problem: Problem = { ...weight, system: { ...weight.system, load } };
    const ends = [0.1, 0.77].map((splitting) => finalState(problem, { grid: 0.05, splitting }, 3).values);
    expect(apart(ends[0], ends[1])).toBeLessThan(1e-11);
  });

  test.each(["paper", "ring"] as const)("driven and damped, it comes close to the exact motion: %s", (algorithm) => {
    const problem = driven(0.7, 0.2);
    const exact = run(problem, dop853({ tolerance: 1e-12 }), { time: { end: 4 } }).last;
    const [coarse, fine] = [
      { grid: 0.04, splitting: 0.05 },
      { grid: 0.0025, splitting: 0.004 },
    ].map((choice) => Math.abs(finalState(problem, { ...choice, algorithm }, 4).values[0] - exact.q[0]));
    // Sixteen times finer; single runs scatter by a factor of some units.
    expect(fine).toBeLessThan(coarse / 4);
    expect(fine).toBeLessThan(5e-4);
  });

  test("a damped motion falls asleep where it comes to rest", () => {
    const problem = driven(0, 0.8);
    const method = (sleep: number) => forceStepping({ grid: 0.05, splitting: 0.1, sleep });
    const rested = run(problem, method(1e-3), { time: { end: 200, interval: 200 } });
    expect(rested.status).toBe("completed");
    expect(Math.abs(rested.last.v[0])).toBe(0);
    // One step an interval once it sleeps, instead of ever shorter bounces.
    const awake = run(problem, method(0), { time: { end: 40, interval: 40 } });
    expect(rested.steps).toBeLessThan(2 * 2000);
    expect(awake.steps).toBeGreaterThan(2 * 400);
  });

  test("without an interval such systems are refused, saying what to do", () => {
    const [problem, method] = [driven(1, 0), forceStepping({ grid: 0.1 })];
    expect(() => begin(problem, method, { time: { end: 1 } })).toThrow(/is made for systems without loads and damping/);
    expect(refusal(method, problem.system, recommendedMethods)).toMatch(
      /; force-stepping with splitting and energy-momentum take it/,
    );
  });
});
