import fc from "fast-check";
import { expect, test } from "vitest";
import type { Matrix } from "../../src/core/matrix.js";
import { eigenGeneralized } from "../../src/linalg/eigen-symmetric.js";
import { lowestModes, type Modes } from "../../src/linalg/lanczos.js";
import { bilinear, fromDiagonal } from "../../src/linalg/matrix.js";
import { laplacian, positiveDefinite } from "./matrices.js";

const modesOf = (...[K, M, count, options]: Parameters<typeof lowestModes>): Modes => {
  const modes = lowestModes(K, M, count, options);
  if ("kind" in modes) throw new Error(`no modes: ${modes.kind}`);
  return modes;
};

const unitMass = (n: number): Matrix => fromDiagonal(new Float64Array(n).fill(1));

/** Eigenvalues of the path of n vertices with free ends. */
const path = (n: number) => Array.from({ length: n }, (_, k) => 2 - 2 * Math.cos((k * Math.PI) / n));

test("small pairs have the modes of dense algebra", () => {
  const pairs = fc
    .integer({ min: 6, max: 25 })
    .chain((n) => fc.tuple(positiveDefinite(n), positiveDefinite(n), fc.integer({ min: 1, max: n })));
  fc.assert(
    fc.property(pairs, ([K, M, count]) => {
      const dense = eigenGeneralized(K, M);
      if ("kind" in dense) throw new Error("the mass is positive definite");
      const { values, vectors, complete } = modesOf(K, M, count);
      expect(values.length).toBe(count);
      expect(complete).toBe(true);
      // Eigenvalues lie between 1/500 and 500.
      values.forEach((value, k) => {
        expect(Math.abs(value - dense.values[k])).toBeLessThan(1e-9 * (1 + value));
      });
      vectors.forEach((x, i) => {
        for (let j = 0; j <= i; j++)
          expect(Math.abs(bilinear(M, x, vectors[j]) - (i === j ? 1 : 0))).toBeLessThan(1e-8);
      });
    }),
    { numRuns: 60 },
  );
});

test("eigenvalues that occur several times are all found", () => {
  const n = 9;
  const values = modesOf(laplacian(n, n, n, 0.5), unitMass(n * n * n), 20).values;
  const sums = path(n).flatMap((a) => path(n).flatMap((b) => path(n).map((c) => a + b + c + 0.5)));
  sums.sort((a, b) => a - b);
  values.forEach((value, k) => {
    expect(Math.abs(value - sums[k])).toBeLessThan(1e-9);
  });
});

test("a free body has its rigid mode first", () => {
  const n = 40;
  const { values, residuals } = modesOf(laplacian(n, 3, 1, 0), unitMass(3 * n), 4);
  // The shift is 1e-8 of the typical eigenvalue, which is 3; rounding leaves far less.
  expect(Math.abs(values[0])).toBeLessThan(1e-10);
  for (let k = 1; k < 4; k++) expect(Math.abs(values[k] - path(n)[k])).toBeLessThan(1e-10);
  for (const residual of residuals) expect(residual).toBeLessThan(1e-6);
});

test("massless degrees of freedom follow the others", () => {
  // A chain in which every second mass vanishes behaves like one of half the length with half the stiffness.
  const n = 41;
  const masses = Float64Array.from({ length: n }, (_, i) => (i % 2 === 0 ? 1 : 0));
  const { values } = modesOf(laplacian(n, 1, 1, 0), fromDiagonal(masses), 5);
  values.forEach((value, k) => {
    expect(Math.abs(value - path(21)[k] / 2)).toBeLessThan(1e-9);
  });
});

test("what makes no sense is refused, and a shift on an eigenvalue is a failure", () => {
  const K = laplacian(4, 4, 1);
  expect(() => lowestModes(K, unitMass(16), 17)).toThrow("1 … 16");
  expect(() => lowestModes(K, unitMass(15), 1)).toThrow("do not make a pair");
  expect(() => lowestModes(K, fromDiagonal(new Float64Array(16)), 1)).toThrow("no modes");
  expect(lowestModes(laplacian(5, 5, 1, 0), unitMass(25), 2, { shift: 0 })).toMatchObject({ kind: "singular" });
});
