import { expect, test } from "vitest";
import { signalOf } from "../../src/symbolic/signal.js";

test("a smooth function of time, and its derivatives", () => {
  const { kinks, derivative } = signalOf({ expression: "a*t^3", parameters: { a: 2 } });
  expect(kinks).toBeNull();
  expect([0, 1, 2, 3, 4].map((k) => derivative(k, 0.5, 1))).toEqual([0.25, 1.5, 6, 12, 0]);
});

test("where it jumps, it has the value of the side that is asked for", () => {
  const { kinks, derivative } = signalOf({ expression: "if(t < 1, t^2, 5)" });
  expect([...(kinks ?? [])]).toEqual([1]);
  // The limit is taken a hair beside the jump: 1e-11 of the time.
  expect(derivative(0, 1, -1)).toBeCloseTo(1, 9);
  expect(derivative(0, 1, 1)).toBe(5);
  expect(derivative(1, 1, -1)).toBeCloseTo(2, 9);
});
