import { expect, test } from "vitest";
import { duffing } from "../../../src/models/oscillators/duffing.js";
import { missAfter } from "./periods.js";

test("the period at amplitude 1, known to sixteen digits", () => {
  expect(missAfter(duffing(), 4.768022029102461)).toBeLessThan(1e-11);
});

test("damping and force are there when asked for", () => {
  const { system } = duffing({ damping: 0.2, force: 0.3, frequency: 2 });
  const out = new Float64Array(1);
  system.damping?.addTo(0, Float64Array.of(0), Float64Array.of(5), out);
  expect(out[0]).toBe(-1);
  out[0] = 0;
  system.load?.addTo(0.25, Float64Array.of(0), Float64Array.of(5), out);
  expect(out[0]).toBe(0.3 * Math.cos(0.5));
  expect(duffing().system.damping).toBeNull();
  expect(duffing().system.load).toBeNull();
});
