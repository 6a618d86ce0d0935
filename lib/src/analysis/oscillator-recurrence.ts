/** One step of q̈ + 2 ζ ω q̇ + ω² q = p(t) with p linear over the step, from (q₀, v₀) under p₀ … p₁, as a recurrence
 *
 *      q₁ = a q₀ + b v₀ + e p₀ + f p₁,      v₁ = c q₀ + d v₀ + g p₀ + h p₁.
 *
 *  The exact one follows from the response to an impulse, g(t), to a step, s₁ = ∫ g, and to a ramp, s₂ = ∫ s₁ [nigam1969]. */
import { InputError } from "../core/failure.js";

/** a, b, c, d, e, f, g, h in the formula above. */
export type Recurrence = readonly [number, number, number, number, number, number, number, number];

/** Exact for loads that are linear over the step. */
export function exactRecurrence(omega: number, zeta: number, h: number): Recurrence {
  refuseOverdamped(zeta);
  const { impulse, step, ramp } = omega * h < 1 ? bySeries(omega, zeta, h) : inClosedForm(omega, zeta, h);
  // g' + 2ζω g = cosine part of the free motion from q = 1.
  const square = omega * omega;
  const a = 1 - square * step;
  return [
    a,
    impulse,
    -square * impulse,
    a - 2 * zeta * omega * impulse,
    step - ramp / h,
    ramp / h,
    impulse - step / h,
    step / h,
  ];
}

interface Responses {
  readonly impulse: number;
  readonly step: number;
  readonly ramp: number;
}

function inClosedForm(omega: number, zeta: number, h: number): Responses {
  const square = omega * omega;
  const damped = omega * Math.sqrt(1 - zeta * zeta);
  const decay = Math.exp(-zeta * omega * h);
  const impulse = (decay * Math.sin(damped * h)) / damped;
  const step = (1 - decay * Math.cos(damped * h) - zeta * omega * impulse) / square;
  return { impulse, step, ramp: (h - impulse - 2 * zeta * omega * step) / square };
}

/** The closed forms cancel for short steps. The Taylor coefficients gₙ hⁿ of the impulse response obey the equation; below
 *  ω h = 1 twenty-four of them are exact to the last digit. */
function bySeries(omega: number, zeta: number, h: number): Responses {
  const x = omega * h;
  let [before, now] = [0, h];
  let [impulse, step, ramp] = [h, (h * h) / 2, (h * h * h) / 6];
  for (let n = 1; n < 24 && Math.abs(now) + Math.abs(before) > 1e-18 * h; n++) {
    const next = -(2 * zeta * x * n * now + x * x * before) / ((n + 1) * n);
    impulse += next;
    step += (next * h) / (n + 2);
    ramp += (next * h * h) / ((n + 2) * (n + 3));
    [before, now] = [now, next];
  }
  return { impulse, step, ramp };
}

/** Newmark's with β = ¼, γ = ½, for comparison with programs that integrate spectra by it. */
export function averageAcceleration(omega: number, zeta: number, h: number): Recurrence {
  const [k, c] = [omega * omega, 2 * zeta * omega];
  const inverse = 1 / (1 + (h * c) / 2 + (h * h * k) / 4);
  const from = (q: number, v: number, p0: number, p1: number): [number, number] => {
    const a0 = p0 - c * v - k * q;
    const reached = q + h * v + (h * h * a0) / 4;
    const speed = v + (h * a0) / 2;
    const a1 = inverse * (p1 - c * speed - k * reached);
    return [reached + (h * h * a1) / 4, speed + (h * a1) / 2];
  };
  const [a, cc] = from(1, 0, 0, 0);
  const [b, d] = from(0, 1, 0, 0);
  const [e, g] = from(0, 0, 1, 0);
  const [f, hh] = from(0, 0, 0, 1);
  return [a, b, cc, d, e, f, g, hh];
}

function refuseOverdamped(zeta: number): void {
  if (!(zeta >= 0 && zeta < 1)) {
    throw new InputError(`a damping ratio is ${zeta}; accepted: from 0 to less than 1`, { key: "damping" });
  }
}
