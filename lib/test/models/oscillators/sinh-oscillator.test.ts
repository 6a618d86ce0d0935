import { expect, test } from "vitest";
import { sinhOscillator } from "../../../src/models/oscillators/sinh-oscillator.js";
import { missAfter } from "./periods.js";

test("the period at amplitude 1, known to sixteen digits", () => {
  expect(missAfter(sinhOscillator(), 4.99922704346398)).toBeLessThan(1e-11);
});

test("near zero it is the linear oscillator, without loss of digits", () => {
  const { system } = sinhOscillator({ stiffness: 3 });
  const u = 1e-9;
  expect(system.potential(Float64Array.of(u)) / (1.5 * u * u)).toBeCloseTo(1, 14);
});
