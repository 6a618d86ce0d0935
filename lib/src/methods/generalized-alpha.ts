/** The generalised-α method of Chung and Hulbert.                                          [chung1993, eqs. (17), (20), (25)]
 *
 *      M ((1 − α_m) a₁ + α_m a₀) + (1 − α_f) G₁ + α_f G₀ = 0
 *      α_m = (2ρ − 1)/(ρ + 1),  α_f = ρ/(ρ + 1),  γ = ½ − α_m + α_f,  β = (1 − α_m + α_f)²/4
 *
 *  Second order, unconditionally stable for linear systems; among such schemes the least damping of low frequencies for a
 *  given spectral radius ρ at infinity. ρ = 1 is Newmark with β = ¼. `compensate: period` changes what linear systems give the
 *  scheme so that its period is of fourth order and its dissipation stays: compensated-alpha.ts. */
import { family } from "../core/method.js";
import { choice, real } from "../core/parameter.js";
import { alphaScheme } from "../stepping/alpha-family.js";
import { compensatedAlpha } from "../stepping/compensation/compensated-alpha.js";
import { implicitParameters } from "../stepping/implicit-parameters.js";
import type { FamilyCoefficients } from "../stepping/trapezoid-balance.js";

export const generalizedAlpha = family(
  {
    id: "generalized-alpha",
    title: "Generalized-α",
    summary: "The damping you ask for at high frequencies with the least at low ones.",
    parameters: {
      rho: real(0.8, "spectral radius at infinite frequency; 1: no damping", { min: 0, max: 1 }),
      compensate: choice(
        ["none", "period"],
        "none",
        "for linear systems, change matrices and loads so that periods are of fourth order; the dissipation stays",
      ),
      ...implicitParameters,
    },
    cites: ["chung1993", "takacs2024"],
    variants: [{ rho: 0 }, { rho: 0.5 }, { rho: 1 }, { rho: 0.5, compensate: "period" }],
  },
  ({ rho, compensate, ...options }) => {
    const coefficients = coefficientsOf(rho);
    return compensate === "none" ? alphaScheme(coefficients, options) : compensatedAlpha(coefficients, options);
  },
);

/** α_m, α_f, β and γ of a spectral radius. */
export function coefficientsOf(rho: number): FamilyCoefficients {
  const alphaM = (2 * rho - 1) / (rho + 1);
  const alphaF = rho / (rho + 1);
  const spread = 1 - alphaM + alphaF;
  return { beta: (spread * spread) / 4, gamma: 0.5 - alphaM + alphaF, alphaM, alphaF };
}
