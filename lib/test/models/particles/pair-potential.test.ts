/** Divided differences against the laws themselves, between points that are far apart, close, and on both sides of a cutoff. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { gravity } from "../../../src/models/particles/gravity.js";
import { lennardJones } from "../../../src/models/particles/lennard-jones.js";
import { type PairPotential, pairDifferences, pairFunctions } from "../../../src/models/particles/pair-potential.js";
import { springs } from "../../../src/models/particles/springs.js";

const order = Int32Array.of(0);

const laws: readonly [string, PairPotential][] = [
  ["gravity", gravity({ G: 2 }, [3, 4])],
  ["a spring", springs([{ between: [0, 1], stiffness: 3, length: 0.7 }], order)],
  ["a spring without length", springs([{ between: [0, 1], stiffness: 3 }], order)],
  ["Lennard-Jones", lennardJones()],
  ["Lennard-Jones with a cutoff", lennardJones({ epsilon: 1.3, sigma: 0.9, cutoff: 1.2, shift: true })],
];

describe.each(laws)("%s", (_name, law) => {
  const functions = pairFunctions(law);
  const difference = pairDifferences(law);
  const secant = (a: number, b: number) => difference.secant(a, b, 0, 1, 0);
  const slope = (a: number, b: number) => difference.slope(a, b, 0, 1, 0);
  const energy = (square: number) => functions.energy(square, 0, 1, 0);
  const squares = fc.double({ min: 0.7, max: 2.2, noNaN: true });

  test("(U(b) − U(a))/(b − a), the same from either end", () => {
    fc.assert(
      fc.property(squares, squares, (a, b) => {
        const work = secant(a, b) * (b - a);
        // The difference of two energies is rounded like each of them; U is at most some tens here.
        expect(Math.abs(work - (energy(b) - energy(a)))).toBeLessThan(2e-13);
        expect(Math.abs(secant(a, b) - secant(b, a))).toBeLessThan(1e-13 * (1 + Math.abs(secant(a, b))));
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  test("nothing cancels where the ends meet: it is the law's slope, half of U′/r", () => {
    for (const a of [0.8, 1.1, 1.37]) {
      const lawSlope = functions.slope(a, 0, 1, 0);
      for (const b of [a, a * (1 + 1e-15), a * (1 - 1e-12)]) {
        // Second-order terms in b − a, and some ulps.
        expect(Math.abs(secant(a, b) - lawSlope / 2)).toBeLessThan(1e-10 * (1 + Math.abs(lawSlope)));
      }
    }
  });

  test("its slope is its derivative by b", () => {
    for (const [a, b] of [
      [0.8, 1.1],
      [1.1, 0.9],
      [1.2, 1.7],
      [1.9, 1.25],
      [1.8, 2.1],
    ]) {
      const d = 1e-5;
      const differenced = (secant(a, b + d) - secant(a, b - d)) / (2 * d);
      // Central differences: d² and 1e-16/d.
      expect(Math.abs(slope(a, b) - differenced)).toBeLessThan(1e-7 * (1 + Math.abs(differenced)));
    }
  });
});
