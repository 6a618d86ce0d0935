import { expect, test } from "vitest";
import type { TimeLoad } from "../../../src/core/system.js";
import { centralLoad } from "../../../src/methods/one-factor/central-load.js";
import { timeLoadOf } from "../../../src/symbolic/time-load.js";

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
    expect(around.jumps.map((jump) => jump[i])).toEqual([0, 0, 0, 0, 0]);
  });
  expect(around.hasJumps()).toBe(false);
});

test("a kink at the point: means and jumps of the derivatives from either side", () => {
  const h = 0.125;
  const around = centralLoad(timeLoadOf({ expressions: ["if(t < 0.5, 3 + 2*t, 3 - 4*t^3)", "8*t"] }), 2, h);
  around.at(0.5);
  // From before 4, 2, 0, 0; from after 2.5, −3, −12, −24. Limits are taken 5e-12 beside the kink.
  const near = (found: Float64Array, expected: number[]) =>
    expected.forEach((value, i) => {
      expect(found[i]).toBeCloseTo(value, 9);
    });
  near(around.F, [3.25, 4]);
  near(around.slope, [h * -0.5, h * 8]);
  near(around.bend, [h ** 3 * -12, 0]);
  near(around.jumps[0], [-1.5, 0]);
  near(around.jumps[1], [h * -5, 0]);
  near(around.jumps[2], [h ** 2 * -12, 0]);
  near(around.jumps[3], [h ** 3 * -24, 0]);
  near(around.R, [3.25 + (h ** 2 / 12) * -6 + (h / 6) * -5 + (h ** 3 / 120) * -24, 4]);
  expect(around.hasJumps()).toBe(true);
  // Where a run starts, only what comes after counts.
  around.atStart(0.5);
  near(around.F, [2.5, 4]);
  near(around.R, [2.5 + (h ** 2 / 12) * -12, 4]);
  expect(around.hasJumps()).toBe(false);
});

test("kinks between step points: moments of the load, from jumps too", () => {
  const h = 0.125;
  const around = centralLoad(
    timeLoadOf({ expressions: ["2*t + max(0, t - 0.53)", "2*t + max(0, 0.47 - t)", "if(t < 0.55, 1, 3)"] }),
    3,
    h,
  );
  around.at(0.5);
  // ∫ (1 − s) max(0, s − a) ds = (1 − a)³/6, and ∫ (1 − s) 2 ds from b = (1 − b)².
  const [a, b] = [0.03 / h, 0.05 / h];
  const [corner, jump] = [(h * (1 - a) ** 3) / 6, (1 - b) ** 2];
  const R = [1 + corner, 1 + corner, 1 + jump];
  const slope = [2 * h + 3 * corner, 2 * h - 3 * corner, 3 * jump];
  for (let i = 0; i < 3; i++) {
    // Brackets of kinks are 1e-12 wide.
    expect(around.R[i]).toBeCloseTo(R[i], 11);
    expect(around.slope[i]).toBeCloseTo(slope[i], 11);
  }
  expect(around.hasJumps()).toBe(false);
  // At a start, a line through the value there.
  around.atStart(0.5);
  expect(around.R[0]).toBeCloseTo(1, 11);
  expect(around.slope[0]).toBeCloseTo(2 * h + 6 * corner, 11);
  expect(around.F[2]).toBe(1);
});

test("late in a long run, a small change of a large load", () => {
  const h = 0.01;
  const t = 1e4;
  const around = centralLoad(
    load((s) => 1000 + 0.001 * Math.sin(s)),
    1,
    h,
  );
  around.at(t);
  // Rounding of the values leaves 1e-12.
  expect(around.slope[0]).toBeCloseTo(h * 0.001 * Math.cos(t), 11);
});

test("no load", () => {
  const around = centralLoad(null, 2, 0.1);
  around.at(3);
  expect([...around.R, ...around.F, ...around.slope, ...around.bend]).toEqual(new Array(8).fill(0));
});
