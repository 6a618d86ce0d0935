import fc from "fast-check";
import { expect, test } from "vitest";
import { startingVector, uniform } from "../../src/core/random.js";
import { eigenGeneralized } from "../../src/linalg/eigen-symmetric.js";
import { combination, lanczosProcess, type SymmetricMap } from "../../src/linalg/lanczos-process.js";
import { largestPair, largestQuotient } from "../../src/linalg/largest-quotient.js";
import { diagonalMass, matrixMass } from "../../src/linalg/mass.js";
import { bilinear, multiply } from "../../src/linalg/matrix.js";
import { laplacian, positiveDefinite, sized } from "./matrices.js";

test("with all vectors kept, the process of full length has all eigenvalues of the map, and vectors that are M-orthonormal", () => {
  fc.assert(
    fc.property(
      sized(14, (n) => fc.tuple(positiveDefinite(n), positiveDefinite(n))),
      ([K, M]) => {
        const n = K.pattern.size;
        const dense = eigenGeneralized(K, M);
        if ("kind" in dense) throw new Error("the mass is positive definite");
        const process = lanczosProcess(inverseTimes(K, M));
        const random = uniform(7);
        const other = () => Float64Array.from({ length: n }, () => random() - 0.5);
        process.begin(other());
        // Where the space ends early (eigenvalues that coincide), it goes on with another vector.
        for (let k = 0; k < n; k++) if (!process.advance() && k + 1 < n) process.begin(other());
        expect(process.basis.length).toBe(n);
        const values = process.ritz().map(({ value }) => value);
        values.reverse().forEach((value, k) => {
          expect(Math.abs(value - dense.values[k])).toBeLessThan(1e-10 * (1 + value));
        });
        process.basis.forEach((x, i) => {
          for (let j = 0; j <= i; j++)
            expect(Math.abs(bilinear(M, x, process.basis[j]) - (i === j ? 1 : 0))).toBeLessThan(1e-12);
        });
      },
    ),
    { numRuns: 100 },
  );
});

test("it stays orthogonal to vectors that are known: their eigenvalues are not found again", () => {
  const K = laplacian(12, 1, 1, 1);
  const M = laplacian(12, 1, 1, 3);
  const dense = eigenGeneralized(K, M);
  if ("kind" in dense) throw new Error("the mass is positive definite");
  const process = lanczosProcess(inverseTimes(K, M), { known: dense.vectors.slice(10) });
  process.begin(startingVector(12));
  let taken = 1;
  while (process.advance()) taken++;
  expect(taken).toBe(10);
  expect(process.ritz()[0].value).toBeCloseTo(dense.values[9], 12);
  expect(process.begin(startingVector(12, 2))).toBe(false);
});

test("two vectors are enough for the largest value, and no more are kept", () => {
  const K = laplacian(30, 20, 1, 0);
  const M = laplacian(30, 20, 1, 6);
  const process = lanczosProcess(inverseTimes(K, M), { keep: 2 });
  process.begin(startingVector(600));
  for (let k = 0; k < 200; k++) process.advance();
  expect(process.basis.length).toBe(2);
  const largest = 2 - 2 * Math.cos((29 * Math.PI) / 30) + (2 - 2 * Math.cos((19 * Math.PI) / 20));
  expect(process.ritz()[0].value / (largest / (largest + 6))).toBeCloseTo(1, 9);
});

test("the residual of a pair is that of its vector", () => {
  const K = laplacian(40, 10, 1, 0);
  const mass = diagonalMass(Float64Array.from({ length: 400 }, (_, i) => 1 + (i % 7)));
  const pair = largestPair(mass, K);
  if (pair === null) throw new Error("the mass is not zero");
  const { value, residual, vector } = pair;
  const [force, rest] = [new Float64Array(400), new Float64Array(400)];
  multiply(K, vector, force);
  mass.solve(force, rest);
  for (let i = 0; i < 400; i++) rest[i] -= value * vector[i];
  const measured = Math.sqrt(bilinear(mass.matrix, rest, rest));
  expect(bilinear(mass.matrix, vector, vector)).toBeCloseTo(1, 12);
  expect(Math.abs(measured - residual)).toBeLessThan(1e-12 * value);
  // Forty products without the vectors, sixty with them: the same largest quotient, from below.
  expect(largestQuotient(mass, K)).toBeLessThanOrEqual(value * (1 + 1e-12));
  expect(largestQuotient(mass, K) / value).toBeCloseTo(1, 3);
});

test("numbers that are not finite end the process", () => {
  const K = laplacian(3, 1, 1);
  K.values[0] = Number.NaN;
  expect(largestQuotient(diagonalMass([1, 1, 1]), K)).toBeNaN();
});

test("a combination has the weights of its vectors", () => {
  expect([...combination([Float64Array.of(1, 0), Float64Array.of(2, 4)], Float64Array.of(3, 0.5))]).toEqual([4, 2]);
});

/** M⁻¹K. */
function inverseTimes(K: Parameters<typeof multiply>[0], M: typeof K): SymmetricMap {
  const mass = matrixMass(M);
  const force = new Float64Array(K.pattern.size);
  return {
    size: K.pattern.size,
    inner: mass.apply,
    apply(x, _image, out) {
      multiply(K, x, force);
      mass.solve(force, out);
    },
  };
}
