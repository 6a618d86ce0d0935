/** Hilber, Hughes and Taylor's α-method.                                                        [hilber1977, eqs. (1)–(6)]
 *
 *      M a₁ + (1 + α) G₁ − α G₀ = 0,     β = (1 − α)²/4,  γ = ½ − α,     −1/3 ≤ α ≤ 0
 *
 *  Second order, unconditionally stable for linear systems, damps high frequencies: spectral radius at infinity
 *  (1 + α)/(1 − α). α = 0 is Newmark with β = ¼. In the letters of the family: α_f = −α, α_m = 0. */
import { family } from "../core/method.js";
import { real } from "../core/parameter.js";
import { alphaScheme } from "../stepping/alpha-family.js";
import { implicitParameters } from "../stepping/implicit-parameters.js";

export const hht = family(
  {
    id: "hht",
    title: "HHT-α",
    summary: "Damps what the mesh cannot resolve and stays second order; the default of many structural programs.",
    parameters: { alpha: real(-0.1, "0: no damping; −1/3: the most", { min: -1 / 3, max: 0 }), ...implicitParameters },
    cites: ["hilber1977"],
    variants: [{ alpha: -1 / 3 }, { alpha: 0 }],
  },
  ({ alpha, ...options }) =>
    alphaScheme(
      {
        beta: ((1 - alpha) * (1 - alpha)) / 4,
        gamma: 0.5 - alpha,
        alphaM: 0,
        alphaF: alpha === 0 ? 0 : -alpha,
      },
      options,
    ),
);
