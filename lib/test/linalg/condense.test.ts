import fc from "fast-check";
import { expect, test } from "vitest";
import { condense } from "../../src/linalg/condense.js";
import { analyze } from "../../src/linalg/factorization.js";
import { fromDiagonal, fromRows, multiply, toRows } from "../../src/linalg/matrix.js";
import { checkPattern } from "../../src/linalg/sparsity.js";
import { laplacian, positiveDefinite, vector } from "./matrices.js";

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

test("islands couple only the rows around them: a chain with massless links stays a chain", () => {
  const n = 41;
  const chain = laplacian(n, 1, 1, 0.01);
  const between = Array.from({ length: 20 }, (_, k) => 2 * k + 1);
  const mass = fromDiagonal(Array.from({ length: n }, (_, i) => (i % 2 === 0 ? 1 : 0)));
  const { stiffness } = condense({ stiffness: chain, mass, viscosity: null }, between);
  const { size, column } = stiffness.pattern;
  expect(size).toBe(21);
  expect(column.length).toBe(3 * 21 - 2);
  checkPattern(stiffness.pattern);
  // Between two masses: two springs of 1 in series over a middle held by 0.01, minus 1 / 2.01.
  const rows = toRows(stiffness);
  expect(rows[7][8]).toBeCloseTo(-1 / 2.01, 14);
  expect(rows[7][7]).toBeCloseTo(2.01 - 2 / 2.01, 14);
  // Massless rows that hang together couple all that they touch.
  const inner = Array.from({ length: 30 }, (_, k) => 5 + k);
  const joined = condense({ stiffness: chain, mass, viscosity: null }, inner).stiffness;
  expect(joined.pattern.column.length).toBe(5 + 2 * 4 + 6 + 2 * 5 + 2);
  expect(toRows(joined)[4][5]).toBeLessThan(0);
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
