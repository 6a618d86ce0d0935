/** Mooney–Rivlin material with the isochoric part split off, W = C₁₀ (J^(−2/3) I₁ − 3) + C₀₁ (J^(−4/3) I₂ − 3) + (J − 1)²/D₁, as Abaqus and
 *  CalculiX have it. C₀₁ = 0 is their neo-Hookean law. */
import { cbrt, expm1, log1p } from "../../core/elementary.js";
import { InputError } from "../../core/failure.js";
import { checkedDensity, lame } from "./elastic-constants.js";
import type { Material, StoredEnergy } from "./material.js";

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
  const bulk = 2 / D1;
  const twoThirds = 2 / 3;
  const energy: StoredEnergy = {
    ofSecond: C01 !== 0,
    ...(C01 === 0 && { isochoric: { C10, D1 } }),
    value(i1, i2, j) {
      const logJ = log1p(j);
      const a = expm1((-2 / 3) * logJ);
      const b = expm1((-4 / 3) * logJ);
      return C10 * (i1 + a * (3 + i1)) + C01 * (i2 + b * (3 + i2)) + (j * j) / D1;
    },
    gradient(i1, i2, j, out) {
      const J = 1 + j;
      const inverse = 1 / J;
      const root = J > 0 ? cbrt(J) : Number.NaN;
      // J^(−2/3) = J^(1/3)/J.
      const a = C10 * root * inverse;
      const b = C01 === 0 ? 0 : C01 / (J * root);
      out[0] = a;
      out[1] = b;
      out[2] = bulk * j - (twoThirds * a * (3 + i1) + 2 * twoThirds * b * (3 + i2)) * inverse;
    },
    hessian(i1, i2, j, out) {
      const J = 1 + j;
      const root = cbrt(J);
      const a = C10 / (root * root);
      const b = C01 / (J * root);
      out[0] = 0;
      out[1] = 0;
      out[2] = ((-2 / 3) * a) / J;
      out[3] = 0;
      out[4] = ((-4 / 3) * b) / J;
      out[5] = 2 / D1 + ((10 / 9) * a * (3 + i1) + (28 / 9) * b * (3 + i2)) / (J * J);
    },
    difference(i1, i2, j, d1, d2, dj) {
      const root = cbrt(1 + j);
      const growth = dj / (1 + j);
      const x = cbrt(1 + growth);
      // x − 1 = growth/(1 + x + x²), of which J^(−2/3) and J^(−4/3) change by x^(−2) − 1 and x^(−4) − 1.
      const first = (-growth * (1 + x)) / ((1 + x + x * x) * x * x);
      const second = first * (2 + first);
      // Δ(a I) = a (ΔI + (I + ΔI) (a′/a − 1)).
      const isochoric = (C10 / (root * root)) * (d1 + (3 + i1 + d1) * first);
      const other = C01 === 0 ? 0 : (C01 / (root * (1 + j))) * (d2 + (3 + i2 + d2) * second);
      return isochoric + other + (dj * (2 * j + dj)) / D1;
    },
  };
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
