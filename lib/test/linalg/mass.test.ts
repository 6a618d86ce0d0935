import fc from "fast-check";
import { expect, test } from "vitest";
import { diagonalMass, massless, matrixMass, scalarMass } from "../../src/linalg/mass.js";
import { fromDiagonal, fromRows } from "../../src/linalg/matrix.js";
import { positiveDefinite, sized, vector } from "./matrices.js";

test("solving undoes applying", () => {
  fc.assert(
    fc.property(
      sized(20, (n) => fc.tuple(positiveDefinite(n), vector(n))),
      ([M, v]) => {
        const mass = matrixMass(M);
        const p = new Float64Array(v.length);
        mass.apply(v, p);
        mass.solve(p, p);
        // The smallest eigenvalue is at least 1/2, the largest below 500: three digits of sixteen may go.
        for (let i = 0; i < v.length; i++) expect(Math.abs(p[i] - v[i])).toBeLessThan(1e-11);
      },
    ),
  );
});

test("what is diagonal in value is a diagonal mass", () => {
  const full = fromRows([
    [2, 0],
    [0, 3],
  ]);
  expect([...(matrixMass(full).diagonal ?? [])]).toEqual([2, 3]);
  expect([...(scalarMass(3, 1.5).diagonal ?? [])]).toEqual([1.5, 1.5, 1.5]);
});

test("masses that are none are refused by row", () => {
  expect(() => diagonalMass([1, 0, 2])).toThrow("row 1: the mass matrix is not positive definite here (its mass is 0)");
  expect(() => scalarMass(2, Number.NaN)).toThrow("row 0");
  const rows = (a: number, b: number, c: number, d: number) => () =>
    matrixMass(
      fromRows([
        [a, b],
        [c, d],
      ]),
    );
  expect(rows(1, 2, 2.1, 9)).toThrow("row 0: the mass matrix is not symmetric: the entries (0, 1) and (1, 0) differ");
  expect(rows(1, 2, 2, 1)).toThrow("row 1: the mass matrix is not positive definite here (pivot -3)");
  expect(rows(1, 2, 2, 4)).toThrow("row 1");
  const broken = fromRows([
    [1, 0.5],
    [0.5, 1],
  ]);
  broken.values[3] = Number.NaN;
  expect(() => matrixMass(broken)).toThrow("row 1: an entry of the mass matrix, in column 1, is NaN");
});

test("rows without mass are listed", () => {
  expect(massless(fromDiagonal([1, 0, 2, 0]))).toEqual([1, 3]);
  expect(
    massless(
      fromRows([
        [0, 0],
        [0, 1],
      ]),
    ),
  ).toEqual([0]);
});
