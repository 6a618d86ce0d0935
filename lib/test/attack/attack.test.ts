/** Damaged inputs of every reader: some here, half a million in `attack.long.test.ts`. */
import { expect, test } from "vitest";
import { attack } from "./attack.js";
import { ATTACKED } from "./inputs.js";

const COUNT = 80;

test.each(ATTACKED.map((input) => [input.name, input] as const))("%s is used as it is", (name, { bytes, use }) => {
  use(bytes, name);
});

test.each(ATTACKED.map((input) => [input.name, input] as const))(`%s: ${COUNT} damages`, (_, input) => {
  const { read, refused } = attack(input, COUNT, 11);
  expect(read + refused).toBe(COUNT);
  // The damages must do damage, or the test says nothing; a changed digit does none.
  expect(refused).toBeGreaterThan((COUNT * input.refusedOfTen) / 10);
});
