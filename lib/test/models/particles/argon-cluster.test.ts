import { expect, test } from "vitest";
import { run } from "../../../src/core/run.js";
import { centralDifference } from "../../../src/methods/central-difference.js";
import { startingFrom } from "../../../src/models/model.js";
import { ARGON, argonCluster } from "../../../src/models/particles/argon-cluster.js";
import { particles } from "../../../src/models/particles/particle-system.js";

test("energies over ε: potential −11.846833, in all −10.519254", () => {
  const { system, q0, v0 } = argonCluster();
  expect(system.potential(q0) / ARGON.epsilon).toBeCloseTo(-11.84683342202573, 12);
  expect(system.invariants[0].value(0, q0, v0) / ARGON.epsilon).toBeCloseTo(-10.51925395, 8);
});

test("ε/m = 0.0249326 (nm/ps)²", () => {
  expect(ARGON.epsilon / ARGON.mass).toBeCloseTo(0.02493259397045523, 16);
});

test("it is at rest as a whole", () => {
  const { system, q0, v0 } = argonCluster();
  for (const invariant of system.invariants) {
    if (invariant.name.startsWith("linear")) expect(Math.abs(invariant.value(0, q0, v0))).toBeLessThan(1e-14);
  }
});

test("in units of σ, ε and m, 100 steps by central differences take the second atom where an independent program did", () => {
  const { q0, v0 } = argonCluster();
  // The program's unit of time in ps; it differs from σ √(m/ε) in the fifth digit.
  const unit = 2.159655389;
  const reduced = particles({ dimension: 2, masses: new Float64Array(7).fill(1), pair: { lennardJones: {} } });
  const problem = startingFrom(
    reduced,
    q0.map((x) => x / ARGON.sigma),
    v0.map((v) => (v * unit) / ARGON.sigma),
  );
  const { last } = run(problem, centralDifference(), { time: { step: 0.01 / unit, steps: 100 } });
  expect(last.q[2]).toBeCloseTo(0.015194633426067871, 12);
});
