import { expect, test } from "vitest";
import { constraintsOf } from "../../src/symbolic/index.js";

const rods = constraintsOf({
  coordinates: ["x", "y", "z"],
  parameters: { l: 2 },
  expressions: ["x^2 + y^2 - l^2", "z*x - 1"],
});

test("values, and derivatives on the rows that have them", () => {
  const q = Float64Array.of(1, 3, 0.5);
  const g = new Float64Array(2);
  const J = new Float64Array(rods.column.length);
  rods.values(q, g);
  rods.jacobian(q, J);
  expect([...g]).toEqual([6, -0.5]);
  expect([...rods.rowStart]).toEqual([0, 2, 4]);
  expect([...rods.column]).toEqual([0, 1, 0, 2]);
  expect([...J]).toEqual([2, 6, 0.5, 1]);
  expect(rods.labels).toEqual(["x^2 + y^2 - l^2", "z*x - 1"]);
});

test("time and velocities are no part of a constraint", () => {
  const holding = (expression: string) => () => constraintsOf({ coordinates: ["x"], expressions: [expression] });
  expect(holding("x - t")).toThrow(/t/);
  expect(holding("vx")).toThrow(/vx/);
});
