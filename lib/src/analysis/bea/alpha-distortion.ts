/** The first terms of what the generalised-α family solves for q̈ + H q = 0:
 *
 *      q̈ + (ε h H + δ h³ H²) q̇ + (H + κ h² H²) q = 0,
 *
 *  ε = γ − ½ + α_m − α_f. The others hold for ε = 0, the second-order members: κ lengthens the period by −κ (ω h)²/2, δ damps with the
 *  ratio δ (ω h)³/2. For Chung and Hulbert's choice δ = ((1 − ρ)/(1 + ρ))³. */

export interface AlphaDistortion {
  readonly epsilon: number;
  readonly kappa: number;
  readonly delta: number;
}

export function alphaDistortion({
  beta,
  gamma,
  alphaM,
  alphaF,
}: {
  readonly beta: number;
  readonly gamma: number;
  readonly alphaM: number;
  readonly alphaF: number;
}): AlphaDistortion {
  return {
    epsilon: gamma - 0.5 + alphaM - alphaF,
    kappa: alphaF * alphaF - alphaF * alphaM - beta + 1 / 12,
    delta: (alphaF - alphaM) * (beta - alphaF * (1 - alphaM)),
  };
}
