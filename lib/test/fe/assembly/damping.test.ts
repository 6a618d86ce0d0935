import { expect, test } from "vitest";
import { viscosityOf } from "../../../src/fe/assembly/damping.js";
import { scalarMass } from "../../../src/linalg/mass.js";
import { fromRows, toRows } from "../../../src/linalg/matrix.js";

const stiffness = () =>
  fromRows([
    [3, -1],
    [-1, 2],
  ]);
const dashpots = fromRows([
  [5, 0],
  [0, 7],
]);
const parts = { mass: scalarMass(2, 10), stiffness };
const rayleigh = { kind: "rayleigh", mass: 0.5, stiffness: 2 } as const;

test("damping that is spread and dashpots add up, each once", () => {
  const rows = (each: ReturnType<typeof viscosityOf>) => each && toRows(each).map((row) => [...row]);
  expect(rows(viscosityOf({ ...parts, damping: rayleigh, dashpots }))).toEqual([
    [16, -2],
    [-2, 16],
  ]);
  expect(rows(viscosityOf({ ...parts, damping: rayleigh, dashpots: null }))).toEqual([
    [11, -2],
    [-2, 9],
  ]);
  expect(viscosityOf({ ...parts, damping: null, dashpots })).toBe(dashpots);
  expect(viscosityOf({ ...parts, damping: null, dashpots: null })).toBeNull();
});
