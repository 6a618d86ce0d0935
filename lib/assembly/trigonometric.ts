/** sin, cos and tan: AssemblyScript's up to 2²⁰, beyond which its reduction of arguments by π/2 has too few bits. */
import { rounding } from "./pairs";
import { high, low, reduce } from "./reduction";

const LARGE: f64 = 1048576;

/** Of what is left of a large argument, each with its own rest. */
let sine: f64 = 0;
let restOfSine: f64 = 0;
let cosine: f64 = 0;
let restOfCosine: f64 = 0;

export function sin(x: f64): f64 {
  if (!(abs(x) > LARGE && abs(x) < Infinity)) return NativeMath.sin(x);
  const quadrant = sineAndCosine(x);
  return signed(quadrant, quadrant & 1 ? cosine : sine);
}

export function cos(x: f64): f64 {
  if (!(abs(x) > LARGE && abs(x) < Infinity)) return NativeMath.cos(x);
  const quadrant = sineAndCosine(x);
  return signed(quadrant + 1, quadrant & 1 ? sine : cosine);
}

export function tan(x: f64): f64 {
  if (!(abs(x) > LARGE && abs(x) < Infinity)) return NativeMath.tan(x);
  return sineAndCosine(x) & 1
    ? -quotient(cosine, restOfCosine, sine, restOfSine)
    : quotient(sine, restOfSine, cosine, restOfCosine);
}

function signed(quadrant: u32, value: f64): f64 {
  return quadrant & 2 ? -value : value;
}

/** Those of the rest of x, by their series; returns the quadrant. What is rounded before the last sums is a tenth of the sine, and less of the cosine. */
function sineAndCosine(x: f64): u32 {
  const quadrant = reduce(x);
  const square = high * high;
  const restOfSquare = rounding(high, high, square) + 2 * high * low;
  const p =
    1.0 / 6 -
    square *
      (1.0 / 120 -
        square *
          (1.0 / 5040 -
            square *
              (1.0 / 362880 -
                square *
                  (1.0 / 39916800 -
                    square * (1.0 / 6227020800 - square * (1.0 / 1307674368000 - square / 355687428096000))))));
  const less = low * (1 - 0.5 * square) - high * square * p;
  sine = high + less;
  restOfSine = high - sine + less;
  const q =
    1.0 / 24 -
    square *
      (1.0 / 720 -
        square *
          (1.0 / 40320 -
            square *
              (1.0 / 3628800 - square * (1.0 / 479001600 - square * (1.0 / 87178291200 - square / 20922789888000)))));
  const half = 0.5 * square;
  const one = 1 - half;
  const rest = 1 - one - half + (square * square * q - 0.5 * restOfSquare);
  cosine = one + rest;
  restOfCosine = one - cosine + rest;
  return quadrant;
}

/** (a + b)/(c + d). */
function quotient(a: f64, b: f64, c: f64, d: f64): f64 {
  const value = a / c;
  const product = value * c;
  return value + (a - product - rounding(value, c, product) + (b - value * d)) / c;
}
