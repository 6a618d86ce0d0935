import { expect, test } from "vitest";
import { drift } from "../../src/analysis/drift.js";
import { observedOrder } from "../../src/analysis/order.js";
import { jacobian } from "../../src/analysis/step-map.js";

test("the order of errors that are known", () => {
  const steps = [0.1, 0.05, 0.025, 0.0125, 0.00625];
  const errors = steps.map((h) => 0.3 * h ** 3);
  expect(observedOrder(steps, errors, 1e-12)).toBeCloseTo(3, 10);
  // On the plateau nothing is left to measure.
  expect(
    observedOrder(
      steps,
      errors.map((e) => Math.max(e, 1e-4)),
      1.1e-4,
    ),
  ).toBeNaN();
});

test("differences of order eight see twelve digits of a derivative", () => {
  const map = (z: Float64Array, out: Float64Array) => {
    out[0] = Math.exp(z[0]) * Math.sin(z[1]);
    out[1] = z[0] * z[1];
  };
  const z = Float64Array.of(0.3, 0.7);
  const J = jacobian(map, z, Float64Array.of(0.02, 0.02));
  const exact = [Math.exp(0.3) * Math.sin(0.7), Math.exp(0.3) * Math.cos(0.7), 0.7, 0.3];
  for (const [i, value] of exact.entries()) expect(Math.abs(J[i] - value)).toBeLessThan(1e-12);
});

test("a drift is told from an oscillation", () => {
  const t = Float64Array.from({ length: 4000 }, (_, i) => i * 0.01);
  const wave = drift(
    t,
    t.map((x) => Math.sin(7 * x)),
  );
  const ramp = drift(
    t,
    t.map((x) => Math.sin(7 * x) + 0.2 * x),
  );
  expect(wave.share).toBeLessThan(0.05);
  expect(ramp.share).toBeGreaterThan(0.5);
  expect(ramp.slope).toBeCloseTo(0.2, 2);
});
