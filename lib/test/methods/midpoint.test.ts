import { expect, test } from "vitest";
import { noWork } from "../../src/core/method.js";
import { run } from "../../src/core/run.js";
import { specialised } from "../../src/core/specialise.js";
import { gauss } from "../../src/methods/gauss.js";
import { midpoint } from "../../src/methods/midpoint.js";
import { centralSextic } from "../../src/models/oscillators/central-sextic.js";
import { implicitStage } from "../../src/stepping/implicit-acceleration.js";
import { inPotential, spring, unsolvable } from "./oscillator.js";

test("one step of the oscillator is the Cayley map", () => {
  // (q₁, v₁) = (1 − hJ/2)⁻¹ (1 + hJ/2) (q₀, v₀): a rotation by 2 arctan(h/2).
  const { last } = run(spring({ q: 1, v: 0 }), midpoint(), { time: { step: 0.5, steps: 1 } });
  const angle = 2 * Math.atan(0.25);
  expect(last.q[0]).toBeCloseTo(Math.cos(angle), 15);
  expect(last.v[0]).toBeCloseTo(-Math.sin(angle), 15);
});

test("is Gauss collocation with one stage", () => {
  const time = { step: 0.05, steps: 400 };
  const [a, b] = [midpoint(), gauss({ stages: 1 })].map((method) => run(centralSextic(), method, { time }).last);
  // The same equations solved to rounding; rounding grows along the orbit.
  for (let i = 0; i < 2; i++) expect(Math.abs(a.q[i] - b.q[i])).toBeLessThan(1e-12);
});

test("a stage that is generated code solves the same equation as the general one", () => {
  const { system } = centralSextic();
  const general = { ...system, damping: { addTo() {}, byPosition: null, byVelocity: null } };
  const coefficients = { inertia: 1, forces: 1, velocity: 0.05, position: 0.0025 };
  for (const start of [
    [0.5, 0.2],
    [1.2, -0.7],
    [0.01, 3],
  ]) {
    const [code, vectors] = [system, general].map((which) => {
      const stage = specialised("always", () => implicitStage(which, coefficients, noWork()));
      stage.q.set(start);
      stage.v.set([0.3, -0.4]);
      const A = new Float64Array(2);
      expect(stage.solve(0, A, { t: 0, q: stage.q.slice(), v: stage.v.slice() })).toBeNull();
      return [...A, ...stage.q, ...stage.v];
    });
    for (const [i, value] of code.entries()) {
      expect(Math.abs(value - vectors[i])).toBeLessThan(1e-13 * (1 + Math.abs(value)));
    }
  }
});

test("a step without a solution fails by name", () => {
  const { failure } = run(inPotential(unsolvable, 0, 0), midpoint(), { time: { step: 1, steps: 1 } });
  expect(failure).toMatchObject({ kind: "newton", dof: 0, iterations: expect.any(Number) });
});
