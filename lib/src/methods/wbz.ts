/** Wood, Bossak and Zienkiewicz's method: inertia averaged, forces at the end of the step.         [wood1980, eqs. (2)–(4)]
 *
 *      M ((1 − α_m) a₁ + α_m a₀) + G₁ = 0,     α_m = (ρ − 1)/(ρ + 1),  β = (1 − α_m)²/4,  γ = ½ − α_m
 *
 *  Second order, unconditionally stable for linear systems, with the spectral radius ρ at infinite frequency. */
import { family } from "../core/method.js";
import { real } from "../core/parameter.js";
import { alphaScheme } from "../stepping/alpha-family.js";
import { implicitParameters } from "../stepping/implicit-parameters.js";

export const wbz = family(
  {
    id: "wbz",
    title: "WBZ-α",
    summary:
      "Like hht with the averaging on the inertia, and any damping up to annihilation of the highest frequencies.",
    parameters: {
      rho: real(0.8, "spectral radius at infinite frequency; 1: no damping", { min: 0, max: 1 }),
      ...implicitParameters,
    },
    cites: ["wood1980"],
    variants: [{ rho: 0 }, { rho: 1 }],
  },
  ({ rho, ...options }) => {
    const alphaM = (rho - 1) / (rho + 1);
    return alphaScheme({ beta: ((1 - alphaM) * (1 - alphaM)) / 4, gamma: 0.5 - alphaM, alphaM, alphaF: 0 }, options);
  },
);
