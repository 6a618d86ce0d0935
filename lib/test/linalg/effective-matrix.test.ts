import fc from "fast-check";
import { expect, test } from "vitest";
import type { Matrix } from "../../src/core/matrix.js";
import type { Force, NonlinearSystem } from "../../src/core/system.js";
import { effectiveMatrix } from "../../src/linalg/effective-matrix.js";
import { matrixMass } from "../../src/linalg/mass.js";
import { toRows } from "../../src/linalg/matrix.js";
import { positiveDefinite, sparse } from "./matrices.js";

const forceOf = (byPosition: Matrix | null, byVelocity: Matrix | null): Force => {
  const tangent = (A: Matrix | null) =>
    A && {
      pattern: A.pattern,
      symmetric: false,
      values: (_t: number, _q: unknown, _v: unknown, out: Float64Array) => out.set(A.values),
    };
  return { addTo: () => {}, byPosition: tangent(byPosition), byVelocity: tangent(byVelocity) };
};

const systemOf = (M: Matrix, K: Matrix, load: Force | null, damping: Force | null): NonlinearSystem => ({
  kind: "nonlinear",
  dof: M.pattern.size,
  labels: [],
  mass: matrixMass(M),
  potential: () => 0,
  gradient: (_q, out) => out.fill(0),
  tangent: { pattern: K.pattern, values: (_q, out) => out.set(K.values) },
  load,
  damping,
  discreteGradient: null,
  invariants: [],
});

test("the assembled matrix is the sum of its parts on one pattern", () => {
  const cases = fc
    .integer({ min: 1, max: 12 })
    .chain((n) => fc.tuple(positiveDefinite(n), positiveDefinite(n), sparse(n), sparse(n), sparse(n)));
  fc.assert(
    fc.property(cases, ([M, K, A, B, C]) => {
      const n = M.pattern.size;
      const q = new Float64Array(n);
      const matrix = effectiveMatrix(systemOf(M, K, forceOf(A, B), forceOf(null, C)));
      const parts = [M, K, A, B, C].map(toRows);
      for (const [cM, cC, cK] of [
        [1, 0.5, 0.25],
        [1, 1, 1],
        [4, 0, 1],
        [0, 2, 0],
      ]) {
        matrix.assemble(cM, cC, cK, 0, q, q);
        const found = toRows({ pattern: matrix.pattern, values: matrix.values });
        const [m, k, a, b, c] = parts;
        // All entries are small multiples of 1/64: exact, except the diagonal of `positiveDefinite`.
        found.forEach((row, i) => {
          row.forEach((value, j) => {
            const expected = cM * m[i][j] - cC * (b[i][j] + c[i][j]) + cK * (k[i][j] - a[i][j]);
            expect(Math.abs(value - expected)).toBeLessThan(1e-13);
          });
        });
      }
    }),
    { numRuns: 100 },
  );
});

test("symmetry follows the tangents of the forces; without a tangent of V there is no matrix", () => {
  const I: Matrix = {
    pattern: { size: 1, rowStart: Int32Array.of(0, 1), column: Int32Array.of(0) },
    values: Float64Array.of(1),
  };
  expect(effectiveMatrix(systemOf(I, I, null, null)).symmetric).toBe(true);
  expect(effectiveMatrix(systemOf(I, I, forceOf(I, null), null)).symmetric).toBe(false);
  expect(() => effectiveMatrix({ ...systemOf(I, I, null, null), tangent: null })).toThrow("needs the tangent");
});
