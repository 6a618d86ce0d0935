/** The spectral radius that hht, wbz, generalized-alpha and bathe promise at infinite frequency, from the amplification
 *  matrix of one oscillator at ω h = 10⁵: the columns are steps from unit values of q, v and a. */
import { expect, test } from "vitest";
import type { FixedStepMethod } from "../../src/core/method.js";
import { spectralRadius } from "../../src/linalg/eigen-general.js";
import { fromRows } from "../../src/linalg/matrix.js";
import { bathe } from "../../src/methods/bathe.js";
import { generalizedAlpha } from "../../src/methods/generalized-alpha.js";
import { hht } from "../../src/methods/hht.js";
import { newmark } from "../../src/methods/newmark.js";
import { wbz } from "../../src/methods/wbz.js";
import { spring } from "./oscillator.js";

function radiusAt(method: FixedStepMethod, frequency: number): number {
  const k = frequency * frequency;
  const columns = [0, 1, 2].map((unit) => {
    const stepper = method.prepare(spring({ k }), 1, null);
    const s = { n: 0, t: 0, q: new Float64Array(1), v: new Float64Array(1), memory: stepper.memory };
    // Unit position, velocity and acceleration, in units in which all three are of one size; G = k q.
    const size = [1 / k, 1 / frequency, 1];
    s.q[0] = unit === 0 ? size[0] : 0;
    s.v[0] = unit === 1 ? size[1] : 0;
    s.memory[0][0] = unit === 2 ? size[2] : 0;
    // G where forces are averaged; then what the next guess is made from, and the two compensations.
    if (s.memory.length === 6) s.memory[1][0] = k * s.q[0];
    expect(stepper.step(s)).toBeNull();
    return [s.q[0] / size[0], s.v[0] / size[1], s.memory[0][0] / size[2]];
  });
  return spectralRadius(fromRows([0, 1, 2].map((row) => columns.map((column) => column[row]))));
}

const INFINITY = 1e5;
/** Rounding, multiplied by the (ω h)² between the units of q and a, moves a double eigenvalue by the square root of 1e-6. */
const CLOSE = 1e-3;

test.each([0, -0.1, -1 / 3])("hht, α = %f: (1 + α)/(1 − α)", (alpha) => {
  expect(Math.abs(radiusAt(hht({ alpha }), INFINITY) - (1 + alpha) / (1 - alpha))).toBeLessThan(CLOSE);
});

test.each([0, 0.3, 0.8, 1])("wbz and generalized-alpha, ρ = %f", (rho) => {
  // ρ = 0 has a threefold eigenvalue 0: found to the cube root of rounding.
  const close = rho === 0 ? 1e-3 : CLOSE;
  expect(Math.abs(radiusAt(generalizedAlpha({ rho }), INFINITY) - rho)).toBeLessThan(close);
  expect(Math.abs(radiusAt(wbz({ rho }), INFINITY) - rho)).toBeLessThan(close);
});

test("bathe annihilates, newmark does nothing", () => {
  expect(radiusAt(bathe(), INFINITY)).toBeLessThan(CLOSE);
  expect(Math.abs(radiusAt(newmark(), INFINITY) - 1)).toBeLessThan(CLOSE);
});

test("low frequencies are hardly damped: generalized-alpha less than wbz at the same ρ", () => {
  const loss = (method: FixedStepMethod) => 1 - radiusAt(method, 0.1);
  expect(loss(generalizedAlpha({ rho: 0.5 }))).toBeGreaterThan(0);
  expect(loss(generalizedAlpha({ rho: 0.5 }))).toBeLessThan(loss(wbz({ rho: 0.5 })));
});

test("all of them are of second order, damped or not, and structure is claimed only without damping", () => {
  for (const method of [
    hht(),
    hht({ alpha: -0.3 }),
    wbz(),
    wbz({ rho: 0.2 }),
    generalizedAlpha(),
    generalizedAlpha({ rho: 0 }),
  ]) {
    expect(method.claims, method.id).toMatchObject({ order: 2, symplectic: null, symmetric: false });
  }
  expect(hht({ alpha: 0 }).claims).toMatchObject({ order: 2, symmetric: true, conserves: newmark().claims.conserves });
  expect(newmark({ beta: 0.3025, gamma: 0.6 }).claims.order).toBe(1);
});

test("defaults, and how far they may be changed", () => {
  expect(generalizedAlpha().parameters).toMatchObject({ rho: 0.8 });
  expect(wbz().parameters).toMatchObject({ rho: 0.8 });
  expect(hht().parameters).toMatchObject({ alpha: -0.1 });
  expect(hht({ alpha: -1 / 3 }).claims.order).toBe(2);
  for (const alpha of [-0.34, 0.01]) expect(() => hht({ alpha })).toThrow(/alpha/);
  for (const rho of [-0.01, 1.01]) {
    expect(() => wbz({ rho })).toThrow(/rho/);
    expect(() => generalizedAlpha({ rho })).toThrow(/rho/);
  }
});
