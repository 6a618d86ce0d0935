import fc from "fast-check";
import { expect, test } from "vitest";
import { conditionEstimate } from "../../src/linalg/condition.js";
import { analyze } from "../../src/linalg/factorization.js";
import { fromDiagonal, toRows } from "../../src/linalg/matrix.js";
import { positiveDefinite, sized } from "./matrices.js";

test("the estimate is never too large and seldom small", () => {
  let small = 0;
  fc.assert(
    fc.property(sized(15, positiveDefinite), (A) => {
      const n = A.pattern.size;
      const solver = analyze(A.pattern, true);
      expect(solver.factor(A.values)).toBeNull();
      let inverse = 0;
      for (let j = 0; j < n; j++) {
        const e = new Float64Array(n);
        e[j] = 1;
        solver.solve(e, e);
        inverse = Math.max(
          inverse,
          e.reduce((sum, value) => sum + Math.abs(value), 0),
        );
      }
      const columns = toRows(A);
      const norm = Math.max(...columns.map((row) => row.reduce((sum, value) => sum + Math.abs(value), 0)));
      const estimate = conditionEstimate(A, solver.solve);
      // Rounding of the solves: condition below 1000
      expect(estimate).toBeLessThanOrEqual(norm * inverse * (1 + 1e-12));
      if (estimate < (norm * inverse) / 3) small++;
    }),
    { numRuns: 150 },
  );
  expect(small).toBeLessThanOrEqual(3);
});

test("a diagonal matrix has the ratio of its entries", () => {
  const A = fromDiagonal([1, 1e6, 1e-3, 5]);
  const solver = analyze(A.pattern, true);
  solver.factor(A.values);
  expect(conditionEstimate(A, solver.solve)).toBeCloseTo(1e9, 0);
});
