/** Coordinates in which the mass is 1: the frame itself, and motions with masses that are full or fall into blocks. */
import { describe, expect, test } from "vitest";
import { begin, run } from "../../../src/core/run.js";
import type { Problem } from "../../../src/core/system.js";
import { matrixMass } from "../../../src/linalg/mass.js";
import { fromRows, fromTriplets } from "../../../src/linalg/matrix.js";
import { dop853 } from "../../../src/methods/dop853.js";
import { blocksOf, inverseFactors } from "../../../src/methods/force-stepping/mass-blocks.js";
import { orthonormalFrame } from "../../../src/methods/force-stepping/orthonormal.js";
import { forceStepping } from "../../../src/methods/force-stepping.js";
import { kepler } from "../../../src/models/particles/kepler.js";
import { springChain } from "../../../src/models/particles/spring-chain.js";
import { extremes } from "../../../src/observers/extremes.js";
import { timeLoad } from "../../../src/systems/loads.js";

const FULL = fromRows([
  [2, 0.3],
  [0.3, 1],
]);

/** A chain whose masses are coupled two by two, or all of them. */
function coupledChain(masses: number, reach: 2 | "all"): Problem {
  const { system, q0 } = springChain({ masses, cubic: 0.25, quartic: 0.1 });
  const rows: number[] = [];
  const columns: number[] = [];
  const values: number[] = [];
  for (let i = 0; i < masses; i++) {
    for (let j = 0; j < masses; j++) {
      if (reach === 2 && i >> 1 !== j >> 1) continue;
      rows.push(i);
      columns.push(j);
      values.push(i === j ? 1 + 0.1 * i : reach === 2 ? 0.4 : 0.2 / (1 + Math.abs(i - j)));
    }
  }
  const mass = matrixMass(fromTriplets(masses, rows, columns, Float64Array.from(values)));
  const v0 = q0.map((_, i) => 0.3 * Math.sin(3 * i + 1));
  return { system: { ...system, mass, invariants: [] }, t0: 0, q0, v0 };
}

test("blocks are what entries join; zeros join nothing", () => {
  const matrix = fromTriplets(
    4,
    [0, 1, 2, 3, 0, 2, 1, 3],
    [0, 1, 2, 3, 2, 0, 3, 1],
    Float64Array.of(2, 1, 1, 1, 0.5, 0.5, 0, 0),
  );
  const { count, first, member, largest } = blocksOf(matrix);
  expect([count, largest]).toEqual([3, 2]);
  expect([...first]).toEqual([0, 2, 3, 4]);
  expect([...member]).toEqual([0, 2, 1, 3]);
});

test("R = L⁻ᵀ makes Rᵀ M R the identity; an indefinite mass is refused", () => {
  const [R] = inverseFactors(blocksOf(FULL), FULL);
  const M = [2, 0.3, 0.3, 1];
  const product = (i: number, j: number) => {
    let sum = 0;
    for (let k = 0; k < 2; k++) for (let l = 0; l < 2; l++) sum += R[k * 2 + i] * M[k * 2 + l] * R[l * 2 + j];
    return sum;
  };
  for (const [i, j] of [
    [0, 0],
    [0, 1],
    [1, 1],
  ])
    expect(product(i, j)).toBeCloseTo(i === j ? 1 : 0, 15);
  const odd = fromRows([
    [1, 2],
    [2, 1],
  ]);
  expect(() => inverseFactors(blocksOf(odd), odd)).toThrow(/positive definite/);
});

test("the frame goes there and back, and its terms are those of the potential", () => {
  const { system, q0 } = coupledChain(6, 2);
  const frame = orthonormalFrame(system);
  const [x, back] = [new Float64Array(6), new Float64Array(6)];
  frame.enter(q0, x);
  frame.leave(x, back);
  for (const [i, q] of q0.entries()) expect(back[i]).toBeCloseTo(q, 14);
  expect(frame.system.potential(x)).toBeCloseTo(system.potential(q0), 14);
  const { terms } = frame.system;
  if (terms === undefined) throw new Error("blocks of two leave terms local");
  const local = (e: number) =>
    Float64Array.from(terms.coordinate.slice(terms.start[e], terms.start[e + 1]), (j) => x[j]);
  let sum = 0;
  for (let e = 0; e < terms.count; e++) {
    const at = local(e);
    sum += terms.value(e, at);
    for (let k = 0; k < at.length; k++) {
      const moved = at.map((value, i) => (i === k ? value + 0.1 : value));
      expect(terms.difference(e, at, k, 0.1)).toBeCloseTo(terms.value(e, moved) - terms.value(e, at), 14);
    }
  }
  expect(sum).toBeCloseTo(system.potential(q0), 14);
});

describe.each([
  { name: "blocks of two", problem: coupledChain(12, 2), forms: ["paper", "ring", "sparse"] },
  { name: "one block", problem: coupledChain(5, "all"), forms: ["paper", "ring"] },
] as const)("$name", ({ problem, forms }) => {
  const choice = { grid: 0.05, interpolation: "orthonormal" } as const;

  test("all forms are the same motion", () => {
    const [first, ...others] = forms.map(
      (algorithm) => run(problem, forceStepping({ ...choice, algorithm }), { time: { end: 4, interval: 4 } }).last,
    );
    for (const other of others) {
      // Round-off, amplified a digit in some hundred steps.
      for (const [i, q] of first.q.entries()) expect(Math.abs(other.q[i] - q)).toBeLessThan(1e-10);
    }
  });

  test("energy to rounding, and near the exact motion", () => {
    const method = forceStepping({ ...choice, grid: 0.005 });
    const { observed, last } = run(problem, method, {
      time: { end: 2, interval: 2 },
      observe: (invariants) => ({ extremes: extremes(invariants) }),
    });
    const [{ min, max, initial }] = observed.extremes;
    expect((max - min) / initial).toBeLessThan(1e-13);
    const exact = run(problem, dop853({ tolerance: 1e-12 }), { time: { end: 2 } }).last;
    // A grid of 0.05 is ten times off.
    for (const [i, q] of exact.q.entries()) expect(Math.abs(last.q[i] - q)).toBeLessThan(2e-3);
  });

  test("a constant load does not depend on the interval", () => {
    const loaded = { ...problem, system: { ...problem.system, load: timeLoad((_t, out) => out.fill(-0.2)) } };
    const ends = [0.1, 0.37].map(
      (splitting) => run(loaded, forceStepping({ ...choice, splitting }), { time: { end: 2, interval: 2 } }).last.q,
    );
    for (const [i, q] of ends[0].entries()) expect(Math.abs(q - ends[1][i])).toBeLessThan(1e-11);
  });
});

test("what a mass that is not diagonal costs is said before the run", () => {
  const { system, q0, v0 } = kepler({ eccentricity: 0.5 });
  const problem: Problem = { system: { ...system, mass: matrixMass(FULL), invariants: [] }, t0: 0, q0, v0 };
  const noticesOf = (p: Problem, interpolation: "coordinates" | "orthonormal") =>
    begin(p, forceStepping({ grid: 0.02, interpolation }), { time: { end: 1 } })
      .notices.map(({ message }) => message)
      .join();
  expect(noticesOf(problem, "coordinates")).toMatch(/d² operations a step/);
  expect(noticesOf(problem, "orthonormal")).toMatch(/couples up to 2 coordinates.*the whole potential/);
  expect(noticesOf(coupledChain(12, 2), "orthonormal")).toMatch(/the terms around all of them/);
  expect(noticesOf(kepler(), "orthonormal")).not.toMatch(/couples/);
});
