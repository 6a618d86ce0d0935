/** Mooney–Rivlin material with the isochoric part split off, W = C₁₀ (J^(−2/3) I₁ − 3) + C₀₁ (J^(−4/3) I₂ − 3) + (J − 1)²/D₁, as Abaqus and
 *  CalculiX have it. C₀₁ = 0 is their neo-Hookean law. */
import { InputError } from "../../core/failure.js";
import { checkedDensity, lame } from "./elastic-constants.js";
import type { Material } from "./material.js";
import { storedEnergy } from "./stored-energy.js";

export interface MooneyRivlin {
  readonly C10: number;
  /** 0 by default. */
  readonly C01?: number;
  /** 2 over the bulk modulus. */
  readonly D1: number;
  readonly density: number;
}

export function mooneyRivlin({ C10, C01 = 0, D1, density }: MooneyRivlin): Material {
  for (const [key, value] of Object.entries({ C10, C01, D1 })) {
    const allowed = key === "C01" ? value >= 0 : value > 0;
    if (!(allowed && value < Infinity)) {
      const accepted = key === "C01" ? "zero or positive numbers" : "positive numbers";
      throw new InputError(`${key} is ${value}; accepted: ${accepted}`, { key });
    }
  }
  const mu = 2 * (C10 + C01);
  const energy = storedEnergy(({ constant, add, multiply, power }, { i1, i2, j, perRoot }) => {
    const first = multiply(constant(C10), multiply(power(perRoot, 2), add(constant(3), i1)));
    const second = multiply(constant(C01), multiply(power(perRoot, 4), add(constant(3), i2)));
    return add(add(first, second), multiply(constant(1 / D1), power(j, 2)));
  });
  return {
    name: "mooney-rivlin",
    density: checkedDensity(density),
    lambda: 2 / D1 - (2 / 3) * mu,
    mu,
    energy,
  };
}

/** The constants with C₀₁ = 0 that agree with E and ν at rest. */
export function isochoricNeoHookean(E: number, nu: number, density: number): Material {
  const { lambda, mu } = lame(E, nu);
  return mooneyRivlin({ C10: mu / 2, D1: 2 / (lambda + (2 / 3) * mu), density });
}
