import fc from "fast-check";
import { expect, test } from "vitest";
import { eigenGeneralized } from "../../src/linalg/eigen-symmetric.js";
import { diagonalMass, matrixMass } from "../../src/linalg/mass.js";
import { bilinear, fromDiagonal, fromRows, toRows } from "../../src/linalg/matrix.js";
import { modalDamping, rayleighCoefficients, rayleighDamping } from "../../src/systems/damping.js";
import { positiveDefinite } from "../linalg/matrices.js";

const mass = diagonalMass([2, 1]);
const stiffness = fromRows([
  [600, -200],
  [-200, 200],
]);

function modesOf(M = mass, K = stiffness) {
  const modes = eigenGeneralized(K, M.matrix);
  if (!("vectors" in modes)) throw new Error("the mass is positive definite");
  return modes;
}

test("Rayleigh damping is a0 M + a1 K, on both patterns", () => {
  expect(toRows(rayleighDamping(mass, stiffness, 0.5, 0.01))).toEqual([
    [7, -2],
    [-2, 2.5],
  ]);
});

test("Rayleigh's coefficients give both modes their ratio", () => {
  const { values, vectors } = modesOf();
  const [first, second] = values.map(Math.sqrt);
  const C = rayleighDamping(mass, stiffness, ...rayleighCoefficients(0.03, first, second));
  for (const [k, omega] of [first, second].entries()) {
    // φᵀ C φ = 2 ζ ω for φᵀ M φ = 1.
    expect(bilinear(C, vectors[k], vectors[k])).toBeCloseTo(2 * 0.03 * omega, 12);
  }
});

test("modal damping gives every mode its own ratio and couples none", () => {
  const cases = fc
    .integer({ min: 1, max: 7 })
    .chain((n) =>
      fc.tuple(
        positiveDefinite(n),
        positiveDefinite(n),
        fc.array(fc.double({ min: 0, max: 0.2, noNaN: true }), { minLength: n, maxLength: n }),
      ),
    );
  fc.assert(
    fc.property(cases, ([M, K, ratios]) => {
      const C = modalDamping(matrixMass(M), K, ratios);
      const { values, vectors } = modesOf(matrixMass(M), K);
      const largest = 2 * Math.sqrt(values[values.length - 1]);
      for (let i = 0; i < values.length; i++) {
        for (let j = 0; j < values.length; j++) {
          const expected = i === j ? 2 * ratios[i] * Math.sqrt(values[i]) : 0;
          // Eigenvectors of random pairs are right to some thousand ulp.
          expect(Math.abs(bilinear(C, vectors[i], vectors[j]) - expected)).toBeLessThan(1e-9 * largest);
        }
      }
    }),
    { numRuns: 50, seed: 11 },
  );
});

test("rigid motions are not damped", () => {
  const free = fromRows([
    [3, -3],
    [-3, 3],
  ]);
  const C = modalDamping(mass, free, 0.1);
  const translation = Float64Array.of(1, 1);
  // A few ulp of the entries, which are of size 0.1.
  expect(Math.abs(bilinear(C, translation, translation))).toBeLessThan(1e-14);
  expect(bilinear(C, Float64Array.of(1, -2), Float64Array.of(1, -2))).toBeGreaterThan(0.1);
});

test("the number of ratios is one or one for each mode", () => {
  expect(() => modalDamping(mass, stiffness, [0.02])).toThrow(
    /1 damping ratios for 2 modes; give one, or one for each/,
  );
});

test("degrees of freedom without mass are left undamped, the modes of the others are those of the condensed system", () => {
  // Wall – 10 – joint – 10 – mass 2: one mode, of stiffness 5.
  const K = fromRows([
    [20, -10],
    [-10, 10],
  ]);
  const C = modalDamping({ matrix: fromDiagonal([0, 2]) }, K, [0.1]);
  expect(toRows(C)).toEqual([
    [0, 0],
    [0, expect.closeTo(2 * 0.1 * Math.sqrt(5 * 2), 13)],
  ]);
});
