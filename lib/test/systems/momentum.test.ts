import { expect, test } from "vitest";
import { diagonalMass, matrixMass } from "../../src/linalg/mass.js";
import { fromRows } from "../../src/linalg/matrix.js";
import { angularMomenta, linearMomenta } from "../../src/systems/momentum.js";

const values = (invariants: ReturnType<typeof linearMomenta>, q: number[], v: number[]) =>
  invariants.map((invariant) => [invariant.name, invariant.value(0, Float64Array.from(q), Float64Array.from(v))]);

test("two points in the plane", () => {
  const mass = diagonalMass([2, 2, 5, 5]);
  const q = [1, 2, 3, 4];
  const v = [1, -1, 2, 1];
  expect(values(linearMomenta(mass, 2), q, v)).toEqual([
    ["linear-momentum-x", 12],
    ["linear-momentum-y", 3],
  ]);
  // 1 · (−2) − 2 · 2 + 3 · 5 − 4 · 10
  expect(values(angularMomenta(mass, 2), q, v)).toEqual([["angular-momentum-z", -31]]);
});

test("a point in space turns about three axes: q × p", () => {
  expect(values(angularMomenta(diagonalMass([2, 2, 2]), 3), [1, 2, 3], [4, 5, 7])).toEqual([
    ["angular-momentum-x", -2],
    ["angular-momentum-y", 10],
    ["angular-momentum-z", -6],
  ]);
});

test("momenta are M v, whatever the mass matrix", () => {
  const mass = matrixMass(
    fromRows([
      [2, 0.5],
      [0.5, 1],
    ]),
  );
  expect(values(linearMomenta(mass, 1), [0, 0], [2, 4])).toEqual([["linear-momentum-x", 6 + 5]]);
  expect(angularMomenta(mass, 1)).toEqual([]);
});

test("coordinates that are not points are refused", () => {
  const mass = diagonalMass([1, 1, 1]);
  expect(() => linearMomenta(mass, 2)).toThrow(/3 coordinates do not make points of 2 each/);
  expect(() => angularMomenta(mass, 4)).toThrow(/dimension 4; accepted: 1, 2 or 3/);
});
