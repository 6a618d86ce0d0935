/** A mode as a scheme integrates it: the frequency, the damping and the stability that the eigenvalues of the amplification
 *  matrix stand for.                                                                                   [hughes1987, §9.1.3]
 *
 *      λ = exp(h (−ξ̄ ω̄ ± i ω̄ √(1 − ξ̄²))):      ω̄² h² = ln λ₁ · ln λ₂,      2 ξ̄ ω̄ h = −(ln λ₁ + ln λ₂)
 *
 *  which holds for complex pairs and for the two real roots of an overdamped mode. The period error is T̄/T − 1 = ω/ω̄ − 1, and
 *  ξ̄ − ζ is the damping that the scheme adds. */
import type { FixedStepMethod } from "../core/method.js";
import { type ModeAmplification, modeAmplification, modulus, type Root } from "./amplification.js";

export interface SchemeOfMode {
  /** ω̄ in rad/s; null where the roots left the positive real axis unpaired and nothing oscillates as the motion does. */
  readonly frequency: number | null;
  /** ξ̄, all of it: what the mode has and what the scheme adds. */
  readonly damping: number | null;
  /** T̄/T − 1. */
  readonly periodError: number | null;
  readonly spectralRadius: number;
  readonly stable: boolean;
}

/** Double roots on the unit circle come out of the eigenvalue solver with half the digits: 1e-8. */
const ROUNDING = 1e-7;

export const isStable = ({ spectralRadius }: Pick<ModeAmplification, "spectralRadius">) =>
  spectralRadius <= 1 + ROUNDING;

/** The mode of frequency ω and damping ratio ζ under a method with step h. */
export function schemeOfMode(method: FixedStepMethod, frequency: number, damping: number, step: number): SchemeOfMode {
  const Omega = frequency * step;
  const { principal, spectralRadius } = modeAmplification(method, Omega, damping);
  const stable = spectralRadius <= 1 + ROUNDING;
  const seen = oscillationOf(principal);
  if (seen === null) return { frequency: null, damping: null, periodError: null, spectralRadius, stable };
  const { phase, ratio } = seen;
  return {
    frequency: phase / step,
    damping: ratio,
    periodError: phase === 0 ? null : Omega / phase - 1,
    spectralRadius,
    stable,
  };
}

/** ω̄ h and ξ̄. */
function oscillationOf([a, b]: readonly [Root, Root]): { phase: number; ratio: number } | null {
  if (Number.isNaN(a.real)) return null;
  if (a.imaginary !== 0) {
    const decay = Math.log(modulus(a));
    const angle = Math.atan2(Math.abs(a.imaginary), a.real);
    const phase = Math.hypot(decay, angle);
    return { phase, ratio: decay === 0 ? 0 : -decay / phase };
  }
  if (!(a.real > 0 && b.real > 0)) return null;
  const [first, second] = [Math.log(a.real), Math.log(b.real)];
  const square = first * second;
  if (!(square > 0)) return null;
  const phase = Math.sqrt(square);
  return { phase, ratio: -(first + second) / (2 * phase) };
}
