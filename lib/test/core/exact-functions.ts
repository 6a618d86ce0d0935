/** Elementary functions in integers: x 2^-BITS by a whole number. Slow, and right to some three hundred bits. */

export const BITS = 400n;
const ONE = 1n << BITS;
const times = (a: bigint, b: bigint): bigint => (a * b) >> BITS;
const over = (a: bigint, b: bigint): bigint => (a << BITS) / b;

const view = new DataView(new ArrayBuffer(8));

/** x = mantissa 2^exponent, in whole numbers. */
function parts(x: number): { readonly mantissa: bigint; readonly exponent: bigint } {
  view.setFloat64(0, x);
  const word = view.getBigUint64(0);
  const exponent = (word >> 52n) & 0x7ffn;
  const mantissa = (word & 0xfffffffffffffn) | (exponent === 0n ? 0n : 1n << 52n);
  return { mantissa: x < 0 ? -mantissa : mantissa, exponent: (exponent === 0n ? 1n : exponent) - 1075n };
}

const shifted = (x: bigint, by: bigint): bigint => (by >= 0n ? x << by : x >> -by);

/** Exactly, for numbers of at least 2^-340 or so. */
export function fixed(x: number): bigint {
  const { mantissa, exponent } = parts(x);
  return shifted(mantissa, exponent + BITS);
}

/** How far y is from an exact value v 2^shift, in units of the last place of the latter. */
export function ulps(y: number, v: bigint, shift = 0n): number {
  const size = v < 0n ? -v : v;
  if (size === 0n) return y === 0 ? 0 : Number.POSITIVE_INFINITY;
  const top = size.toString(2).length - 1 + Number(shift - BITS); // ⌊log₂ |v 2^shift|⌋
  const place = BigInt(Math.max(-1022, top) - 52);
  // In units of 2^(place − 64).
  const { mantissa, exponent } = parts(y);
  const exact = shifted(v, shift - BITS - place + 64n);
  const found = shifted(mantissa, exponent - place + 64n);
  const difference = exact - found;
  return Number(difference < 0n ? -difference : difference) / 2 ** 64;
}

function series(first: bigint, next: (term: bigint, k: bigint) => bigint): bigint {
  let sum = 0n;
  let term = first;
  for (let k = 1n; term !== 0n; k++) {
    sum += term;
    term = next(term, k);
  }
  return sum;
}

/** atanh(x) = Σ x^(2k+1)/(2k+1); atan(x) with the signs in turn. */
function arc(x: bigint, sign: bigint): bigint {
  const square = times(x, x) * sign;
  let power = x;
  let sum = 0n;
  for (let k = 1n; power !== 0n; k += 2n) {
    sum += power / k;
    power = times(power, square);
  }
  return sum;
}

const LOG2 = 2n * arc(ONE / 3n, 1n);
/** Machin's formula. */
export const PI = 4n * (4n * arc(ONE / 5n, -1n) - arc(ONE / 239n, -1n));

/** π/2 with so many bits more that multiples of it as large as the largest double have as many behind the point as others. */
const MORE = 1100n;
const LONG_QUARTER = 2n * (4n * arcOfInverse(5n) - arcOfInverse(239n));

/** atan(1/n) with them. */
function arcOfInverse(n: bigint): bigint {
  let power = (1n << (BITS + MORE)) / n;
  let sum = 0n;
  for (let k = 1n; power !== 0n; k += 2n) {
    sum += power / k;
    power /= -(n * n);
  }
  return sum;
}

/** e^x = v 2^shift with v near 1. */
export function exp(x: bigint): { readonly v: bigint; readonly shift: bigint } {
  const shift = x / LOG2 - (x < 0n ? 1n : 0n);
  const rest = x - shift * LOG2;
  return { v: series(ONE, (term, k) => times(term, rest) / k), shift };
}

export function log(x: bigint): bigint {
  const doublings = BigInt(x.toString(2).length) - 1n - BITS;
  const m = doublings >= 0n ? x >> doublings : x << -doublings;
  return 2n * arc(over(m - ONE, m + ONE), 1n) + doublings * LOG2;
}

export function sinCos(x: bigint): readonly [bigint, bigint] {
  const long = x << MORE;
  const above = 2n * long + LONG_QUARTER;
  const turns = above / (2n * LONG_QUARTER) - (above < 0n ? 1n : 0n);
  const r = (long - turns * LONG_QUARTER) >> MORE;
  const square = -times(r, r);
  const sine = series(r, (term, k) => times(term, square) / (2n * k * (2n * k + 1n)));
  const cosine = series(ONE, (term, k) => times(term, square) / ((2n * k - 1n) * 2n * k));
  const quadrant = ((turns % 4n) + 4n) % 4n;
  const all: readonly (readonly [bigint, bigint])[] = [
    [sine, cosine],
    [cosine, -sine],
    [-sine, -cosine],
    [-cosine, sine],
  ];
  return all[Number(quadrant)];
}

export function sqrt(x: bigint): bigint {
  const n = x << BITS;
  let root = 1n << BigInt((n.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (root + n / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

export function atan(x: bigint): bigint {
  let y = x;
  const halvings = 4;
  for (let k = 0; k < halvings; k++) y = over(y, ONE + sqrt(ONE + times(y, y)));
  return arc(y, -1n) << BigInt(halvings);
}

/** The angle of (x, y), neither of them 0, as v 2^shift: of a narrow one all bits. */
export function angle(y: number, x: number): readonly [v: bigint, shift: bigint] {
  const [a, b] = [parts(Math.abs(y)), parts(Math.abs(x))];
  const [m, M] = Math.abs(y) <= Math.abs(x) ? [a, b] : [b, a];
  const quotient = over(m.mantissa, M.mantissa);
  const shift = m.exponent - M.exponent;
  const sign = y < 0 ? -1n : 1n;
  // Its cube is nothing beside it.
  if (m === a && x > 0 && Math.abs(y) < 2 ** -100 * x) return [sign * quotient, shift];
  const small = atan(shifted(quotient, shift));
  const quarter = m === a ? small : PI / 2n - small;
  return [sign * (x < 0 ? PI - quarter : quarter), 0n];
}

export const asin = (x: bigint): bigint =>
  x * x === ONE * ONE ? (x < 0n ? -PI / 2n : PI / 2n) : atan(over(x, sqrt(ONE - times(x, x))));

/** (e^x ∓ e^−x)/2 of x of moderate size. */
export function hyperbolic(x: bigint): { readonly sinh: bigint; readonly cosh: bigint } {
  const [up, down] = [exp(x), exp(-x)].map(({ v, shift }) => (shift >= 0n ? v << shift : v >> -shift));
  return { sinh: (up - down) / 2n, cosh: (up + down) / 2n };
}

export const divided = over;
export const unit = ONE;
