import { expect, test } from "vitest";
import { springs } from "../../../src/models/particles/springs.js";

const bonds = [
  { between: [0, 1], stiffness: 10, length: 2 },
  { between: [1, 2], stiffness: 4 },
] as const;
const law = springs(bonds, Int32Array.of(1, 0));

test("½ k (r − l)², bond by bond in the order of the list", () => {
  expect(law.energy(Float64Array.of(9, 9), 2, 0, 0)).toBe(0.5 * 4 * 9 + 0.5 * 10);
  const squares = Float64Array.of(9);
  law.slopes(squares, 1, 1);
  expect(squares[0]).toBeCloseTo(10 / 3, 14);
});

test("a spring without length is linear, also where its ends meet", () => {
  const squares = Float64Array.of(0);
  const curvature = new Float64Array(1);
  law.curvatures(squares, 1, 0, curvature);
  law.slopes(squares, 1, 0);
  expect([squares[0], curvature[0]]).toEqual([4, 0]);
});

test("impossible springs are refused by number", () => {
  expect(() => springs([{ between: [0, 1], stiffness: 1, length: -2 }], Int32Array.of(0))).toThrow(
    /bond 0: its length is -2; accepted: a number ≥ 0/,
  );
  expect(() => springs([{ between: [0, 1], stiffness: Infinity }], Int32Array.of(0))).toThrow(
    /bond 0: its stiffness is/,
  );
});
