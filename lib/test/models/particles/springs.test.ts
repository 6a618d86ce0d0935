import { expect, test } from "vitest";
import { pairFunctions } from "../../../src/models/particles/pair-potential.js";
import { springs } from "../../../src/models/particles/springs.js";

const bonds = [
  { between: [0, 1], stiffness: 10, length: 2 },
  { between: [1, 2], stiffness: 4 },
] as const;
const { energy, slope, curvature } = pairFunctions(springs(bonds, Int32Array.of(1, 0)));

test("½ k (r − l)², bond by bond in the order of the list", () => {
  expect(energy(9, 1, 2, 0)).toBe(0.5 * 4 * 9);
  expect(energy(9, 0, 1, 1)).toBe(0.5 * 10);
  expect(slope(9, 0, 1, 1)).toBeCloseTo(10 / 3, 14);
});

test("a spring without length is linear, also where its ends meet", () => {
  expect([slope(0, 1, 2, 0), curvature(0, 1, 2, 0)]).toEqual([4, 0]);
});

test("impossible springs are refused by number", () => {
  expect(() => springs([{ between: [0, 1], stiffness: 1, length: -2 }], Int32Array.of(0))).toThrow(
    /bond 0: its length is -2; accepted: a number ≥ 0/,
  );
  expect(() => springs([{ between: [0, 1], stiffness: Infinity }], Int32Array.of(0))).toThrow(
    /bond 0: its stiffness is/,
  );
});
