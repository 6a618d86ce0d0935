/** Large arguments of sin, cos and tan, less multiples of π/2 [payne1983]. */
import { rounding } from "./pairs";

/** What is left of an argument, as a sum of two numbers, between −π/4 and π/4. */
export let high: f64 = 0;
export let low: f64 = 0;

/** 2/π, its first 1280 bits behind the point. */
const TWO_OVER_PI = memory.data<u64>([
  0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561, 0xb7246e3a424dd2e0,
  0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4,
  0x9c845f8bbdf9283b, 0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
  0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab, 0xf0cfbc209af4361d,
]);
const PI_HALVES: f64 = 1.5707963267948966;
const REST_OF_PI_HALVES: f64 = 6.123233995736766e-17;

/** Leaves x − k π/2 in high + low and returns k modulo 4. Of x · 2/π only the bits below 4 count: with x = m 2ᵉ, those of 2/π before the
 *  (e − 1)st give multiples of 4. The next 256 are taken: a double comes no closer to a multiple of π/2 than some 2⁻⁶², so that more than a hundred
 *  bits are left of the rest. */
export function reduce(x: f64): u32 {
  const bits = reinterpret<u64>(x);
  const m = (bits & 0x000fffffffffffff) | 0x0010000000000000;
  const first = i32((bits >> 52) & 0x7ff) - 1075 - 2;
  const w0 = sixtyFour(first);
  const w1 = sixtyFour(first + 64);
  const w2 = sixtyFour(first + 128);
  const w3 = sixtyFour(first + 192);
  // m times them, modulo 2²⁵⁶.
  const p3 = m * w3;
  let carry = highProduct(m, w3);
  let product = m * w2;
  const p2 = product + carry;
  carry = highProduct(m, w2) + u64(p2 < product);
  product = m * w1;
  const p1 = product + carry;
  carry = highProduct(m, w1) + u64(p1 < product);
  const p0 = m * w0 + carry;
  // Two bits before the point, and what is behind it.
  let quadrant = u32(p0 >> 62);
  let f0 = (p0 << 2) | (p1 >> 62);
  let f1 = (p1 << 2) | (p2 >> 62);
  let f2 = (p2 << 2) | (p3 >> 62);
  const isNegative = f0 >> 63 !== 0;
  if (isNegative) {
    quadrant++;
    f0 = ~f0;
    f1 = ~f1;
    f2 = ~f2;
  }
  // The leading 117 bits that count, as two numbers.
  let zeros = clz(f0);
  if (zeros === 64) {
    zeros += clz(f1);
    f0 = f1;
    f1 = f2;
    f2 = 0;
  }
  const shift = zeros & 63;
  const a = shift === 0 ? f0 : (f0 << shift) | (f1 >> (64 - shift));
  const b = shift === 0 ? f1 : (f1 << shift) | (f2 >> (64 - shift));
  const scale = reinterpret<f64>((1023 - zeros) << 52);
  const head = f64(a >> 11) * 1.1102230246251565e-16 * scale;
  const tail = f64(((a & 0x7ff) << 53) | (b >> 11)) * 6.018531076210112e-36 * scale;
  // Times π/2, the head exactly.
  const times = head * PI_HALVES;
  const rest = rounding(head, PI_HALVES, times) + head * REST_OF_PI_HALVES + tail * PI_HALVES;
  high = times + rest;
  low = rest - (high - times);
  if (isNegative) {
    high = -high;
    low = -low;
  }
  if (x < 0) {
    high = -high;
    low = -low;
    quadrant = 0 - quadrant;
  }
  return quadrant & 3;
}

/** Bits `first + 1` to `first + 64` of 2/π behind the point; those before it are zero. */
function sixtyFour(first: i32): u64 {
  const limb = first >> 6;
  const shift = first & 63;
  const here = limbAt(limb);
  return shift === 0 ? here : (here << shift) | (limbAt(limb + 1) >> (64 - shift));
}

function limbAt(limb: i32): u64 {
  return limb < 0 ? 0 : load<u64>(TWO_OVER_PI + ((<usize>limb) << 3));
}

/** The upper half of the product of two numbers of 64 bits. */
function highProduct(a: u64, b: u64): u64 {
  const a0 = a & 0xffffffff;
  const a1 = a >> 32;
  const b0 = b & 0xffffffff;
  const b1 = b >> 32;
  const middle = a1 * b0 + ((a0 * b0) >> 32);
  return a1 * b1 + (middle >> 32) + ((a0 * b1 + (middle & 0xffffffff)) >> 32);
}
