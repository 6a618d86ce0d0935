import { expect, test } from "vitest";
import { timeLoadOf } from "../../src/symbolic/index.js";

const at = (load: ReturnType<typeof timeLoadOf>, k: number, t: number, side: -1 | 1 = 1) => {
  const out = new Float64Array(1);
  load.addDerivative?.(k, t, side, out);
  return out[0];
};

test("loads differentiate as often as wanted", () => {
  const load = timeLoadOf({ expressions: ["3*sin(2*t)"], parameters: {} });
  const exact = [Math.sin(0.8), 2 * Math.cos(0.8), -4 * Math.sin(0.8), -8 * Math.cos(0.8), 16 * Math.sin(0.8)];
  exact.forEach((value, k) => {
    expect(at(load, k, 0.4)).toBeCloseTo(3 * value, 12);
  });
});

test("at a kink the two sides are told apart", () => {
  const load = timeLoadOf({ expressions: ["if(t < 1, t^2, 5)"], parameters: {} });
  // The limits are taken a hair beside the kink: 1e-11 of the time.
  expect(at(load, 0, 1, -1)).toBeCloseTo(1, 9);
  expect(at(load, 0, 1, 1)).toBe(5);
  expect(at(load, 1, 1, -1)).toBeCloseTo(2, 9);
  expect(at(load, 1, 1, 1)).toBe(0);
  expect(at(load, 2, 1, -1)).toBe(2);
});

test("a steep load does not seem to jump where it has a kink", () => {
  // Straight lines between points 2e-7 apart, as the amplitude of an impact has them.
  const [times, values] = [
    [1e-4, 1.002e-4, 1.004e-4],
    [0.4, -0.3, 0.35],
  ];
  const piece = (i: number) =>
    `(${(values[i + 1] - values[i]) / (times[i + 1] - times[i])})*(min(max(t, ${times[i]}), ${times[i + 1]}) - ${times[i]})`;
  const load = timeLoadOf({ expressions: [`${values[0]} + ${piece(0)} + ${piece(1)}`], parameters: {} });
  // The rounding of a time of 1e-4, times the slope of 3.5e6: 5e-14, where a jump is taken to be one from 1e-9 on.
  for (const i of [0, 1, 2]) {
    expect(Math.abs(at(load, 0, times[i], -1) - values[i])).toBeLessThan(1e-12);
    expect(Math.abs(at(load, 0, times[i], 1) - values[i])).toBeLessThan(1e-12);
  }
});
