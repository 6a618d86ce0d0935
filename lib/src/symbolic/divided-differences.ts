/** Divided differences of the elementary functions, f[a, b] = (f(b) − f(a))/(b − a), and their derivatives by b, which are the divided
 *  differences f[a, b, b] with b counted twice.
 *
 *  The third argument is d = b − a, known better than by subtraction. Nothing below cancels for ends that are close: the value
 *  is within a few ulp for all of them, the derivative within some hundred. Exchange of the ends, (b, a, −d), gives the value to
 *  the last bit. Where the ends are far apart, the plain quotient is as good; it also spares what overflows. */
import { asin, atan, atan2, atanh, cos, cosh, exp, expm1, log, pow, sin, sinh, tan, tanh } from "../core/elementary.js";
import { once } from "../core/once.js";

/** sin(x)/x, sinh(x)/x, atanh(x)/x, atan(x)/x: the library's functions are accurate relatively near 0, so the quotients are. */
const sinc = (x: number) => (x === 0 ? 1 : sin(x) / x);
const sinhc = (x: number) => (x === 0 ? 1 : sinh(x) / x);
const atanhc = (x: number) => (x === 0 ? 1 : atanh(x) / x);
const atanc = (x: number) => (x === 0 ? 1 : atan(x) / x);

/** Their derivatives cancel near 0, and are summed there: Σ c_k x^(2k−1), k = 1, 2, … */
function odd(coefficients: readonly number[], x: number): number {
  const square = x * x;
  let sum = 0;
  for (let k = coefficients.length - 1; k >= 0; k--) sum = sum * square + coefficients[k];
  return sum * x;
}
const factorial = (n: number): number => (n === 0 ? 1 : n * factorial(n - 1));
const from1 = (count: number, c: (k: number) => number) => Array.from({ length: count }, (_, k) => c(k + 1));
// The first term left out is below 1e-17 of the first where the series are used.
const series = once(() => ({
  sinc: from1(9, (k) => ((k % 2 === 0 ? 2 : -2) * k) / factorial(2 * k + 1)),
  sinhc: from1(9, (k) => (2 * k) / factorial(2 * k + 1)),
  atanhc: from1(14, (k) => (2 * k) / (2 * k + 1)),
  atanc: from1(14, (k) => ((k % 2 === 0 ? 2 : -2) * k) / (2 * k + 1)),
}));

const sincSlope = (x: number) => (Math.abs(x) < 1 ? odd(series().sinc, x) : (cos(x) - sinc(x)) / x);
const sinhcSlope = (x: number) => (Math.abs(x) < 1 ? odd(series().sinhc, x) : (cosh(x) - sinhc(x)) / x);
const atanhcSlope = (x: number) => (Math.abs(x) < 0.25 ? odd(series().atanhc, x) : (1 / (1 - x * x) - atanhc(x)) / x);
const atancSlope = (x: number) => (Math.abs(x) < 0.25 ? odd(series().atanc, x) : (1 / (1 + x * x) - atanc(x)) / x);

/** Ends of one sign, one at most twice the other: |d|/(a + b) below this. */
export const NEAR = 1 / 3;
/** From this |d| on, what grows like an exponential is far apart. */
export const FAR = 1;

/** The angle of (p, c) over c. Angles between two directions come as their cross and dot product. */
function turnSlope(c: number, p: number): number {
  return c === 0 ? (p > 0 ? 1 / p : Number.POSITIVE_INFINITY) : atan2(c, p) / c;
}

/** Its derivative by c. */
function turnCurve(c: number, p: number): number {
  return Math.abs(c) < p ? atancSlope(c / p) / (p * p) : (p / (c * c + p * p) - turnSlope(c, p)) / c;
}

function sinSlope(a: number, b: number, d: number): number {
  return cos((a + b) / 2) * sinc(d / 2);
}

function sinCurve(a: number, b: number, d: number): number {
  const middle = (a + b) / 2;
  return (cos(middle) * sincSlope(d / 2) - sin(middle) * sinc(d / 2)) / 2;
}

function cosSlope(a: number, b: number, d: number): number {
  return -sin((a + b) / 2) * sinc(d / 2);
}

function cosCurve(a: number, b: number, d: number): number {
  const middle = (a + b) / 2;
  return -(sin(middle) * sincSlope(d / 2) + cos(middle) * sinc(d / 2)) / 2;
}

/** tan b − tan a = sin(b − a)/(cos a cos b). */
function tanSlope(a: number, b: number, d: number): number {
  return sinc(d) / (cos(a) * cos(b));
}

function tanCurve(a: number, b: number, d: number): number {
  return (sincSlope(d) + sinc(d) * tan(b)) / (cos(a) * cos(b));
}

function sinhSlope(a: number, b: number, d: number): number {
  return cosh((a + b) / 2) * sinhc(d / 2);
}

function sinhCurve(a: number, b: number, d: number): number {
  const middle = (a + b) / 2;
  return (cosh(middle) * sinhcSlope(d / 2) + sinh(middle) * sinhc(d / 2)) / 2;
}

function coshSlope(a: number, b: number, d: number): number {
  return sinh((a + b) / 2) * sinhc(d / 2);
}

function coshCurve(a: number, b: number, d: number): number {
  const middle = (a + b) / 2;
  return (sinh(middle) * sinhcSlope(d / 2) + cosh(middle) * sinhc(d / 2)) / 2;
}

/** tanh b − tanh a = sinh(b − a)/(cosh a cosh b). */
function tanhSlope(a: number, b: number, d: number): number {
  if (Math.abs(d) < FAR) return sinhc(d) / (cosh(a) * cosh(b));
  // Of one sign, both may be nearly 1.
  if (a * b <= 0) return (tanh(b) - tanh(a)) / d;
  return (Math.sign(a) * (missing(a) - missing(b))) / d;
}

/** 1 − tanh |x|. */
const missing = (x: number): number => 2 / (exp(2 * Math.abs(x)) + 1);

function tanhCurve(a: number, b: number, d: number): number {
  return Math.abs(d) < FAR
    ? (sinhcSlope(d) - sinhc(d) * tanh(b)) / (cosh(a) * cosh(b))
    : (1 / (cosh(b) * cosh(b)) - tanhSlope(a, b, d)) / d;
}

/** e^b − e^a = 2 e^((a+b)/2) sinh((b − a)/2); the roots keep the rounding of (a + b)/2 out of the exponent. */
function expSlope(a: number, b: number, d: number): number {
  const [left, right] = [exp(a), exp(b)];
  return Math.abs(d) < FAR ? Math.sqrt(left) * Math.sqrt(right) * sinhc(d / 2) : (right - left) / d;
}

function expCurve(a: number, b: number, d: number): number {
  return Math.abs(d) < FAR
    ? (exp((a + b) / 2) * (sinhcSlope(d / 2) + sinhc(d / 2))) / 2
    : (exp(b) - expSlope(a, b, d)) / d;
}

/** log b − log a = 2 atanh((b − a)/(b + a)). */
function logSlope(a: number, b: number, d: number): number {
  const t = d / (a + b);
  if (Math.abs(t) < NEAR) return (2 * atanhc(t)) / (a + b);
  return a < b ? log(b / a) / d : log(a / b) / -d;
}

function logCurve(a: number, b: number, d: number): number {
  const s = a + b;
  const t = d / s;
  return Math.abs(t) < NEAR ? ((2 / s) * ((1 - t) * atanhcSlope(t) - atanhc(t))) / s : (1 / b - logSlope(a, b, d)) / d;
}

/** tan of atan b − atan a is d/(1 + a b). */
function atanSlope(a: number, b: number, d: number): number {
  return turnSlope(d, 1 + a * b);
}

function atanCurve(a: number, b: number, d: number): number {
  const p = 1 + a * b;
  return Math.abs(d) < p
    ? (atancSlope(d / p) * (1 + a * a)) / (p * p * p) - (atanc(d / p) * a) / (p * p)
    : (1 / (1 + b * b) - atanSlope(a, b, d)) / d;
}

/** With c = √(1 − u²), sin(asin b − asin a) = b c_a − a c_b = d ((c_a + c_b)² + (a + b)²)/(2 (c_a + c_b)), as
 *  c_a − c_b = d (a + b)/(c_a + c_b). */
function asinSlope(a: number, b: number, d: number): number {
  if (Math.abs(d) >= 1) return (asin(b) - asin(a)) / d;
  const [left, right] = [a, b].map((u) => Math.sqrt((1 - u) * (1 + u)));
  const s = ((left + right) * (left + right) + (a + b) * (a + b)) / (2 * (left + right));
  return s * turnSlope(d * s, left * right + a * b);
}

/** With θ = asin u, f[a, b] = 1/(cos θ̄ sinc(Δθ/2)). */
function asinCurve(a: number, b: number, d: number): number {
  const slope = asinSlope(a, b, d);
  const half = (slope * d) / 2;
  const middle = (asin(a) + asin(b)) / 2;
  return (slope * (tan(middle) - sincSlope(half) / sinc(half))) / (2 * Math.sqrt((1 - b) * (1 + b)));
}

/** b^p − a^p = 2 (a b)^(p/2) sinh(p atanh((b − a)/(b + a))). */
function powSlope(a: number, b: number, d: number, p: number): number {
  const t = d / (a + b);
  if (!(Math.abs(t) < NEAR)) return d === 0 ? p * pow(a, p - 1) : powerDifference(a, b, p) / d;
  const factor = atanhc(t);
  return Math.sqrt(pow(a, p)) * Math.sqrt(pow(b, p)) * ((2 * p) / (a + b)) * factor * sinhc(p * t * factor);
}

/** b^p − a^p; small exponents take even distant ends to values that are near. */
function powerDifference(a: number, b: number, p: number): number {
  const logarithm = p * log(b / a);
  if (!(Math.abs(logarithm) < 1)) return pow(b, p) - pow(a, p);
  return a < b ? pow(a, p) * expm1(logarithm) : -pow(b, p) * expm1(p * log(a / b));
}

/** The slope times the derivative of its logarithm. */
function powCurve(a: number, b: number, d: number, p: number): number {
  const s = a + b;
  const t = d / s;
  const slope = powSlope(a, b, d, p);
  if (!(Math.abs(t) < NEAR)) return d === 0 ? (p * (p - 1) * pow(a, p - 2)) / 2 : (p * pow(b, p - 1) - slope) / d;
  const factor = atanhc(t);
  const x = p * t * factor;
  const inner = ((1 - t) * atanhcSlope(t)) / factor + (p * sinhcSlope(x)) / (sinhc(x) * (1 + t));
  return slope * (p / (2 * b) + (inner - 1) / s);
}

/** Functions of the host, by the name of the node kind. */
export const DIVIDED = {
  sinSlope,
  sinCurve,
  cosSlope,
  cosCurve,
  tanSlope,
  tanCurve,
  sinhSlope,
  sinhCurve,
  coshSlope,
  coshCurve,
  tanhSlope,
  tanhCurve,
  expSlope,
  expCurve,
  logSlope,
  logCurve,
  atanSlope,
  atanCurve,
  asinSlope,
  asinCurve,
  powSlope,
  powCurve,
  turnSlope,
  turnCurve,
} as const;

/** Functions with a slope f[a, b] and a curve f[a, b, b] above; the constant exponent of a power is its fourth argument. */
export type Divided = "sin" | "cos" | "tan" | "sinh" | "cosh" | "tanh" | "exp" | "log" | "atan" | "asin" | "pow";

/** The derivative of each by its second argument. */
export const CURVE = {
  sinSlope: "sinCurve",
  cosSlope: "cosCurve",
  tanSlope: "tanCurve",
  sinhSlope: "sinhCurve",
  coshSlope: "coshCurve",
  tanhSlope: "tanhCurve",
  expSlope: "expCurve",
  logSlope: "logCurve",
  atanSlope: "atanCurve",
  asinSlope: "asinCurve",
  powSlope: "powCurve",
} as const;
