import fc from "fast-check";
import { expect, test } from "vitest";
import { condense } from "../../src/linalg/condense.js";
import { analyze } from "../../src/linalg/factorization.js";
import { fromDiagonal, fromRows, multiply, toRows } from "../../src/linalg/matrix.js";
import { positiveDefinite, vector } from "./matrices.js";

test("two springs in series: the massless middle disappears into k1 k2 / (k1 + k2)", () => {
  const stiffness = fromRows([
    [9, -6],
    [-6, 6],
  ]);
  const {
    stiffness: K,
    mass,
    retained,
    load,
    recover,
  } = condense({ stiffness, mass: fromDiagonal([0, 2]), viscosity: null }, [0]);
  expect([...retained]).toEqual([1]);
  expect(toRows(mass)).toEqual([[2]]);
  expect(toRows(K)).toEqual([[expect.closeTo(2, 14)]]);
  const F = Float64Array.of(3, 1);
  const condensed = new Float64Array(1);
  load(F, condensed);
  expect(condensed[0]).toBeCloseTo(3, 14); // 1 + 6/9 · 3
  const q = new Float64Array(2);
  recover(Float64Array.of(1.5), F, q);
  expect([...q]).toEqual([expect.closeTo((3 + 6 * 1.5) / 9, 14), 1.5]);
});

test("the condensed statics are the statics", () => {
  const cases = fc.integer({ min: 2, max: 9 }).chain((n) =>
    fc.tuple(
      positiveDefinite(n),
      vector(n),
      fc.subarray(
        Array.from({ length: n }, (_, i) => i),
        { maxLength: n - 1 },
      ),
    ),
  );
  fc.assert(
    fc.property(cases, ([stiffness, F, massless]) => {
      const n = F.length;
      const mass = fromDiagonal(Array.from({ length: n }, (_, i) => (massless.includes(i) ? 0 : 1)));
      const parts = condense({ stiffness, mass, viscosity: null }, massless);
      const reduced = new Float64Array(parts.retained.length);
      parts.load(F, reduced);
      const solver = analyze(parts.stiffness.pattern, true);
      expect(solver.factor(parts.stiffness.values)).toBeNull();
      solver.solve(reduced, reduced);
      const q = new Float64Array(n);
      parts.recover(reduced, F, q);
      const force = new Float64Array(n);
      multiply(stiffness, q, force);
      // Condition below 1000
      for (let i = 0; i < n; i++) expect(Math.abs(force[i] - F[i])).toBeLessThan(1e-11);
    }),
    { numRuns: 300 },
  );
});

test("damped or unheld massless rows are refused in words", () => {
  const stiffness = fromRows([
    [1, 0],
    [0, 0],
  ]);
  const mass = fromDiagonal([1, 0]);
  expect(() => condense({ stiffness, mass, viscosity: null }, [1])).toThrow(
    "row 1: it has no mass and the stiffness does not hold it",
  );
  const viscosity = fromDiagonal([0.1, 0.2]);
  expect(() => condense({ stiffness, mass, viscosity }, [1])).toThrow("row 1: it has no mass but is damped");
  expect(() => condense({ stiffness, mass, viscosity: null }, [0, 1])).toThrow("nothing to integrate");
});
