import { describe, expect, test } from "vitest";
import { lennardJones } from "../../../src/models/particles/lennard-jones.js";
import { type PairPotential, pairFunctions } from "../../../src/models/particles/pair-potential.js";

const energyAt = (law: PairPotential, r: number) => pairFunctions(law).energy(r * r, 0, 1, 0);
const slopeAt = (law: PairPotential, r: number) => pairFunctions(law).slope(r * r, 0, 1, 0) * r;

test("the minimum −ε lies at 2^(1/6) σ, the zero at σ", () => {
  const law = lennardJones({ epsilon: 3, sigma: 2 });
  const bottom = 2 * 2 ** (1 / 6);
  expect(energyAt(law, bottom)).toBeCloseTo(-3, 14);
  // ε/σ times the rounding of 2^(1/6), amplified by the twelfth power.
  expect(Math.abs(slopeAt(law, bottom))).toBeLessThan(1e-14);
  expect(energyAt(law, 2)).toBe(0);
  expect(slopeAt(law, 2)).toBeCloseTo((-24 * 3) / 2, 13);
});

test("the stiffness of the bond is 57.15 ε/σ²", () => {
  const square = 2 ** (1 / 3);
  const curvature = pairFunctions(lennardJones()).curvature(square, 0, 1, 0);
  // U″ = (curvature) r² at the minimum, where U′ = 0: 72 / 2^(1/3).
  expect(curvature * square).toBeCloseTo(72 / square, 12);
});

describe("with a cutoff", () => {
  test("there is nothing beyond it", () => {
    const law = lennardJones({ cutoff: 2.5 });
    expect(energyAt(law, 2.5)).toBe(0);
    expect(slopeAt(law, 2.5)).toBe(0);
    expect(energyAt(law, 2.499)).toBeLessThan(-0.016);
  });

  test("shifted, the energy is continuous there and the force unchanged", () => {
    const cut = lennardJones({ cutoff: 2.5 });
    const shifted = lennardJones({ cutoff: 2.5, shift: true });
    expect(Math.abs(energyAt(shifted, 2.5 - 1e-9))).toBeLessThan(1e-10);
    expect(energyAt(shifted, 1.3) - energyAt(cut, 1.3)).toBeCloseTo(-energyAt(lennardJones(), 2.5), 15);
    expect(slopeAt(shifted, 1.3)).toBe(slopeAt(cut, 1.3));
  });
});

test.each([
  [{ sigma: 0 }, /sigma is 0; accepted: a number > 0/],
  [{ epsilon: Number.NaN }, /epsilon is NaN/],
  [{ cutoff: -1 }, /cutoff is -1; accepted: a number > 0/],
])("refuses %j", (parameters, message) => {
  expect(() => lennardJones(parameters)).toThrow(message);
});
