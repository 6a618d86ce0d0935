import { expect, test } from "vitest";
import { henonHeiles } from "../../../src/models/oscillators/henon-heiles.js";

test.each([{}, { energy: 1 / 12, y: -0.2, vy: 0.1 }])("it starts with the energy asked for: %j", (parameters) => {
  const { system, q0, v0 } = henonHeiles(parameters);
  expect(system.invariants[0].value(0, q0, v0)).toBeCloseTo("energy" in parameters ? 1 / 12 : 1 / 8, 15);
  expect(q0[0]).toBe(0);
  expect(v0[0]).toBeGreaterThan(0);
});

test("the saddles, 1/6 high, are in equilibrium", () => {
  const { system } = henonHeiles();
  const out = new Float64Array(2);
  for (const saddle of [
    [0, 1],
    [Math.sqrt(3) / 2, -1 / 2],
  ]) {
    system.gradient(Float64Array.from(saddle), out);
    expect(Math.hypot(out[0], out[1])).toBeLessThan(1e-15);
    expect(system.potential(Float64Array.from(saddle))).toBeCloseTo(1 / 6, 15);
  }
});

test("a start with more energy than there is, is refused", () => {
  expect(() => henonHeiles({ energy: 0.01, y: 0.5 })).toThrow(/y = 0.5 and vy = 0 alone have more energy than 0.01/);
});
