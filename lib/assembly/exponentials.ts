/** expm1, sinh, tanh and atanh within an ulp: what one rounding of eˣ − 1 would leave is carried along as a second number. */
import { rounding, upper } from "./pairs";

const LOG2: f64 = NativeMath.LOG2E;
/** ln 2 in two parts; the first has 32 bits, so that its multiples are exact. */
const LN2_HIGH: f64 = 6.9314718036912381649e-1;
const LN2_LOW: f64 = 1.90821492927058770002e-10;
/** Below it eˣ − 1 is x, above it eˣ. */
const TINY: f64 = 5.551115123125783e-17;
const LARGE: f64 = 44;

/** eˣ − 1 for |x| ≤ 44: the sum of both. */
let high: f64 = 0;
let low: f64 = 0;

/** x = k ln 2 + r; eʳ − 1 = r + r²/2 + p with both parts of r and of r², and p, which is small beside them, in one number: its rounding is less than a twentieth of an ulp of the
 *  sum. */
function split(x: f64): void {
  const k = nearest(LOG2 * x);
  const a = x - k * LN2_HIGH;
  const b = k * LN2_LOW;
  const r = a - b;
  const rest = a - r - b;
  const u = upper(r);
  const v = r - u;
  const square = r * r;
  const restOfSquare = u * u - square + 2 * u * v + v * v;
  // Even and odd terms in chains of their own, which a processor works off side by side.
  const even =
    1.0 / 6 +
    square *
      (1.0 / 120 +
        square * (1.0 / 5040 + square * (1.0 / 362880 + square * (1.0 / 39916800 + square * (1.0 / 6227020800)))));
  const odd =
    1.0 / 24 + square * (1.0 / 720 + square * (1.0 / 40320 + square * (1.0 / 3628800 + square * (1.0 / 479001600))));
  const p = r * square * (even + r * odd);
  const half = 0.5 * square;
  const s = r + half;
  const t = r - s + half + (0.5 * restOfSquare + rest * (1 + r) + p);
  // 2ᵏ (1 + s + t) − 1.
  const scale = reinterpret<f64>((<i64>k + 1023) << 52);
  const one = scale - 1;
  const part = scale * s;
  const sum = one + part;
  const back = sum - one;
  const restOfSum = one - (sum - back) + (part - back);
  // From 2⁵⁴ on, scale − 1 is rounded.
  const least = restOfSum + (scale - one - 1) + scale * t;
  high = sum + least;
  low = sum - high + least;
}

export function expm1(x: f64): f64 {
  if (!(abs(x) > TINY)) return x;
  if (x > LARGE) return NativeMath.exp(x);
  if (x < -LARGE) return -1;
  split(x);
  return high;
}

/** (E + E/(1 + E))/2 with E = eˣ − 1. */
export function sinh(x: f64): f64 {
  const size = abs(x);
  if (!(size > TINY)) return x;
  if (size > 709) return NativeMath.sinh(x);
  if (size > 22) return copysign(0.5 * NativeMath.exp(size), x);
  split(size);
  const e = high;
  const rest = low;
  divide(e, rest, 1 + e, e < 1 ? 1 - (1 + e) + e + rest : e - (1 + e) + 1 + rest);
  const sum = e + high;
  return copysign(0.5 * (sum + (e - sum + high + (rest + low))), x);
}

/** E/(E + 2) with E = e²ˣ − 1. */
export function tanh(x: f64): f64 {
  const size = abs(x);
  if (!(size > TINY)) return x;
  if (size > 22) return copysign(1, x);
  split(2 * size);
  const e = high;
  const d = e + 2;
  divide(e, low, d, (e < 2 ? 2 - d + e : e - d + 2) + low);
  return copysign(high + low, x);
}

/** Its series x + x³/3 + x⁵/5 + … up to a quarter; beyond, ln(u)/2 with u = (1 + x)/(1 − x), and what the rounding of u left out. */
export function atanh(x: f64): f64 {
  const size = abs(x);
  if (!(size > 1e-9 && size < 1)) return NativeMath.atanh(x);
  const square = size * size;
  if (size < 0.25) {
    let sum: f64 = 1.0 / 31;
    for (let n: f64 = 29; n > 1; n -= 2) sum = 1 / n + square * sum;
    return copysign(size + size * square * sum, x);
  }
  const up = 1 + size;
  const down = 1 - size;
  divide(up, 1 - up + size, down, 1 - down - size);
  return copysign(0.5 * (NativeMath.log(high) + low / high), x);
}

/** (a + b)/(c + d) into high + low. */
function divide(a: f64, b: f64, c: f64, d: f64): void {
  const quotient = a / c;
  const product = quotient * c;
  high = quotient;
  low = (a - product - rounding(quotient, c, product) + (b - quotient * d)) / c;
}
