import { expect, test } from "vitest";
import { kineticEnergy } from "../../../src/core/system.js";
import { lowestModes } from "../../../src/linalg/lanczos.js";
import { cantilever } from "../../../src/models/structures/cantilever.js";

function firstFrequency(cells: number): number {
  const { system } = cantilever({ cells, law: "linear-elastic", nu: 0 });
  if (system.kind !== "linear") throw new Error("linear elasticity is linear");
  const modes = lowestModes(system.stiffness, system.mass.matrix, 1);
  if (!("vectors" in modes)) throw new Error("the bar is fixed");
  return Math.sqrt(modes.values[0]);
}

test("its bending frequency comes down to that of Timoshenko's beam as the cells get small", () => {
  // Euler and Bernoulli: 1.8751² √(EI/ρA)/L²; shear and the inertia of rotation take seven per cent of it at this thickness.
  const slender = 1.8751040687 ** 2 * Math.sqrt((1e6 * 0.25 ** 2) / 12 / 1000);
  const [one, two, four] = [1, 2, 4].map((cells) => firstFrequency(cells) / slender);
  expect(one).toBeGreaterThan(two);
  expect(two).toBeGreaterThan(four);
  expect(four).toBeGreaterThan(0.9);
  expect(four).toBeLessThan(1.05);
});

test("it is clamped at x = 0, and struck to the side", () => {
  const { system, q0, v0 } = cantilever();
  expect(system.dof).toBe(24);
  expect(system.kind).toBe("nonlinear");
  expect([...q0].every((value) => value === 0)).toBe(true);
  expect(v0[system.labels.indexOf("uz3")]).toBe(3);
  expect(v0[system.labels.indexOf("uz2")]).toBe(3 / 4);
  // ∫ ρ A v²/2 dx = ρ A L speed²/10 for v quadratic in x; interpolated by straight pieces of L/2, 11/96 of it instead.
  const energy = kineticEnergy(system, v0, new Float64Array(24));
  expect(energy).toBeCloseTo((11 / 96) * 1000 * 0.25 ** 2 * 9, 10);
});

test("both laws agree for small motions", () => {
  const [soft, linear] = (["neo-hookean", "linear-elastic"] as const).map((law) => cantilever({ law }).system);
  const q = Float64Array.from(soft.labels, (_, i) => 1e-7 * Math.sin(i + 1));
  const [a, b] = [soft, linear].map((system) => {
    const out = new Float64Array(system.dof);
    system.gradient(q, out);
    return out;
  });
  const size = Math.max(...b.map(Math.abs));
  for (let i = 0; i < a.length; i++) expect(Math.abs(a[i] - b[i]) / size).toBeLessThan(1e-5);
});
