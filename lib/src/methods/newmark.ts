/** Newmark's method.                                                       [newmark1959], [kane2000, eqs. (20)–(22)]
 *
 *      q₁ = q₀ + h v₀ + h² ((½ − β) a₀ + β a₁),    v₁ = v₀ + h ((1 − γ) a₀ + γ a₁),    M a₁ + ∇V(q₁) = f(t₁, q₁, v₁)
 *
 *  Second order for γ = ½, first order otherwise; γ > ½ damps, γ < ½ feeds energy [papers/kane2000: the paper says the
 *  reverse]. For γ = ½ it is symplectic, not for dq ∧ dp but for (M + β h² ∇²V(q))_ij dq_i ∧ dv_j. β = ¼, γ = ½ (average
 *  acceleration) keeps the energy of linear systems and is stable for every step; for γ = ½ in general h ω < 1/√(¼ − β).
 *  Keeps linear momentum; of angular momentum it keeps η(q) × M v with η = q + β h² M⁻¹∇V instead. */
import { family } from "../core/method.js";
import { real } from "../core/parameter.js";
import { alphaScheme } from "./alpha-family.js";

export const newmark = family(
  {
    id: "newmark",
    title: "Newmark",
    summary:
      "The workhorse of structural dynamics; β = 1/4, γ = 1/2 neither damps nor feeds linear systems at any step.",
    parameters: {
      beta: real(1 / 4, "weight of the new acceleration in the position", { min: 0, max: 1 }),
      gamma: real(1 / 2, "weight of the new acceleration in the velocity; above 1/2 the scheme damps", {
        min: 0,
        max: 1,
      }),
    },
    cites: ["newmark1959", "kane2000"],
    variants: [{ beta: 1 / 6 }, { beta: 0 }, { beta: 0.3025, gamma: 0.6 }, { beta: 1 / 12 }],
  },
  ({ beta, gamma }) => alphaScheme({ beta, gamma, alphaM: 0, alphaF: 0 }),
);
