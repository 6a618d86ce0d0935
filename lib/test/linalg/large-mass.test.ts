import { expect, test } from "vitest";
import type { Matrix } from "../../src/core/matrix.js";
import { massIteration } from "../../src/linalg/large-mass.js";
import { matrixMass } from "../../src/linalg/mass.js";
import { combination, fromDiagonal } from "../../src/linalg/matrix.js";
import { normInf, subtract } from "../../src/linalg/vec.js";
import { laplacian, noise, threeDirections } from "./matrices.js";

/** Like the consistent mass of a bar in each direction: neighbours share a part of it. */
function consistent(nx: number, ny: number, nz: number): Matrix {
  const links = laplacian(nx, ny, nz, 0);
  return combination([-1, 1], [links, fromDiagonal(new Float64Array(links.pattern.size).fill(14))]);
}

function expectUndone(M: Matrix): void {
  const mass = matrixMass(M);
  const v = Float64Array.from({ length: M.pattern.size }, noise(2));
  const p = new Float64Array(v.length);
  mass.apply(v, p);
  mass.solve(p, p);
  subtract(p, v, p);
  // A condition of some ten times the rounding of a product.
  expect(normInf(p)).toBeLessThan(1e-13);
}

test("solving undoes applying to rounding, for rows alone and in threes", () => {
  expectUndone(consistent(21, 20, 20));
  expectUndone(threeDirections(consistent(15, 14, 14)));
});

test("a large mass that is indefinite is refused by row, though its diagonal is positive", () => {
  const M = consistent(21, 20, 20);
  const row = 4000;
  const values = M.values.map((value, k) => {
    const inRow = k >= M.pattern.rowStart[row] && k < M.pattern.rowStart[row + 1];
    return inRow && M.pattern.column[k] !== row ? 40 * value : value;
  });
  const at = (i: number, j: number) => {
    for (let k = M.pattern.rowStart[i]; k < M.pattern.rowStart[i + 1]; k++) if (M.pattern.column[k] === j) return k;
    throw new Error("outside the pattern");
  };
  for (let k = M.pattern.rowStart[row]; k < M.pattern.rowStart[row + 1]; k++) {
    values[at(M.pattern.column[k], row)] = values[k];
  }
  expect(massIteration({ pattern: M.pattern, values })).toBeNull();
  expect(() => matrixMass({ pattern: M.pattern, values })).toThrow("the mass matrix is not positive definite here");
});

test("numbers out of range pass through", () => {
  const M = consistent(4, 4, 4);
  const p = new Float64Array(64);
  p[3] = Number.NaN;
  expect(massIteration(M)?.(p, p)).toBe(true);
  expect(p[0]).toBeNaN();
});
