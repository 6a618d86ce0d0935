import { expect, test } from "vitest";
import type { Matrix, Sparsity } from "../../src/core/matrix.js";
import { elementAssembly } from "../../src/linalg/assembly.js";
import { bilinear, multiply, multiplyAdd, toRows } from "../../src/linalg/matrix.js";
import { fullPattern } from "../../src/linalg/sparsity.js";
import { comesInTriples } from "../../src/linalg/triples.js";
import { laplacian, noise, times } from "./matrices.js";

const random = noise(5);
/** A chain of triangles over 40 nodes with so many rows each. */
const chain = (block: number): Sparsity =>
  elementAssembly(
    40,
    Int32Array.from({ length: 114 }, (_, k) => Math.floor(k / 3) + (k % 3)),
    3,
    block,
  ).pattern;

test("rows of three directions are recognised, others are not", () => {
  expect(comesInTriples(chain(3))).toBe(true);
  expect(comesInTriples(fullPattern(63))).toBe(true);
  expect(comesInTriples(chain(2))).toBe(false);
  expect(comesInTriples(laplacian(10, 10, 3).pattern)).toBe(false);
  // Rows of equal length whose columns are not the same.
  const { size, rowStart, column } = chain(3);
  const shifted = column.slice();
  shifted[rowStart[4] + 2]++;
  expect(comesInTriples({ size, rowStart, column: shifted })).toBe(false);
});

test("products three rows at a time are the products", () => {
  const pattern = chain(3);
  const A: Matrix = { pattern, values: Float64Array.from(pattern.column, random) };
  const x = Float64Array.from({ length: pattern.size }, random);
  const y = Float64Array.from({ length: pattern.size }, random);
  const image = times(toRows(A), x);
  // Fifteen products of numbers below one: a few units of rounding.
  const same = (a: number, b: number) => expect(Math.abs(a - b)).toBeLessThan(1e-14);
  const out = new Float64Array(pattern.size).fill(Number.NaN);
  multiply(A, x, out);
  out.forEach((value, i) => {
    same(value, image[i]);
  });
  const sum = y.slice();
  multiplyAdd(A, x, -2, sum);
  sum.forEach((value, i) => {
    same(value, y[i] - 2 * image[i]);
  });
  // 120 terms, some of them a few units large.
  const total = image.reduce((s, value, i) => s + y[i] * value, 0);
  expect(Math.abs(bilinear(A, y, x) - total)).toBeLessThan(1e-12);
});
