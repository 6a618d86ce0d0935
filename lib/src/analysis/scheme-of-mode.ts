/** A mode as a scheme integrates it: the period, the damping and the stability that the eigenvalues of the amplification matrix stand
 *  for.                                                                                              [hughes1987, §9.1.3]
 *
 *  A pair λ, λ̄ of an oscillating mode of frequency ω and damping ratio ζ turns by arg λ a step. What is seen is the damped period:
 *
 *      T̄ = 2π h / arg λ      against      T = 2π / (ω √(1 − ζ²)),       period error T̄/T − 1 = ω √(1 − ζ²) h / arg λ − 1.
 *
 *  The damping of an undamped mode is all the scheme's, and measured by the turn, ζ̄ = −ln|λ| / arg λ: the logarithmic decrement over
 *  2π. That of a damped one is ζ̄ = −ln|λ| / |ln λ|, which is ζ for an exact step, and ζ̄ − ζ is what the scheme adds.
 *  An overdamped mode has no period: its two real roots decay, and what counts is the rate of the slower. */
import type { FixedStepMethod } from "../core/method.js";
import { type ModeAmplification, modeAmplification, modulus, type Root } from "./amplification.js";

export interface SchemeOfMode {
  /** ω̄ in rad/s: the frequency that with the mode's own ζ has the period T̄; null where nothing oscillates, or decays, as the motion does. */
  readonly frequency: number | null;
  /** ζ̄, all of it: what the mode has and what the scheme adds. */
  readonly damping: number | null;
  /** T̄/T − 1; null where there is no period. */
  readonly periodError: number | null;
  /** Of what does not oscillate: the relative error of its rate of decay. */
  readonly rateError: number | null;
  readonly spectralRadius: number;
  readonly stable: boolean;
}

/** Double roots on the unit circle come out of the eigenvalue solver with half the digits: 1e-8. */
const ROUNDING = 1e-7;

export const isStable = ({ spectralRadius }: Pick<ModeAmplification, "spectralRadius">) =>
  spectralRadius <= 1 + ROUNDING;

/** The mode of frequency ω and damping ratio ζ under a method with step h. */
export function schemeOfMode(method: FixedStepMethod, frequency: number, damping: number, step: number): SchemeOfMode {
  const { principal, spectralRadius } = modeAmplification(method, frequency * step, damping);
  const stable = spectralRadius <= 1 + ROUNDING;
  const seen =
    damping < 1 ? oscillating(principal, frequency, damping, step) : decaying(principal, frequency, damping, step);
  return { ...(seen ?? NOTHING), spectralRadius, stable };
}

type Seen = Omit<SchemeOfMode, "spectralRadius" | "stable">;

export const NOTHING: Seen = { frequency: null, damping: null, periodError: null, rateError: null };

function oscillating([root]: readonly [Root, Root], omega: number, zeta: number, h: number): Seen | null {
  if (!(root.imaginary !== 0)) return null;
  const { decay, angle } = logarithmOf(root);
  const turn = omega * h * Math.sqrt(1 - zeta * zeta);
  return {
    frequency: (omega * angle) / turn,
    damping: decay === 0 ? 0 : zeta === 0 ? decay / angle : decay / Math.hypot(decay, angle),
    periodError: turn / angle - 1,
    rateError: null,
  };
}

function decaying(roots: readonly [Root, Root], omega: number, zeta: number, h: number): Seen | null {
  const seen = distortionOf(roots);
  if (seen === null) return null;
  const { phase, ratio } = seen;
  // Of s² + 2 ζ̄ ω̄ s + ω̄² = 0; a pair that should be a double root decays at ζ̄ ω̄.
  const rate = (of: number) => (of > 1 ? 1 / (of + Math.sqrt(of * of - 1)) : of);
  return {
    frequency: phase / h,
    damping: ratio,
    periodError: null,
    rateError: (phase * rate(ratio)) / (omega * h * rate(zeta)) - 1,
  };
}

/** ω̃ and ζ̃ of the equation that the scheme solves for the mode: its roots are ln λ / h. */
export function distortedMode(
  method: FixedStepMethod,
  frequency: number,
  damping: number,
  step: number,
): { readonly frequency: number; readonly damping: number } | null {
  const seen = distortionOf(modeAmplification(method, frequency * step, damping).principal);
  return seen === null ? null : { frequency: seen.phase / step, damping: seen.ratio };
}

/** −ln|λ| and arg λ ≥ 0. */
export function logarithmOf(root: Root): { readonly decay: number; readonly angle: number } {
  return { decay: -Math.log(modulus(root)), angle: Math.atan2(Math.abs(root.imaginary), root.real) };
}

/** ω̃ h and ζ̃, from ω̃² h² = ln λ₁ · ln λ₂ and 2 ζ̃ ω̃ h = −(ln λ₁ + ln λ₂); null where the roots left the positive real axis unpaired. */
function distortionOf([a, b]: readonly [Root, Root]): { phase: number; ratio: number } | null {
  if (Number.isNaN(a.real)) return null;
  if (a.imaginary !== 0) {
    const { decay, angle } = logarithmOf(a);
    const phase = Math.hypot(decay, angle);
    return { phase, ratio: decay === 0 ? 0 : decay / phase };
  }
  if (!(a.real > 0 && b.real > 0)) return null;
  const [first, second] = [Math.log(a.real), Math.log(b.real)];
  const square = first * second;
  if (!(square > 0)) return null;
  const phase = Math.sqrt(square);
  return { phase, ratio: -(first + second) / (2 * phase) };
}
