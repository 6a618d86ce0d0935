import fc from "fast-check";
import { expect, test } from "vitest";
import { denseLU } from "../../src/linalg/dense-lu.js";
import { fromRows, fromTriplets, multiply } from "../../src/linalg/matrix.js";

test("random matrices, with patterns that are full and that are not", () => {
  let [full, sparse] = [0, 0];
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 9 }), fc.boolean(), fc.nat(1e6), (n, isSparse, seed) => {
      const value = (k: number) => Math.sin(1 + k * 7.3 + seed);
      const [rows, cols, values]: number[][] = [[], [], []];
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++) {
          // Large entries off the diagonal: rows have to be exchanged.
          const isThere = !isSparse || j === (i + 1) % n || value(i * n + j + 99) > 0.3;
          if (!isThere) continue;
          rows.push(i);
          cols.push(j);
          values.push(value(i * n + j) + (j === (i + 1) % n ? 2 * n : 0));
        }
      }
      const A = fromTriplets(n, rows, cols, values);
      const lu = denseLU(A.pattern);
      expect(lu.fill).toBe(n * n);
      expect(lu.factor(A.values)).toBeNull();
      const [x, b, r] = [0, 1, 2].map((k) => Float64Array.from({ length: n }, (_, i) => value(i + 1000 * k)));
      expect(lu.solve(b, x)).toBeNull();
      multiply(A, x, r);
      // Diagonally dominant after the exchange: no growth, n roundings of numbers up to 2 n.
      for (let i = 0; i < n; i++) expect(Math.abs(r[i] - b[i])).toBeLessThan(8 * n * n * Number.EPSILON);
      // What was factored is not changed by solving.
      lu.solve(b, r);
      expect([...r]).toEqual([...x]);
      if (isSparse) sparse++;
      else full++;
    }),
    { seed: 3, numRuns: 200 },
  );
  expect(Math.min(full, sparse)).toBeGreaterThan(50);
});

test("the right-hand side may be the result", () => {
  const A = fromRows([
    [0, 2, 0, 0],
    [0, 0, 4, 0],
    [0, 0, 0, 8],
    [16, 0, 0, 0],
  ]);
  const lu = denseLU(A.pattern);
  expect(lu.factor(A.values)).toBeNull();
  const x = Float64Array.of(2, 8, 24, 64);
  lu.solve(x, x);
  expect([...x]).toEqual([4, 1, 2, 3]);
});

test.each([
  [
    "a row that is the sum of others",
    [
      [1, 2, 3, 4],
      [4, 3, 2, 1],
      [5, 5, 5, 5],
      [0, 1, 0, 2],
    ],
  ],
  [
    "a row of nothing",
    [
      [1, 2, 3, 4],
      [0, 0, 0, 0],
      [5, 6, 5, 5],
      [0, 1, 0, 2],
    ],
  ],
  [
    "what is not a number",
    [
      [1, 2, 3, 4],
      [4, Number.NaN, 2, 1],
      [5, 5, 5, 5],
      [0, 1, 0, 2],
    ],
  ],
])("%s: singular", (_what, rows) => {
  const { pattern } = fromRows(rows.map((row) => row.map(() => 1)));
  expect(denseLU(pattern).factor(Float64Array.from(rows.flat()))).toMatchObject({ kind: "singular" });
});

test("what is far from singular is not called so, however it is scaled", () => {
  const rows = [
    [1e-200, 0, 0, 0],
    [0, 1e200, 0, 0],
    [0, 0, 1e-200, 1e-201],
    [0, 0, 0, 1e-200],
  ];
  const A = fromRows(rows);
  expect(denseLU(A.pattern).factor(A.values)).toBeNull();
});
