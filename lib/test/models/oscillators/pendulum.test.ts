import { expect, test } from "vitest";
import { pendulum } from "../../../src/models/oscillators/pendulum.js";
import { missAfter } from "./periods.js";

/** The arithmetic–geometric mean: the period of a pendulum is 2π √(l/g) / agm(1, cos(φ₀/2)). */
function agm(a: number, b: number): number {
  return Math.abs(a - b) < 1e-15 * a ? a : agm((a + b) / 2, Math.sqrt(a * b));
}

test.each([0.1, 1, 2, 3])("the period at %d rad", (angle) => {
  const [length, gravity] = [2, 9.81];
  const period = (2 * Math.PI * Math.sqrt(length / gravity)) / agm(1, Math.cos(angle / 2));
  expect(missAfter(pendulum({ mass: 3, length, gravity, angle }), period)).toBeLessThan(1e-10);
});

test("it weighs m l² and holds m g l (1 − cos φ)", () => {
  const { system } = pendulum({ mass: 2, length: 3, gravity: 10 });
  expect(system.mass.diagonal?.[0]).toBe(18);
  expect(system.potential(Float64Array.of(Math.PI / 3))).toBeCloseTo(30, 13);
});
