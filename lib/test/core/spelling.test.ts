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

test("a name with something added, or cut short where its words join", () => {
  const methods = ["newmark", "newmark-minimization", "central-difference", "rk4"];
  expect(nearest("newmark-beta", methods)).toBe("newmark");
  expect(nearest("central", methods)).toBe("central-difference");
  expect(nearest("newmarket-town", methods)).toBeNull();
});

test("a single letter can only be in the wrong case", () => {
  expect(nearest("x", ["t", "X"])).toBe("X");
});
