import { expect, test } from "vitest";
import { quotientRest } from "../../../src/methods/force-stepping/quotient.js";

test("a third, rounded, lacks a third of 2⁻⁵⁴", () => {
  expect(quotientRest(1, 3, 1 / 3)).toBe(2 ** -54 / 3);
  expect(quotientRest(-1, 3, -1 / 3)).toBe(-(2 ** -54) / 3);
});

test("an exact quotient lacks nothing", () => {
  expect(quotientRest(0.75, 0.25, 3)).toBe(0);
});
