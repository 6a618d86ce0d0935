import fc from "fast-check";
import { expect, test } from "vitest";
import {
  checkPattern,
  diagonalPattern,
  entryAt,
  fullPattern,
  isDiagonal,
  isFull,
  samePattern,
  union,
} from "../../src/linalg/sparsity.js";
import { sparse } from "./matrices.js";

test("full and diagonal patterns are what they say", () => {
  expect(isFull(fullPattern(4))).toBe(true);
  expect(isFull(diagonalPattern(4))).toBe(false);
  expect(isDiagonal(diagonalPattern(4))).toBe(true);
  expect(isDiagonal(fullPattern(2))).toBe(false);
  expect(samePattern(fullPattern(1), diagonalPattern(1))).toBe(true);
  expect(samePattern(fullPattern(2), diagonalPattern(2))).toBe(false);
});

test("a union holds exactly the entries of its parts, each where its positions say", () => {
  const parts = fc.integer({ min: 1, max: 9 }).chain((n) => fc.array(sparse(n), { minLength: 1, maxLength: 4 }));
  fc.assert(
    fc.property(parts, (matrices) => {
      const { pattern, positions } = union(matrices.map((m) => m.pattern));
      checkPattern(pattern);
      const expected = new Set<string>();
      matrices.forEach(({ pattern: p }, k) => {
        for (let i = 0; i < p.size; i++) {
          for (let j = p.rowStart[i]; j < p.rowStart[i + 1]; j++) {
            expected.add(`${i},${p.column[j]}`);
            expect(entryAt(pattern, i, p.column[j])).toBe(positions[k][j]);
          }
        }
      });
      expect(pattern.column.length).toBe(expected.size);
    }),
  );
});

test("a union with a full pattern is that pattern, with identity positions for it", () => {
  const { pattern, positions } = union([diagonalPattern(3), fullPattern(3)]);
  expect(isFull(pattern)).toBe(true);
  expect([...positions[0]]).toEqual([0, 4, 8]);
  expect([...positions[1]]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

test("patterns that are none are refused in words", () => {
  const bad = (rowStart: number[], column: number[]) => () =>
    checkPattern({ size: 2, rowStart: Int32Array.from(rowStart), column: Int32Array.from(column) });
  expect(bad([0, 1, 2], [0, 1])).not.toThrow();
  expect(bad([0, 1], [0])).toThrow("3 numbers");
  expect(bad([0, 2, 1], [0])).toThrow("ascend");
  expect(bad([0, 2, 2], [1, 0])).toThrow("row 0: its columns are not ascending");
  expect(bad([0, 0, 2], [1, 1])).toThrow("row 1: column 1 occurs twice");
  expect(bad([0, 1, 2], [0, 2])).toThrow("outside 0 … 1");
  expect(() => union([fullPattern(2), fullPattern(3)])).toThrow("one size");
});
