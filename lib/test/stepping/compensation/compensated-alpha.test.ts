/** Generalised-α with its period compensated, on the building with dampers in two of its storeys and on single modes. */
import { describe, expect, test } from "vitest";
import { convergence, slopeOf } from "../../../src/analysis/order.js";
import { schemeOfMode } from "../../../src/analysis/scheme-of-mode.js";
import { stabilityLimit } from "../../../src/analysis/stability-limit.js";
import type { FixedStepMethod } from "../../../src/core/method.js";
import { begin, run } from "../../../src/core/run.js";
import { diagonalMass, matrixMass } from "../../../src/linalg/mass.js";
import { fromTriplets } from "../../../src/linalg/matrix.js";
import { dop853 } from "../../../src/methods/dop853.js";
import { gauss } from "../../../src/methods/gauss.js";
import { generalizedAlpha } from "../../../src/methods/generalized-alpha.js";
import { startingFrom } from "../../../src/models/model.js";
import { trajectory } from "../../../src/observers/trajectory.js";
import { linearSystem } from "../../../src/systems/linear.js";
import { loadOf, tableLoad } from "../../../src/systems/loads.js";
import { linearBuilding, MASSES } from "../../methods/damped-building.js";

const period = (rho: number) => generalizedAlpha({ rho, compensate: "period" });
const plain = (rho: number) => generalizedAlpha({ rho });

function orders(problem: ReturnType<typeof linearBuilding>, method: FixedStepMethod) {
  const reference = run(problem, dop853({ tolerance: 1e-14 }), { time: { end: 3 } }).last;
  return convergence(problem, method, { end: 3, step: 0.05, refinements: 6, reference, floor: 3e-12 });
}

const times = Array.from({ length: 13 }, (_, j) => 0.25 * j);
const record = tableLoad({
  times,
  columns: MASSES.map((m) => times.map((_, j) => -2 * m * Math.sin(1.3 * j * j + 0.6))),
});

describe.each([
  ["shaken", linearBuilding()],
  ["with a full mass matrix", linearBuilding({ consistent: true })],
  ["under a record", linearBuilding({ load: record })],
])("a building %s", (_, problem) => {
  test.each([
    [0, 3],
    [0.3, 3],
    [0.5, 3],
    [1, 4],
  ])("ρ = %f: order %i in q and v", (rho, order) => {
    const { positionOrder, velocityOrder, positionErrors } = orders(problem, period(rho));
    expect(Math.abs(positionOrder - order), String(positionErrors)).toBeLessThan(0.15);
    expect(Math.abs(velocityOrder - order)).toBeLessThan(0.15);
  });

  test("ρ = 0.8 dissipates so little that its error is mostly of fourth order: at h = 1/40 less than a twentieth of the plain scheme's", () => {
    // δ = ((1 − ρ)/(1 + ρ))³ = 0.0014.
    const [ours, theirs] = [orders(problem, period(0.8)), orders(problem, plain(0.8))];
    expect(theirs.positionErrors[1] / ours.positionErrors[1]).toBeGreaterThan(20);
    expect(theirs.positionErrors[6] / ours.positionErrors[6]).toBeGreaterThan(500);
  });
});

describe.each([0, 0.2, 0.5, 0.8, 0.95])("ρ = %f", (rho) => {
  const PHASES = [0.16, 0.08, 0.04];
  const periods = (method: FixedStepMethod) =>
    slopeOf(
      PHASES.map((x) => ({
        x: Math.log(x),
        y: Math.log(Math.abs(schemeOfMode(method, 1, 0, x).periodError ?? Number.NaN)),
      })),
    );

  test("the period error is of fourth order instead of second", () => {
    expect(periods(plain(rho))).toBeCloseTo(2, 1);
    expect(Math.abs(periods(period(rho)) - 4)).toBeLessThan(0.15);
  });

  test("the dissipation is the scheme's own, to two per cent below ω h = 0.1", () => {
    const ratio = (x: number) =>
      (schemeOfMode(period(rho), 1, 0, x).damping ?? 0) / (schemeOfMode(plain(rho), 1, 0, x).damping ?? 1);
    expect(Math.abs(ratio(0.1) - 1)).toBeLessThan(0.02);
    // What differs is of second order.
    expect((ratio(0.2) - 1) / (ratio(0.1) - 1)).toBeCloseTo(4, 0);
  });

  test("no mode grows at any step, whatever its damping ratio", () => {
    for (const zeta of [0, 0.02, 0.3, 1, 3]) expect(stabilityLimit(period(rho), zeta)).toBeNull();
  });

  test("what the step does not resolve decays as it did", () => {
    expect(schemeOfMode(period(rho), 1, 0, 1e4).spectralRadius).toBeCloseTo(rho, 3);
  });
});

test("a constant load is carried as it should be", () => {
  const problem = linearBuilding({ load: loadOf(MASSES.map((m) => () => 3 * m)) });
  const { last } = run(problem, period(0.5), { time: { step: 0.5, steps: 2000 } });
  const force = new Float64Array(6);
  problem.system.gradient(last.q, force);
  // At rest after a hundred periods, but for what is left of the motion.
  for (let i = 0; i < 6; i++) expect(force[i]).toBeCloseTo(3 * MASSES[i], 8);
  for (const v of last.v) expect(Math.abs(v)).toBeLessThan(1e-8);
});

describe("a dashpot that stops the mass many times over in a step", () => {
  const held = (c: number, q: number, v: number) =>
    startingFrom(
      linearSystem({
        mass: diagonalMass([1]),
        stiffness: fromTriplets(1, [0], [0], [100]),
        damping: fromTriplets(1, [0], [0], [c]),
        load: loadOf([(t) => 50 * Math.sin(3 * t)]),
      }),
      [q],
      [v],
    );

  const CASES = [
    [0.8, 1000],
    [0.8, 1e5],
    [0, 1000],
    [0.5, 1e4],
    [1, 1000],
  ] as const;
  test.each(CASES)("ρ = %f, c = %f: a motion along which it leads is followed", (rho, c) => {
    const problem = held(c, 1, -100 / c);
    const { status, last } = run(problem, period(rho), { time: { step: 0.1, steps: 50 } });
    expect(status).toBe("completed");
    const exact = run(problem, gauss({ stages: 3 }), { time: { step: 0.005, steps: 1000 } }).last;
    // c q̇ = F − 100 q turns F into a position of 50/(3 c); the error of second order of what ρ dissipates is (3 h)²/12 to (3 h)²/2 of it: 0.05.
    const swing = 50 / (3 * c);
    expect(Math.abs(last.q[0] - exact.q[0])).toBeLessThan(0.06 * swing);
    expect(Math.abs(last.v[0] - exact.v[0])).toBeLessThan(0.06 * 3 * swing);
  });

  test("no velocity is shown that is larger than the start's", () => {
    for (const rho of [0, 0.5, 0.8]) {
      const { observed } = run(held(1e4, 0, 1), period(rho), {
        time: { step: 0.1, steps: 30 },
        observe: { all: trajectory() },
      });
      for (const v of observed.all.v) expect(Math.abs(v[0])).toBeLessThan(2);
    }
  });
});

describe("chains of masses", () => {
  const chain = (n: number, dashpot: number, consistent = false) => {
    const entries: [number, number, number, number][] = [];
    for (let i = 0; i < n; i++) {
      entries.push([i, i, 4 / 6, 200]);
      if (i > 0) entries.push([i, i - 1, 1 / 6, -100], [i - 1, i, 1 / 6, -100]);
    }
    const matrix = (which: 2 | 3) =>
      fromTriplets(
        n,
        entries.map(([i]) => i),
        entries.map(([, j]) => j),
        entries.map((entry) => entry[which]),
      );
    const mass = consistent ? matrixMass(matrix(2)) : diagonalMass(new Array(n).fill(1));
    const damping = fromTriplets(n, [3], [3], [dashpot]);
    const q = Array.from({ length: n }, (_, i) => Math.exp(-((i - 8) ** 2) / 20));
    return startingFrom(linearSystem({ mass, stiffness: matrix(3), damping }), q, new Array(n).fill(0));
  };

  test("one heavy dashpot lets a motion grow at long steps: refused, with a step that does not", () => {
    const start = (step: number) => () => begin(chain(20, 2000), period(0), { time: { step, steps: 1 } });
    expect(start(1)).toThrow(
      /couples modes, the motion grows by a factor of \d\.\d+ a step of 1; with the step 0.5 it does not/,
    );
    expect(start(0.5)).not.toThrow();
  });

  test("large ones stay sparse with a diagonal mass, and are refused with another", () => {
    const problem = chain(1000, 5);
    const { status, last } = run(problem, period(0.8), { time: { step: 0.02, steps: 50 } });
    expect(status).toBe("completed");
    const exact = run(problem, dop853({ tolerance: 1e-10 }), { time: { end: 1 } }).last;
    const error = last.q.reduce((most, q, i) => Math.max(most, Math.abs(q - exact.q[i])), 0);
    expect(error).toBeLessThan(1e-4);
    expect(() => begin(chain(500, 5, true), period(0.8), { time: { step: 0.02, steps: 1 } })).toThrow(
      /compensate: period would fill its matrices: 500 degrees of freedom/,
    );
  });
});
