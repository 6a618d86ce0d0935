import { expect, test } from "vitest";
import type { TimeLoad } from "../../../src/core/system.js";
import { centralLoad } from "../../../src/methods/one-factor/central-load.js";

const load = (...values: ((t: number) => number)[]): TimeLoad =>
  ({
    byPosition: null,
    byVelocity: null,
    addTo: (t: number, _q: Float64Array, _v: Float64Array, out: Float64Array) =>
      values.forEach((value, i) => {
        out[i] += value(t);
      }),
  }) as unknown as TimeLoad;

test("a smooth load: its differences of fourth order", () => {
  const h = 0.1;
  const t = 0.7;
  const around = centralLoad(
    load(Math.sin, (s) => Math.exp(-2 * s)),
    2,
    h,
  );
  around.at(t);
  const sine = { F: Math.sin(t), first: Math.cos(t), second: -Math.sin(t), third: -Math.cos(t), fourth: Math.sin(t) };
  const E = Math.exp(-2 * t);
  const decay = { F: E, first: -2 * E, second: 4 * E, third: -8 * E, fourth: 16 * E };
  [sine, decay].forEach(({ F, first, second, third, fourth }, i) => {
    expect(around.F[i]).toBe(F);
    // What is left out are sixth derivatives, at most 64 E, times h⁶ and a small factor.
    expect(around.R[i]).toBeCloseTo(F + (h ** 2 / 12) * second + (h ** 4 / 360) * fourth, 7);
    expect(around.slope[i]).toBeCloseTo(h * first, 6);
    expect(around.bend[i] / h ** 3).toBeCloseTo(third, 1);
    expect(around.kink[i]).toBe(0);
  });
});

test("a kink at the point: the jump of the slope on its own", () => {
  const h = 0.125;
  const bent = (before: number, after: number) => (t: number) => 3 + (t < 0.5 ? before : after) * (t - 0.5);
  const around = centralLoad(load(bent(2, -4), bent(8, 8)), 2, h);
  around.at(0.5);
  expect([...around.F]).toEqual([3, 3]);
  expect([...around.kink]).toEqual([h * (-4 - 2), 0]);
  expect([...around.slope]).toEqual([(h * (2 - 4)) / 2, h * 8]);
  expect([...around.R]).toEqual([3 + (h * -6) / 6, 3]);
  expect([...around.bend]).toEqual([0, 0]);
});

test("a kink inside of one half: the line on the other half goes on", () => {
  const h = 0.125;
  const around = centralLoad(
    load(
      (t) => 2 * t + Math.max(0, t - 0.53),
      (t) => 2 * t + Math.max(0, 0.47 - t),
    ),
    2,
    h,
  );
  around.at(0.5);
  expect([...around.R]).toEqual([1, 1]);
  expect([...around.slope]).toEqual([2 * h, 2 * h]);
  expect([...around.kink, ...around.bend]).toEqual([0, 0, 0, 0]);
});

test("late in a long run, a small change of a large load is still seen to be smooth", () => {
  const h = 0.01;
  const t = 1e4;
  const around = centralLoad(
    load((s) => 1000 + 0.001 * Math.sin(s)),
    1,
    h,
  );
  around.at(t);
  // Second differences of 2.5e-8, where rounding leaves 1e-12.
  expect(around.kink[0]).toBe(0);
  expect(around.slope[0]).toBeCloseTo(h * 0.001 * Math.cos(t), 11);
});

test("no load", () => {
  const around = centralLoad(null, 2, 0.1);
  around.at(3);
  expect([...around.R, ...around.F, ...around.slope, ...around.bend, ...around.kink]).toEqual(new Array(10).fill(0));
});
