import { expect, test } from "vitest";
import { gravity } from "../../../src/models/particles/gravity.js";
import { allPairs } from "../../../src/models/particles/pair-list.js";

test("G m_i m_j over the distance, and its derivatives", () => {
  const law = gravity({ G: 2 }, [3, 5, 7], allPairs(3));
  // The third pair of the list is (1, 2).
  const squares = Float64Array.of(16);
  expect(law.energy(squares, 1, 2, 0)).toBe((-2 * 5 * 7) / 4);
  const curvature = new Float64Array(1);
  law.curvatures(squares, 1, 2, curvature);
  expect(curvature[0]).toBeCloseTo((-3 * 70) / 4 ** 5, 15);
  law.slopes(squares, 1, 2);
  expect(squares[0]).toBe(70 / 64);
});

test("a constant that is no number is refused", () => {
  expect(() => gravity({ G: Number.NaN }, [1], allPairs(1))).toThrow(/G is NaN/);
});
