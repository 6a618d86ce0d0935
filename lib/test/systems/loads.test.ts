import { describe, expect, test } from "vitest";
import type { TimeLoad } from "../../src/core/system.js";
import { diagonalMass, matrixMass } from "../../src/linalg/mass.js";
import { fromRows } from "../../src/linalg/matrix.js";
import { groundMotion, loadOf, sumOf, tableLoad, timeLoad } from "../../src/systems/loads.js";

function at(load: TimeLoad, t: number, dof: number): number[] {
  const out = new Float64Array(dof);
  const state = new Float64Array(dof);
  load.addTo(t, state, state, out);
  return [...out];
}

test("functions of time", () => {
  const load = loadOf([Math.cos, () => 2]);
  expect(at(load, 1.5, 2)).toEqual([Math.cos(1.5), 2]);
  expect(load.kinks).toBeNull();
});

describe("a table", () => {
  const load = tableLoad({
    times: [1, 2, 4],
    columns: [
      [10, 20, 0],
      [0, 1, 5],
    ],
  });

  test("is linear between its samples", () => {
    expect(at(load, 1.25, 2)).toEqual([12.5, 0.25]);
    expect(at(load, 3, 2)).toEqual([10, 3]);
  });

  test("has its samples at its times, the ends included", () => {
    expect(at(load, 1, 2)).toEqual([10, 0]);
    expect(at(load, 2, 2)).toEqual([20, 1]);
    expect(at(load, 4, 2)).toEqual([0, 5]);
  });

  test("is nothing outside", () => {
    expect(at(load, 0.999, 2)).toEqual([0, 0]);
    expect(at(load, 4.001, 2)).toEqual([0, 0]);
    expect(at(load, Number.NaN, 2)).toEqual([0, 0]);
  });

  test("an end missed by the rounding of t0 + n h is still met", () => {
    const [x, y] = at(load, 4 + 1e-15 * 4, 2);
    expect(x).toBeCloseTo(0, 12);
    expect(y).toBeCloseTo(5, 12);
  });

  test("has slopes that differ before and after a sample, and jumps at its ends", () => {
    const derivative = (k: number, t: number, side: -1 | 1) => {
      const out = new Float64Array(2);
      load.addDerivative?.(k, t, side, out);
      return [...out];
    };
    expect(derivative(1, 2, -1)).toEqual([10, 1]);
    expect(derivative(1, 2, 1)).toEqual([-10, 2]);
    expect(derivative(0, 2, -1)).toEqual([20, 1]);
    expect(derivative(2, 2, 1)).toEqual([0, 0]);
    expect(derivative(0, 1, -1)).toEqual([0, 0]);
    expect(derivative(0, 4, -1)).toEqual([0, 5]);
    expect(derivative(0, 4, 1)).toEqual([0, 0]);
  });

  test("lists its samples as kinks", () => {
    expect([...(load.kinks ?? [])]).toEqual([1, 2, 4]);
  });

  test.each([
    ["one time", { times: [1], columns: [[1]] }, /found 1 times; a table needs two or more/],
    [
      "times that stand still",
      { times: [0, 1, 1], columns: [[1, 2, 3]] },
      /time 2 is 1; times must be finite and ascend/,
    ],
    ["a short column", { times: [0, 1], columns: [[1]] }, /column 0: found 1 values for 2 times/],
    ["a hole", { times: [0, 1], columns: [[1, Number.NaN]] }, /column 0: sample 1 is NaN/],
  ])("refuses %s", (_what, samples, message) => {
    expect(() => tableLoad(samples)).toThrow(message);
  });
});

describe("a ground motion", () => {
  const record = { times: [0, 0.5, 1], values: [0, 2, -1] };

  test("pushes every mass back", () => {
    const load = groundMotion({ mass: diagonalMass([3, 4]), scale: 10, record });
    expect(at(load, 0.25, 2)).toEqual([-30, -40]);
    expect(at(load, 0.75, 2)).toEqual([-15, -20]);
    expect(at(load, 1.5, 2)).toEqual([0, 0]);
  });

  test("pushes only what is carried along, through the mass matrix", () => {
    const mass = matrixMass(
      fromRows([
        [2, 1],
        [1, 3],
      ]),
    );
    const load = groundMotion({ mass, influence: [1, 0], record });
    expect(at(load, 0.5, 2)).toEqual([-4, -2]);
  });

  test("an influence of the wrong length is refused", () => {
    expect(() => groundMotion({ mass: diagonalMass([1, 1]), influence: [1], record })).toThrow(
      /influence: found 1 numbers for 2 degrees of freedom/,
    );
  });
});

test("a sum of loads has the sum of their values and all of their kinks", () => {
  const constant = timeLoad((_t, out) => {
    out[0] += 1;
  });
  const table = (times: number[]) => tableLoad({ times, columns: [times.map(() => 5)] });
  const load = sumOf([constant, table([0, 2, 3]), table([1, 2])]);
  expect(at(load, 1.5, 1)).toEqual([11]);
  expect([...(load.kinks ?? [])]).toEqual([0, 1, 2, 3]);
  expect(sumOf([constant]).kinks).toBeNull();
});
