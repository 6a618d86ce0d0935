/** Motions that a face holds where masses are coupled, or where differences are interpolated: along the face, exactly. What is expected is a system in
 *  which what moves together is one coordinate, or the same motion with a mass matrix that couples nothing. */
import { describe, expect, test } from "vitest";
import { begin, run } from "../../../src/core/run.js";
import { diagonalMass, matrixMass } from "../../../src/linalg/mass.js";
import { fromRows } from "../../../src/linalg/matrix.js";
import { dop853 } from "../../../src/methods/dop853.js";
import { forceStepping } from "../../../src/methods/force-stepping.js";
import { startingFrom } from "../../../src/models/model.js";
import { inJacobiCoordinates } from "../../../src/models/particles/jacobi.js";
import { particles } from "../../../src/models/particles/particle-system.js";
import { springChain } from "../../../src/models/particles/spring-chain.js";
import { tossedBlock } from "../../../src/models/structures/tossed-block.js";
import { potentialSystem } from "../../../src/systems/potential.js";
import { after } from "./after.js";

const GRIDS = ["kuhn", "j1", "orthant"] as const;

const inPotential = (mass: readonly (readonly number[])[], potential: (q: Float64Array) => number) =>
  potentialSystem({
    labels: mass.map((_, j) => `q${j}`),
    mass: mass.length === 1 ? diagonalMass(Float64Array.of(mass[0][0])) : matrixMass(fromRows(mass)),
    potential,
    gradient: () => {},
    tangent: null,
  });

describe.each(GRIDS)("coupled masses, %s", (triangulation) => {
  const choice = { grid: 0.1, origin: 0, triangulation } as const;
  const M3 = [
    [2, 0.4, -0.2],
    [0.4, 1, 0.3],
    [-0.2, 0.3, 1.5],
  ];

  test("an equilibrium on a corner of the grid stays", () => {
    const bowl = inPotential(M3, ([x, y, z]) => x ** 2 + y ** 2 + z ** 2 + (x - y) ** 2 / 2 + (y - z) ** 2 / 3);
    const { q, v, steps } = after(startingFrom(bowl, [0, 0, 0], [0, 0, 0]), choice, 10);
    for (const x of [...q, ...v]) expect(Math.abs(x)).toBeLessThan(1e-14);
    expect(steps).toBeLessThan(4);
  });

  test("what pulls together, side by side, moves as one mass: the sum of all entries", () => {
    const pair = inPotential(
      [
        [1, 0.3],
        [0.3, 3],
      ],
      ([x, y]) => 20 * (x - y) ** 2 + (x ** 2 + 3 * y ** 2) / 2,
    );
    const one = inPotential([[4.6]], ([x]) => 2 * x ** 2);
    const { q, v, drift } = after(startingFrom(pair, [0.23, 0.23], [0.5, 0.5]), choice, 6);
    const alone = after(startingFrom(one, [0.23], [0.5]), choice, 6);
    // Some hundred events, each exact to some ulps.
    for (const x of q) expect(x).toBeCloseTo(alone.q[0], 11);
    for (const x of v) expect(x).toBeCloseTo(alone.v[0], 11);
    expect(drift).toBeLessThan(1e-13);
  });
});

test("coupled masses: what motions next to it tend to, which bounce about the face", () => {
  const bowl = inPotential(
    [
      [1, 0.3, 0, 0.1],
      [0.3, 2, -0.2, 0],
      [0, -0.2, 0.5, 0.1],
      [0.1, 0, 0.1, 1.3],
    ],
    (q) => {
      const x = q.map((value, j) => value - [0, 0.1, 0.2, 0.4][j]);
      const own = x.reduce((sum, value, j) => sum + ([1.3, 2, 0.45, 1.2][j] * value ** 2) / 2, 0);
      return own + 6 * (x[0] - x[1]) ** 2 + 4 * (x[1] - x[2]) ** 2 + 5 * (x[0] - x[2]) ** 2 + 0.4 * (x[2] - x[3]) ** 2;
    },
  );
  const near = (e: number) =>
    after(
      startingFrom(bowl, [0.23 + e, 0.33 - e / 2, 0.43 + e / 3, 0.07], [0.5, 0.5, 0.5, -0.3]),
      { grid: 0.1, origin: 0 },
      0.3,
    );
  const [on, next] = [near(0), near(1e-8)];
  expect(next.steps).toBeGreaterThan(20 * on.steps);
  on.q.forEach((x, i) => {
    // Off by the distance from the face.
    expect(Math.abs(x - next.q[i])).toBeLessThan(1e-7);
  });
  expect(on.drift).toBeLessThan(1e-14);
});

test("a mass matrix with a coupling of 1e-12 slides as the diagonal one does", () => {
  const V = ([x, y, z]: Float64Array) =>
    4 * (x - y) ** 2 + 3 * (y - z) ** 2 + (x ** 2 + 2 * y ** 2 + 0.5 * z ** 2) / 2 - 0.2 * x * z;
  const start = (e: number) =>
    startingFrom(
      inPotential(
        [
          [1, e, 0],
          [e, 2, e],
          [0, e, 0.7],
        ],
        V,
      ),
      [0.23, 0.23, 0.31],
      [0.5, 0.5, -0.2],
    );
  const choice = { grid: 0.1, origin: 0 } as const;
  const [coupled, diagonal] = [
    after(start(1e-12), choice, 1.5),
    after(start(0), { ...choice, algorithm: "paper" }, 1.5),
  ];
  coupled.q.forEach((x, i) => {
    // The coupling times 1.5 s of motion that is not chaotic.
    expect(x).toBeCloseTo(diagonal.q[i], 9);
  });
});

describe.each(GRIDS)("pairs, %s", (triangulation) => {
  const choice = { grid: 0.1, origin: 0, triangulation, interpolation: "pairs" } as const;

  test("a chain whose springs are as long as they like flies as it is", () => {
    const { system } = springChain({ masses: 5, ends: "free", cubic: 0.1 });
    const { q, steps } = after(startingFrom(system, [0, 0, 0, 0, 0], [1, 1, 1, 1, 1]), choice, 3.3);
    for (const x of q) expect(x).toBeCloseTo(3.3, 13);
    expect(steps).toBeLessThan(12);
  });

  test("two particles on a diagonal of the grid: the reduced problem, which slides as well", () => {
    const system = particles({
      dimension: 2,
      masses: [1, 2.5],
      bonds: [{ between: [0, 1], stiffness: 4, length: 0.7 }],
    });
    const problem = startingFrom(system, [0.1, 0.2, 0.53, 0.63], [0.4, -0.3, 0.9, 0.2]);
    const pairs = after(problem, choice, 4);
    const { interpolation: _, ...plain } = choice;
    const reduced = after(inJacobiCoordinates(problem, 2), { ...plain, algorithm: "paper" }, 4);
    // A diagonal that is a ridge is left to either side: the motions are mirror images, x for y.
    const ascending = (a: number, b: number) => a - b;
    const between = (x: number[]) => [x[2] - x[0], x[3] - x[1]].sort(ascending);
    between(pairs.q).forEach((x, k) => {
      expect(x).toBeCloseTo([...reduced.q].sort(ascending)[k], 10);
    });
    between(pairs.v).forEach((x, k) => {
      expect(x).toBeCloseTo([...reduced.v].sort(ascending)[k], 10);
    });
    expect(pairs.drift).toBeLessThan(1e-13);
  });
});

describe("consistent masses, with a potential of local terms", () => {
  test("a block flies as it is: every coordinate along a face with the others", () => {
    const block = tossedBlock({ cells: 1, mass: "consistent", spin: 0, stretch: 0 });
    const { q, v, drift, steps } = after(block, { grid: 0.05, origin: 0 }, 0.3);
    q.forEach((x, i) => {
      expect(x).toBeCloseTo(i % 3 === 2 ? 0.3 : 0, 12);
    });
    v.forEach((x, i) => {
      expect(x).toBeCloseTo(i % 3 === 2 ? 1 : 0, 12);
    });
    // Kinetic 1,000; V_h along the diagonal is zero.
    expect(drift).toBeLessThan(1e-9);
    expect(steps).toBeLessThan(2000);
  });

  test.each(GRIDS)("the whole potential as one term gives the same motion, %s", (triangulation) => {
    const chain = springChain({ masses: 4, ends: "free", cubic: 0.1 }).system;
    const M = [0, 1, 2, 3].map((i) => [0, 1, 2, 3].map((j) => (i === j ? 1 + i / 4 : Math.abs(i - j) === 1 ? 0.2 : 0)));
    const system = { ...chain, mass: matrixMass(fromRows(M)) } as typeof chain;
    const { terms, ...whole } = system;
    expect(terms).toBeDefined();
    // Two neighbours in step, which pull together, and two that are not.
    const start = [
      [0.23, 0.23, 0.31, -0.12],
      [0.5, 0.5, -0.2, 0.3],
    ] as const;
    const choice = { grid: 0.1, origin: 0, triangulation } as const;
    const [ours, theirs] = [system, whole as typeof chain].map((one) => after(startingFrom(one, ...start), choice, 2));
    ours.q.forEach((x, i) => {
      expect(x).toBeCloseTo(theirs.q[i], 11);
    });
    ours.v.forEach((x, i) => {
      expect(x).toBeCloseTo(theirs.v[i], 11);
    });
    expect(ours.drift).toBeLessThan(1e-13);
  });

  describe("a spinning block that starts on faces, ridges and valleys at once", () => {
    const block = tossedBlock({ E: 5, density: 1, mass: "consistent" });
    const end = 0.05;
    const exact = run(block, dop853({ tolerance: 1e-10 }), { time: { end, interval: end } }).last.q;
    const error = (q: readonly number[]) => Math.max(...q.map((x, i) => Math.abs(x - exact[i])));

    test.each(["j1", "orthant"] as const)("goes on as from a start beside them, %s", (triangulation) => {
      const { q, drift, steps } = after(block, { grid: 0.06, triangulation }, end);
      expect(error(q)).toBeLessThan(2 * error(after(block, { grid: 0.06 }, end).q));
      // Every event rounds all velocities: an energy of 3.9, two ulps each.
      expect(drift).toBeLessThan(2 * steps * 4 * Number.EPSILON);
    });

    test("tends to the motion with the grid", () => {
      const [coarse, fine] = [0.06, 0.03].map((grid) => error(after(block, { grid, triangulation: "orthant" }, end).q));
      expect(fine).toBeLessThan(coarse / 2);
    });
  });

  test("a block at rest on a corner of the grid stays", () => {
    const { system } = tossedBlock({ cells: 1, mass: "consistent" });
    const still = startingFrom(system, new Array(system.dof).fill(0), new Array(system.dof).fill(0));
    const { q, v } = after(still, { grid: 0.05, origin: 0, triangulation: "j1" }, 1);
    for (const x of [...q, ...v]) expect(Math.abs(x)).toBeLessThan(1e-13);
  });
});

test("a block whose strains are on corners of the grid flies without an event", () => {
  const block = tossedBlock({ cells: 1, spin: 0, stretch: 0 });
  const { q, steps } = after(block, { grid: 0.05, origin: 0, interpolation: "pairs" }, 1);
  expect(steps).toBeLessThan(12);
  q.forEach((x, i) => {
    expect(x).toBeCloseTo(i % 3 === 2 ? 1 : 0, 12);
  });
});

const couple = startingFrom(
  particles({ dimension: 2, masses: [1, 2.5], bonds: [{ between: [0, 1], stiffness: 4, length: 0.7 }] }),
  [0.1, 0.2, 0.53, 0.63],
  [0.4, -0.3, 0.9, 0.2],
);
const coupled = startingFrom(
  inPotential(
    [
      [1, 0.3, 0],
      [0.3, 2, 0.1],
      [0, 0.1, 0.7],
    ],
    ([x, y, z]) => 4 * (x - y) ** 2 + 3 * (y - z) ** 2 + (x ** 2 + 2 * y ** 2 + 0.5 * z ** 2) / 2 - 0.2 * x * z,
  ),
  [0.23, 0.23, 0.31],
  [0.5, 0.5, -0.2],
);

test.each([
  ["pairs", couple, { interpolation: "pairs" }],
  ["coupled masses", coupled, {}],
] as const)("the memory of %s is in a snapshot", (_, problem, setting) => {
  const method = forceStepping({ grid: 0.1, origin: 0, ...setting });
  const time = { end: 3, interval: 0.5 };
  for (const steps of [1, 2, 3, 5, 9, 14]) {
    const whole = begin(problem, method, { time });
    whole.advance(steps);
    const snapshot = whole.snapshot();
    while (whole.advance(1000));
    const resumed = begin(problem, method, { time, from: snapshot });
    while (resumed.advance(1000));
    expect([...resumed.state.q, ...resumed.state.v]).toEqual([...whole.state.q, ...whole.state.v]);
  }
});
