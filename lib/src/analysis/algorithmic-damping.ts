/** What the algorithmic damping α of `energy-momentum` does to a mode of frequency ω.                    [krenk2014, sec. 2.3]
 *
 *  For ü + ω² u = 0 a step is Δz = x J (z₀ + ½ κ Δz) in z = (ω u, v), with x = ω h, κ = 1 + α and J the quarter turn. It
 *  multiplies the complex amplitude by
 *
 *      λ = (1 + ½ i x (1 − α))/(1 − ½ i x (1 + α)),
 *
 *  and the damping ratio is that of the damped oscillation with the same λ: λ = e^{(−ζ ± i √(1 − ζ²)) ω̃ h}. For small x this is
 *  ζ = ½ α x (18); it grows to a largest value near x = 4.7 and falls again, to ln((1 + α)/(1 − α))/π for x → ∞: |λ|, the
 *  decay of a step, falls with x all the way, but from there on the motion turns by nearly π a step.
 *
 *  With `momentum: angular` the whole of α is in the force: Δv/ω = −x (ū + α Δu), Δu = x v̄/ω. With s = 2 (λ − 1)/(λ + 1) that is
 *  s² + α x² s + x² = 0, and
 *
 *      |λ|² = (1 + ¼x² − ½αx²)/(1 + ¼x² + ½αx²)
 *
 *  up to α x = 2, again with ζ = ½ α x for small x. Beyond that the mode is overdamped, as by a dashpot: one root tends to −1, a
 *  velocity that is reversed in every step and hardly decays. */
import { InputError } from "../core/failure.js";

/** ζ, the part of critical damping that α gives to a mode with ω h; of a mode without oscillation, that of its slower root. */
export function algorithmicDamping(alpha: number, omegaH: number, momentum: "linear" | "angular" = "linear"): number {
  return momentum === "angular" ? resistance(alpha, omegaH) : krenks(alpha, omegaH);
}

function resistance(alpha: number, omegaH: number): number {
  const square = omegaH * omegaH;
  const halved = (alpha * omegaH) / 2;
  if (halved > 1) {
    const s = omegaH * (halved + Math.sqrt(halved * halved - 1));
    const decay = -Math.log1p(-4 / (s + 2));
    return decay / Math.hypot(decay, Math.PI);
  }
  const decay = -Math.log1p((-alpha * square) / (1 + square / 4 + (alpha * square) / 2)) / 2;
  if (decay === 0 || decay === Number.POSITIVE_INFINITY) return Math.min(decay, 1);
  const real = (-alpha * square) / 4;
  const imaginary = (omegaH / 2) * Math.sqrt(1 - halved * halved);
  return decay / Math.hypot(decay, Math.atan2(imaginary, 1 + real) + Math.atan2(imaginary, 1 - real));
}

function krenks(alpha: number, omegaH: number): number {
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
  /** As in the method. */
  readonly momentum?: "linear" | "angular";
}

/** The α that gives a mode the wanted damping ratio; higher modes up to ω h ≈ 4.7 get more of it, lower ones less. */
export function dampingParameter({ ratio, frequency, step, momentum = "linear" }: WantedDamping): number {
  const omegaH = frequency * step;
  if (!(omegaH > 0 && omegaH < Infinity)) {
    throw new InputError(`frequency × step is ${omegaH}; accepted: a number > 0`, { key: "frequency" });
  }
  // Near α ω h = 2, where the mode is overdamped, the angular form damps less again.
  const largest = momentum === "angular" ? Math.min(1, 1.5 / omegaH) : 1;
  const most = algorithmicDamping(largest, omegaH, momentum);
  if (!(ratio >= 0 && ratio <= most)) {
    throw new InputError(
      `a damping ratio of ${ratio} at ω h = ${omegaH.toPrecision(3)}; accepted: from 0 to ${most.toPrecision(3)}, ` +
        `which α = ${largest.toPrecision(3)} gives there. A longer step or physical damping gives more`,
      { key: "ratio" },
    );
  }
  // ζ grows with α: its logarithmic decrement grows and its angle shrinks.
  let low = 0;
  let high = largest;
  for (let middle = largest / 2; low < middle && middle < high; middle = (low + high) / 2) {
    if (algorithmicDamping(middle, omegaH, momentum) < ratio) low = middle;
    else high = middle;
  }
  return high;
}
