import { expect, test } from "vitest";
import { diagonalMass, matrixMass } from "../../../src/linalg/mass.js";
import { fromDiagonal, fromRows, toRows } from "../../../src/linalg/matrix.js";
import { overMass } from "../../../src/stepping/compensation/over-mass.js";

const M = fromRows([
  [2, 1],
  [1, 3],
]);
const A = fromRows([
  [1, 2],
  [4, -1],
]);

test("A M⁻¹ for a diagonal mass, a full one, and a multiple of it", () => {
  expect(toRows(overMass(A, diagonalMass([2, 4]), "it"))).toEqual([
    [0.5, 0.5],
    [2, -0.25],
  ]);
  const found = toRows(overMass(A, matrixMass(M), "it"));
  // M⁻¹ = (3, −1; −1, 2)/5.
  [
    [1 / 5, 3 / 5],
    [13 / 5, -6 / 5],
  ].forEach((row, i) => {
    row.forEach((value, j) => {
      expect(found[i][j]).toBeCloseTo(value, 14);
    });
  });
  const multiple = overMass({ ...M, values: M.values.map((m) => 0.5 * m) }, matrixMass(M), "it");
  expect(multiple).toEqual(fromDiagonal([0.5, 0.5]));
});
