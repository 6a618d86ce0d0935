/** Numbers and files as pictures show and save them. */
import { expect, test } from "vitest";
import { extent, logTicks, ticks } from "../src/curves/curve.js";
import { short, tickWords } from "../src/curves/numbers.js";

test.each([
  [0, "0"],
  [0.25, "0.25"],
  [-1.23456, "−1.235"],
  [1234.5, "1235"],
  [1e-8, "10⁻⁸"],
  [-2.5e-15, "−2.5 × 10⁻¹⁵"],
  [3e8, "3 × 10⁸"],
  [Number.NaN, "–"],
  [Number.POSITIVE_INFINITY, "∞"],
])("%s is %s", (value, words) => {
  expect(short(value)).toBe(words);
});

test("neighbours on an axis can be told apart", () => {
  const words = tickWords([-10.4106, -10.4104, -10.4102, -10.41]);
  expect(new Set(words).size).toBe(4);
  expect(tickWords([0, 5, 10])).toEqual(["0", "5", "10"]);
  expect(tickWords([-0.2, 1e-17, 0.2])).toEqual(["−0.2", "0", "0.2"]);
});

test("ticks are round and within the axis", () => {
  expect(ticks(0, 1, 5)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1].map((x) => expect.closeTo(x, 12)));
  expect(logTicks(1e-9, 1e-1, 10).at(0)).toBeCloseTo(1e-9, 15);
  for (const value of ticks(-3.7, 12.2, 6)) expect(value).toBeGreaterThanOrEqual(-3.7);
});

test("an extent is of what can be drawn", () => {
  expect(extent([Number.NaN, 2, -1, Number.POSITIVE_INFINITY])).toEqual([-1, 2]);
  expect(extent([0, -1, 1e-3, 10], true)).toEqual([1e-3, 10]);
  const [low, high] = extent([3, 3]);
  expect(low).toBeLessThan(3);
  expect(high).toBeGreaterThan(3);
});

test("values that differ by roundings have an axis with few ticks", () => {
  const energy = 20 + Number.EPSILON * 32;
  const [low, high] = extent([20, energy]);
  expect(high - low).toBeGreaterThan(1e-9);
  expect(ticks(low, high, 5).length).toBeLessThan(20);
});
