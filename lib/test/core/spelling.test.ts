import { expect, test } from "vitest";
import { didYouMean, nearest } from "../../src/core/spelling.js";

const keys = ["system", "start", "method", "time", "record", "stop"];

test.each([
  ["methd", "method"],
  ["mehtod", "method"],
  ["Method", "method"],
  ["tiem", "time"],
  ["strat", "start"],
  ["stopp", "stop"],
])("%s is %s", (word, meant) => {
  expect(nearest(word, keys)).toBe(meant);
});

test.each(["banana", "x", "", "m".repeat(10_000)])("%.10s is none of them", (word) => {
  expect(nearest(word, keys)).toBeNull();
  expect(didYouMean(word, keys)).toBe("");
});

test("a single letter can only be in the wrong case", () => {
  expect(nearest("x", ["t", "X"])).toBe("X");
});
