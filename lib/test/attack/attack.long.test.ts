/** 520,000 damaged inputs over all readers. */
import { expect, test } from "vitest";
import { attack } from "./attack.js";
import { ATTACKED } from "./inputs.js";

const COUNT = Math.ceil(520_000 / ATTACKED.length);

test.each(ATTACKED.map((input) => [input.name, input] as const))(`%s: ${COUNT} damages`, (name, input) => {
  const { read, refused, slowest } = attack(input, COUNT, 2026);
  console.info(`${name}: ${read} read, ${refused} refused, slowest ${slowest.toFixed(0)} ms`);
  expect(read + refused).toBe(COUNT);
  expect(refused).toBeGreaterThan((COUNT * input.refusedOfTen) / 10);
});
