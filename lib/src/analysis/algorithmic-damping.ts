/** What the algorithmic damping α of `energy-momentum` does to a mode of frequency ω.                    [krenk2014, sec. 2.3]
 *
 *  For ü + ω² u = 0 a step is Δz = x J (z₀ + ½ κ Δz) in z = (ω u, v), with x = ω h, κ = 1 + α and J the quarter turn. It
 *  multiplies the complex amplitude by
 *
 *      λ = (1 + ½ i x (1 − α))/(1 − ½ i x (1 + α)),
 *
 *  and the damping ratio is that of the damped oscillation with the same λ: λ = e^{(−ζ ± i √(1 − ζ²)) ω̃ h}. For small x this is
 *  ζ = ½ α x (18); it grows to a largest value near x = 4.7 and falls again, to ln((1 + α)/(1 − α))/π for x → ∞: |λ|, the
 *  decay of a step, falls with x all the way, but from there on the motion turns by nearly π a step. */
import { InputError } from "../core/failure.js";

/** λ: what one step leaves of the amplitude, and by how much it turns it; the exact motion turns it by ω h. */
export function amplificationOf(alpha: number, omegaH: number): { readonly modulus: number; readonly angle: number } {
  const behind = (omegaH * (1 - alpha)) / 2;
  const ahead = (omegaH * (1 + alpha)) / 2;
  return {
    modulus: Math.sqrt((1 + behind * behind) / (1 + ahead * ahead)),
    angle: Math.atan(behind) + Math.atan(ahead),
  };
}

/** ζ, the part of critical damping that α gives to a mode with ω h. */
export function algorithmicDamping(alpha: number, omegaH: number): number {
  const behind = (omegaH * (1 - alpha)) / 2;
  const ahead = (omegaH * (1 + alpha)) / 2;
  // ln |λ|² = ln(1 − α x²/(1 + ahead²)), which does not cancel for small x or α.
  const decay = -Math.log1p((-alpha * omegaH * omegaH) / (1 + ahead * ahead)) / 2;
  if (decay === 0) return 0;
  return decay / Math.hypot(decay, Math.atan(behind) + Math.atan(ahead));
}

export interface WantedDamping {
  /** ζ, as a part of critical damping. */
  readonly ratio: number;
  /** ω of the mode that shall have it, rad/s. */
  readonly frequency: number;
  /** h. */
  readonly step: number;
}

/** The α that gives a mode the wanted damping ratio; higher modes up to ω h ≈ 4.7 get more of it, lower ones less. */
export function dampingParameter({ ratio, frequency, step }: WantedDamping): number {
  const omegaH = frequency * step;
  if (!(omegaH > 0 && omegaH < Infinity)) {
    throw new InputError(`frequency × step is ${omegaH}; accepted: a number > 0`, { key: "frequency" });
  }
  const most = algorithmicDamping(1, omegaH);
  if (!(ratio >= 0 && ratio <= most)) {
    throw new InputError(
      `a damping ratio of ${ratio} at ω h = ${omegaH.toPrecision(3)}; accepted: from 0 to ${most.toPrecision(3)}, ` +
        "which α = 1 gives there. A longer step or physical damping gives more",
      { key: "ratio" },
    );
  }
  // ζ grows with α: its logarithmic decrement grows and its angle shrinks.
  let low = 0;
  let high = 1;
  for (let middle = 0.5; low < middle && middle < high; middle = (low + high) / 2) {
    if (algorithmicDamping(middle, omegaH) < ratio) low = middle;
    else high = middle;
  }
  return high;
}
