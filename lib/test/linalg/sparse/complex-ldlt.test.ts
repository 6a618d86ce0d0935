import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Matrix } from "../../../src/core/matrix.js";
import { fromTriplets, toRows } from "../../../src/linalg/matrix.js";
import { plainComplexKernels, wasmComplexKernels } from "../../../src/linalg/sparse/complex-kernels.js";
import { complexLDLT } from "../../../src/linalg/sparse/complex-ldlt.js";
import { laplacian, noise, positiveDefinite, sized, vector } from "../matrices.js";

type Complex = readonly [number, number];
const times = ([a, b]: Complex, [c, d]: Complex): Complex => [a * c - b * d, a * d + b * c];
const minus = ([a, b]: Complex, [c, d]: Complex): Complex => [a - c, b - d];
const over = (x: Complex, [c, d]: Complex): Complex => {
  const square = c * c + d * d;
  return times(x, [c / square, -d / square]);
};
const size = ([a, b]: Complex) => Math.hypot(a, b);

/** Dense Gaussian elimination with partial pivoting. */
function denseSolution(A: Complex[][], b: Complex[]): Complex[] {
  const a = A.map((row, i) => [...row, b[i]]);
  const n = a.length;
  for (let k = 0; k < n; k++) {
    let best = k;
    for (let i = k; i < n; i++) if (size(a[i][k]) > size(a[best][k])) best = i;
    [a[k], a[best]] = [a[best], a[k]];
    for (let i = k + 1; i < n; i++) {
      const factor = over(a[i][k], a[k][k]);
      for (let j = k; j <= n; j++) a[i][j] = minus(a[i][j], times(factor, a[k][j]));
    }
  }
  const x: Complex[] = [];
  for (let i = n - 1; i >= 0; i--) {
    let sum = a[i][n];
    for (let j = i + 1; j < n; j++) sum = minus(sum, times(a[i][j], x[j]));
    x[i] = over(sum, a[i][i]);
  }
  return x;
}

/** R with an imaginary part on its pattern: part of R itself and noise on the entries. */
function imaginaryPart({ pattern }: Matrix, seed: number): Float64Array {
  const random = noise(seed);
  const half = Array.from({ length: pattern.size }, () => random());
  const values = new Float64Array(pattern.column.length);
  for (let i = 0; i < pattern.size; i++) {
    for (let k = pattern.rowStart[i]; k < pattern.rowStart[i + 1]; k++) {
      values[k] = half[i] + half[pattern.column[k]];
    }
  }
  return values;
}

describe.each([
  ["plain", plainComplexKernels],
  ["WebAssembly", wasmComplexKernels],
])("with %s kernels", (_, kernels) => {
  test("solves what dense elimination solves, wherever the real part is positive definite", () => {
    const cases = sized(24, (n) => fc.tuple(positiveDefinite(n), vector(n), vector(n), fc.nat(999)));
    fc.assert(
      fc.property(cases, ([R, re, im, seed]) => {
        const imaginary = imaginaryPart(R, seed);
        const ldlt = complexLDLT(R.pattern, { kernels });
        expect(ldlt.factor(R.values, imaginary)).toBeNull();
        const x = re.slice();
        const y = im.slice();
        ldlt.solve(x, y);
        const S = toRows({ pattern: R.pattern, values: imaginary });
        const A = toRows(R).map((row, i) => row.map((value, j): Complex => [value, S[i][j]]));
        const expected = denseSolution(
          A,
          Array.from(re, (value, i): Complex => [value, im[i]]),
        );
        const largest = expected.reduce((most, value) => Math.max(most, size(value)), 0);
        // The condition is below some thousand, the growth of entries below that of the imaginary part: 4.
        expected.forEach((value, i) => {
          expect(size(minus(value, [x[i], y[i]]))).toBeLessThan(1e-11 * (1 + largest));
        });
      }),
      { numRuns: 1000 },
    );
  });
});

test("a grid with fronts of many panels: both kernels leave the same bits, in one memory or in several", () => {
  const R = laplacian(12, 12, 12, 0.5);
  const imaginary = imaginaryPart(R, 5).map((value) => 0.1 * value);
  const random = noise(8);
  const re = Float64Array.from({ length: R.pattern.size }, random);
  const im = Float64Array.from({ length: R.pattern.size }, random);
  const options = [{ kernels: plainComplexKernels }, { kernels: wasmComplexKernels }, { memoryLimit: 50_000 }];
  const solutions = options.map((option) => {
    const ldlt = complexLDLT(R.pattern, option);
    expect(ldlt.factor(R.values, imaginary)).toBeNull();
    const x = re.slice();
    const y = im.slice();
    ldlt.solve(x, y);
    return { x, y };
  });
  expect(solutions[1]).toEqual(solutions[0]);
  expect(solutions[2]).toEqual(solutions[0]);
});

test("a pivot that vanishes is a failure with its row, or is replaced", () => {
  // i times [[1, 1], [1, 1]]
  const A = fromTriplets(2, [0, 0, 1, 1], [0, 1, 0, 1], [1, 1, 1, 1]);
  const zero = new Float64Array(4);
  expect(complexLDLT(A.pattern).factor(zero, A.values)).toEqual({ kind: "singular", row: 1, pivot: 0 });
  expect(complexLDLT(A.pattern, { smallestPivot: 1e-8 }).factor(zero, A.values)).toBeNull();
  expect(() => complexLDLT(A.pattern).factor(zero, zero.subarray(1))).toThrow("found 3 values");
});
