import { expect, test } from "vitest";
import { run } from "../../src/core/run.js";
import { diagonalMass } from "../../src/linalg/mass.js";
import { bathe } from "../../src/methods/bathe.js";
import { startingFrom } from "../../src/models/model.js";
import { potentialOf } from "../../src/symbolic/potential.js";
import { potentialSystem } from "../../src/systems/potential.js";
import { inPotential, spring, unsolvable } from "./oscillator.js";

test("one step by hand", () => {
  const h = 0.4;
  // Trapezoidal half: (1 + h²/16) q½ = (1 − h²/16) q₀ + h/2 v₀; then backward differences: (1 + h²/9) q₁ = …
  const [q0, v0] = [1, 2];
  const qm = ((1 - (h * h) / 16) * q0 + (h / 2) * v0) / (1 + (h * h) / 16);
  const vm = v0 - (h / 4) * (q0 + qm);
  const q1 = ((4 * qm - q0) / 3 + (h * (4 * vm - v0)) / 9) / (1 + (h * h) / 9);
  const { last, work } = run(spring({ q: q0, v: v0 }), bathe(), { time: { step: h, steps: 1 } });
  expect(last.q[0]).toBeCloseTo(q1, 14);
  expect(last.v[0]).toBeCloseTo((q0 - 4 * qm + 3 * q1) / h, 13);
  expect(work.factorizations).toBe(2);
});

test("a failing half step leaves the state", () => {
  const { failure, last } = run(inPotential(unsolvable, 0, 1), bathe(), { time: { step: 2, steps: 1 } });
  expect(failure?.kind).toBe("newton");
  expect([last.q[0], last.v[0]]).toEqual([0, 1]);
});

test("a motion that is damped away into underflow ends at rest, not in an iteration without end", () => {
  // ω h = 2·10⁵ for x, which is divided by ten thousand in every step.
  const labels = ["x", "y"];
  const system = potentialSystem({
    labels,
    mass: diagonalMass([1e-6, 1]),
    ...potentialOf({ coordinates: labels, potential: "0.5e8*x^2 + 0.5*y^2 + 0.1*x^4" }),
  });
  const { status, last } = run(startingFrom(system, [0.5, 1], [0, 0.1]), bathe(), { time: { step: 0.02, steps: 200 } });
  expect(status).toBe("completed");
  expect(Math.abs(last.q[0])).toBeLessThan(1e-300);
});
