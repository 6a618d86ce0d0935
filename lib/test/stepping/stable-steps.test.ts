import * as fc from "fast-check";
import { expect, test } from "vitest";
import { begin } from "../../src/core/run.js";
import type { Problem } from "../../src/core/system.js";
import { diagonalMass } from "../../src/linalg/mass.js";
import { fromDiagonal, fromRows, fromTriplets } from "../../src/linalg/matrix.js";
import { centralDifference } from "../../src/methods/central-difference.js";
import { startingFrom } from "../../src/models/model.js";
import { checkStability, remarkExplicit } from "../../src/stepping/stable-steps.js";
import { linearSystem } from "../../src/systems/linear.js";
import { inPotential } from "../methods/oscillator.js";

const POCKETS = [
  { from: 2, to: 3 },
  { from: 5, to: Number.POSITIVE_INFINITY },
];

/** Oscillators with these frequencies, side by side. */
function oscillators(frequencies: readonly number[]): Problem {
  const nothing = frequencies.map(() => 0);
  const system = linearSystem({
    mass: diagonalMass(frequencies.map((_, i) => 1 + i)),
    stiffness: fromDiagonal(frequencies.map((omega, i) => (1 + i) * omega * omega)),
  });
  return startingFrom(system, nothing, nothing);
}

test("refuses exactly what has a mode in a pocket", () => {
  // Away from the edges by more than the search for the highest frequency resolves.
  const frequency = fc.constantFrom(0, 0.3, 1.1, 1.9, 2.2, 2.9, 3.1, 4.7, 5.3, 40);
  fc.assert(
    fc.property(fc.array(frequency, { minLength: 1, maxLength: 8 }), fc.constantFrom(1, 0.1, -0.5), (all, h) => {
      const problem = oscillators(all.map((z) => z / Math.abs(h)));
      const count = all.filter((z) => (z > 2 && z < 3) || z > 5).length;
      const check = () => checkStability("some-method", problem, h, POCKETS);
      if (count === 0) expect(check()).toEqual([]);
      else expect(check).toThrow(count === 1 ? /amplifies one mode/ : new RegExp(`amplifies ${count} modes`));
    }),
    { seed: 6, numRuns: 200 },
  );
});

test("the step it names is the longest stable one, to a thousandth", () => {
  try {
    checkStability("some-method", oscillators([1, 7, 3]), 1, POCKETS);
    expect.unreachable();
  } catch (error) {
    const [, limit] = /steps below ([\d.]+) are stable/.exec(String(error)) ?? [];
    expect(Number(limit) / (2 / 7)).toBeCloseTo(1, 2);
  }
});

test("a chain of three thousand masses: one sparse factorization tells", () => {
  const n = 3000;
  const rows: number[] = [];
  const columns: number[] = [];
  const values: number[] = [];
  for (let i = 0; i < n; i++) {
    for (const j of [i - 1, i, i + 1]) {
      if (j < 0 || j >= n) continue;
      rows.push(i);
      columns.push(j);
      values.push(i === j ? 2 : -1);
    }
  }
  const system = linearSystem({
    mass: diagonalMass(new Float64Array(n).fill(1)),
    stiffness: fromTriplets(n, rows, columns, values),
  });
  const problem = startingFrom(system, new Array(n).fill(0), new Array(n).fill(0));
  // Its frequencies fill the interval from 0 to 2.
  expect(checkStability("some-method", problem, 0.999, POCKETS)).toEqual([]);
  expect(() => checkStability("some-method", problem, 1.01, POCKETS)).toThrow(/amplifies \d+ modes of 3000/);
});

test("a tangent that is not finite is left to the first step, which says where", () => {
  const nowhere = inPotential({ value: Math.sqrt, slope: (x) => 0.5 / Math.sqrt(x), bend: () => Number.NaN }, 0, 0);
  expect(checkStability("some-method", nowhere, 1, POCKETS)).toEqual([]);
});

test("an explicit step is told to be too long exactly where it is, by the highest frequency", () => {
  // A chain of equal masses between walls, ω = 2 sin(kπ/(2n + 2)): for 40 of them 1.9985.
  const n = 40;
  const entry = (i: number, j: number) => (i === j ? 2 : Math.abs(i - j) === 1 ? -1 : 0);
  const stiffness = fromRows(Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => entry(i, j))));
  const still = new Float64Array(n);
  const problem = startingFrom(linearSystem({ mass: diagonalMass(still.map(() => 1)), stiffness }), still, still);
  expect(remarkExplicit("some-method", problem, 0.99, 2)).toEqual([]);
  const [remark] = remarkExplicit("some-method", problem, -1.05, 2);
  const [, limit] = /take steps below ([\d.]+)/.exec(remark.message) ?? [];
  // Powers come near the highest of many close frequencies slowly, but the quotient does not mind.
  expect(Number(limit)).toBeCloseTo(1.0007, 2);
  const noticesOf = (step: number) => begin(problem, centralDifference(), { time: { step, steps: 1 } }).notices;
  expect(noticesOf(1.05)).toHaveLength(1);
  expect(noticesOf(0.5)).toEqual([]);
});
