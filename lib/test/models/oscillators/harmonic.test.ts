import { expect, test } from "vitest";
import { run } from "../../../src/core/run.js";
import { dop853 } from "../../../src/methods/dop853.js";
import { harmonic } from "../../../src/models/oscillators/harmonic.js";
import { missAfter } from "./periods.js";

test("it is linear, with the period 2π √(m/k)", () => {
  const problem = harmonic({ mass: 2, stiffness: 8, velocity: 0.3 });
  expect(problem.system.kind).toBe("linear");
  expect(missAfter(problem, Math.PI)).toBeLessThan(1e-11);
});

test("driven and damped: the steady motion has the amplitude F/√((k − m Ω²)² + c² Ω²)", () => {
  const [k, c, omega] = [4, 0.5, 1.5];
  const problem = harmonic({ stiffness: k, damping: c, force: 2, frequency: omega, position: 0 });
  const phase = Math.atan2(c * omega, k - omega * omega);
  const amplitude = 2 / Math.hypot(k - omega * omega, c * omega);
  // The transient has decayed by exp(−c t/2).
  const end = 120;
  const { last } = run(problem, dop853({ tolerance: 1e-12 }), { time: { end } });
  expect(last.q[0]).toBeCloseTo(amplitude * Math.cos(omega * end - phase), 9);
});

test("without damping and force the energy is conserved, otherwise nothing is listed", () => {
  expect(harmonic().system.invariants.map(({ name }) => name)).toEqual(["energy"]);
  expect(harmonic({ damping: 0.1 }).system.invariants).toEqual([]);
  expect(harmonic({ force: 0.1 }).system.invariants).toEqual([]);
});
