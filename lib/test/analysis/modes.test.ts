import { expect, test } from "vitest";
import { modesOf } from "../../src/analysis/modes.js";
import { participation } from "../../src/analysis/participation.js";
import { diagonalMass } from "../../src/linalg/mass.js";
import { fromTriplets } from "../../src/linalg/matrix.js";
import { startingFrom } from "../../src/models/model.js";
import { rayleighDamping } from "../../src/systems/damping.js";
import { linearSystem } from "../../src/systems/linear.js";
import { spring } from "../methods/oscillator.js";

/** A chain of n masses between walls: ω_k = 2 sin(kπ/(2(n + 1))). */
function chain(n: number, damped: boolean) {
  const triplets = Array.from({ length: n }, (_, i) => [
    [i, i, 2],
    ...(i > 0 ? [[i, i - 1, -1]] : []),
    ...(i + 1 < n ? [[i, i + 1, -1]] : []),
  ]).flat();
  const column = (k: number) => triplets.map((entry) => entry[k]);
  const stiffness = fromTriplets(n, column(0), column(1), column(2));
  const mass = diagonalMass(new Array(n).fill(1));
  const damping = damped ? rayleighDamping(mass, stiffness, 0.02, 0.03) : null;
  return startingFrom(linearSystem({ mass, stiffness, damping }), new Array(n).fill(0), new Array(n).fill(0));
}
const exact = (n: number, k: number) => 2 * Math.sin((k * Math.PI) / (2 * (n + 1)));

test.each([20, 400])("a chain of %i masses has the modes of its formula, dense or by Lanczos", (n) => {
  const { modes, highest, complete, coupling } = modesOf(chain(n, true), 6);
  expect(complete).toBe(true);
  modes.forEach(({ frequency, damping }, k) => {
    const omega = exact(n, k + 1);
    expect(frequency).toBeCloseTo(omega, 9);
    expect(damping).toBeCloseTo((0.02 / omega + 0.03 * omega) / 2, 8);
  });
  // An upper bound that is not far off: explicit steps are chosen by it.
  expect(highest.frequency).toBeGreaterThanOrEqual(exact(n, n) * (1 - 1e-9));
  expect(highest.frequency).toBeLessThan(exact(n, n) * 1.01);
  // Rayleigh damping does not couple modes; what is left is the accuracy of the shapes.
  expect(coupling).toBeLessThan(1e-4);
});

test("of a chain whose ends are shaken, odd modes take part, and all effective masses add up to its mass", () => {
  const n = 20;
  const problem = chain(n, false);
  const { modes } = modesOf(problem, n);
  const { factors, effectiveMasses, total } = participation(problem.system.mass, modes, new Float64Array(n).fill(1));
  expect(total).toBe(n);
  expect(effectiveMasses.reduce((sum, mass) => sum + mass, 0)).toBeCloseTo(n, 10);
  // x_k(i) = √(2/(n + 1)) sin(ikπ/(n + 1)), whose sum is a cotangent.
  factors.forEach((factor, at) => {
    const k = at + 1;
    const expected = k % 2 === 0 ? 0 : Math.sqrt(2 / (n + 1)) / Math.tan((k * Math.PI) / (2 * (n + 1)));
    expect(Math.abs(factor)).toBeCloseTo(expected, 9);
  });
});

test("a nonlinear system is linearised at its start", () => {
  const { modes } = modesOf(spring({ k: 9, c: 1.2 }), 5);
  expect(modes).toHaveLength(1);
  expect(modes[0].frequency).toBeCloseTo(3, 14);
  expect(modes[0].damping).toBeCloseTo(0.2, 14);
});

test("a number of modes that is none is refused", () => {
  expect(() => modesOf(spring(), 0)).toThrow(/modes: found 0 modes/);
});
