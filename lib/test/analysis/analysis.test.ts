import { expect, test } from "vitest";
import { certify } from "../../src/analysis/certify.js";
import { drift } from "../../src/analysis/drift.js";
import { observedOrder } from "../../src/analysis/order.js";
import { jacobian } from "../../src/analysis/step-map.js";
import { dop853 } from "../../src/methods/dop853.js";
import { midpoint } from "../../src/methods/midpoint.js";
import { newmark } from "../../src/methods/newmark.js";
import { rk4 } from "../../src/methods/rk4.js";
import { duffing } from "../../src/models/oscillators/duffing.js";
import { henonHeiles } from "../../src/models/oscillators/henon-heiles.js";
import { pendulum } from "../../src/models/oscillators/pendulum.js";

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

const options = { step: 0.1, steps: 2000, reference: dop853({ tolerance: 1e-13 }) };

test("certify: midpoint holds on Hénon–Heiles", () => {
  const { findings } = certify(henonHeiles(), midpoint(), options);
  expect(findings.map(({ property, verdict }) => `${property}: ${verdict}`)).toEqual([
    "order: holds",
    "symplectic: holds",
    "symmetric: holds",
    "energy: holds",
    "energy ledger: holds",
  ]);
});

test("certify: a false claim is found out", () => {
  const honest = rk4();
  const boastful = { ...honest, claims: { ...midpoint().claims, order: 5 } } as typeof honest;
  const { findings } = certify(henonHeiles(), boastful, options);
  const verdict = Object.fromEntries(findings.map((finding) => [finding.property, finding.verdict]));
  expect(verdict).toMatchObject({ order: "fails", symplectic: "fails", symmetric: "fails", energy: "fails" });
});

test("certify: what cannot be measured is said", () => {
  const { findings } = certify(duffing({ damping: 0.1, force: 0.2 }), newmark(), options);
  const symplectic = findings.find(({ property }) => property === "symplectic");
  expect(symplectic).toMatchObject({ verdict: "not measured", measured: "the system is damped" });
  const own = certify(henonHeiles(), dop853(), options).findings[0];
  expect(own).toMatchObject({ property: "order", verdict: "not measured" });
});

test("certify: a start from rest has no speed to measure by, and is measured all the same", () => {
  const { findings } = certify(pendulum({ angle: 2, rate: 0 }), midpoint(), { ...options, step: 0.05 });
  expect(findings.find(({ property }) => property === "symplectic")?.verdict).toBe("holds");
});
