import { describe, expect, test } from "vitest";
import type { Sparsity } from "../../../src/core/matrix.js";
import { reverseCuthillMcKee } from "../../../src/linalg/ordering/reverse-cuthill-mckee.js";
import { fullPattern } from "../../../src/linalg/sparsity.js";
import { laplacian } from "../matrices.js";

const NO_LIMIT = { widest: Number.POSITIVE_INFINITY };

function bandwidth({ size, rowStart, column }: Sparsity, order: Int32Array): number {
  const place = new Int32Array(size);
  order.forEach((row, k) => {
    place[row] = k;
  });
  let widest = 0;
  for (let i = 0; i < size; i++) {
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++)
      widest = Math.max(widest, Math.abs(place[i] - place[column[k]]));
  }
  return widest;
}

describe("the reverse Cuthill–McKee order", () => {
  test.each([
    ["a chain", laplacian(50, 1, 1), 1],
    ["a strip, numbered along its length", laplacian(60, 5, 1), 6],
    ["a bar of four by four", laplacian(30, 4, 4), 24],
    ["nothing but a diagonal", laplacian(1, 1, 1), 0],
  ])("%s keeps its entries near the diagonal", (_name, { pattern }, most) => {
    const order = reverseCuthillMcKee(pattern, NO_LIMIT);
    if (order === null) throw new Error("an order");
    expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: pattern.size }, (_, i) => i));
    expect(bandwidth(pattern, order)).toBeLessThanOrEqual(most);
  });

  test("parts that are not connected follow one another; a full matrix has no better order", () => {
    // Two chains, of which the entries alternate.
    const n = 20;
    const rowStart = new Int32Array(n + 1);
    const column: number[] = [];
    for (let i = 0; i < n; i++) {
      for (const j of [i - 2, i, i + 2]) if (j >= 0 && j < n) column.push(j);
      rowStart[i + 1] = column.length;
    }
    const pattern = { size: n, rowStart, column: Int32Array.from(column) };
    const order = reverseCuthillMcKee(pattern, NO_LIMIT);
    if (order === null) throw new Error("an order");
    expect(bandwidth(pattern, order)).toBe(1);
    expect(reverseCuthillMcKee(fullPattern(5), NO_LIMIT)).toHaveLength(5);
  });

  test("levels wider than the limit end the search", () => {
    expect(reverseCuthillMcKee(laplacian(12, 12, 12).pattern, { widest: 20 })).toBeNull();
    expect(reverseCuthillMcKee(laplacian(100, 4, 1).pattern, { widest: 20 })).not.toBeNull();
  });
});
