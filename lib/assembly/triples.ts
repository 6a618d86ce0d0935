/** Conjugate gradients with the inverses of the 3 × 3 blocks on the diagonal, for symmetric matrices whose rows and columns come in threes, in
 *  128-bit SIMD. Rows are as in a Sparsity; of every three rows the columns are the same, and come in threes themselves. */

/** out = A x. All sizes in rows, all places in bytes. */
export function multiply(size: i32, rowStart: usize, column: usize, values: usize, x: usize, out: usize): void {
  for (let i: i32 = 0; i < size; i += 3) {
    const begin = load<i32>(rowStart + ((<usize>i) << 2));
    const end = load<i32>(rowStart + ((<usize>i) << 2), 4);
    const stride = (<usize>(end - begin)) << 3;
    let v = values + ((<usize>begin) << 3);
    let c = column + ((<usize>begin) << 2);
    const last = column + ((<usize>end) << 2);
    let s = f64x2.splat(0),
      t = s,
      u = s;
    let p: f64 = 0,
      q: f64 = 0,
      r: f64 = 0;
    while (c < last) {
      const at = x + ((<usize>load<i32>(c)) << 3);
      const x01 = v128.load(at);
      const x2 = load<f64>(at, 16);
      const w = v + stride;
      const z = w + stride;
      s = f64x2.add(s, f64x2.mul(v128.load(v), x01));
      t = f64x2.add(t, f64x2.mul(v128.load(w), x01));
      u = f64x2.add(u, f64x2.mul(v128.load(z), x01));
      p += load<f64>(v, 16) * x2;
      q += load<f64>(w, 16) * x2;
      r += load<f64>(z, 16) * x2;
      v += 24;
      c += 12;
    }
    const to = out + ((<usize>i) << 3);
    store<f64>(to, f64x2.extract_lane(s, 0) + f64x2.extract_lane(s, 1) + p);
    store<f64>(to, f64x2.extract_lane(t, 0) + f64x2.extract_lane(t, 1) + q, 8);
    store<f64>(to, f64x2.extract_lane(u, 0) + f64x2.extract_lane(u, 1) + r, 16);
  }
}

/** Writes the inverses of the blocks on the diagonal, which begin at the entries `diagonal`; −1, or the first row of a block that is not
 *  positive definite. */
export function invert(size: i32, rowStart: usize, diagonal: usize, values: usize, inverses: usize): i32 {
  for (let i: i32 = 0; i < size; i += 3) {
    const width = (<usize>(load<i32>(rowStart + ((<usize>i) << 2), 4) - load<i32>(rowStart + ((<usize>i) << 2)))) << 3;
    const v = values + ((<usize>load<i32>(diagonal)) << 3);
    const w = v + width;
    const z = w + width;
    const a = load<f64>(v),
      b = load<f64>(v, 8),
      c = load<f64>(v, 16);
    const d = load<f64>(w, 8),
      e = load<f64>(w, 16),
      f = load<f64>(z, 16);
    const A = d * f - e * e,
      B = c * e - b * f,
      C = b * e - c * d;
    const determinant = a * A + b * B + c * C;
    if (!(a > 0 && a * d - b * b > 0 && determinant > 0)) return i;
    const s = 1 / determinant;
    store<f64>(inverses, A * s);
    store<f64>(inverses, B * s, 8);
    store<f64>(inverses, C * s, 16);
    store<f64>(inverses, (a * f - c * c) * s, 24);
    store<f64>(inverses, (b * c - a * e) * s, 32);
    store<f64>(inverses, (a * d - b * b) * s, 40);
    diagonal += 4;
    inverses += 48;
  }
  return -1;
}

/** z = blocks r; returns rᵀz. */
function precondition(size: i32, inverses: usize, r: usize, z: usize): f64 {
  let sum: f64 = 0;
  for (let i: i32 = 0; i < size; i += 3) {
    const x = load<f64>(r),
      y = load<f64>(r, 8),
      w = load<f64>(r, 16);
    const A = load<f64>(inverses),
      B = load<f64>(inverses, 8),
      C = load<f64>(inverses, 16);
    const D = load<f64>(inverses, 24),
      E = load<f64>(inverses, 32),
      F = load<f64>(inverses, 40);
    const a = A * x + B * y + C * w,
      b = B * x + D * y + E * w,
      c = C * x + E * y + F * w;
    store<f64>(z, a);
    store<f64>(z, b, 8);
    store<f64>(z, c, 16);
    sum += x * a + y * b + w * c;
    r += 24;
    z += 24;
    inverses += 48;
  }
  return sum;
}

function dot(size: i32, a: usize, b: usize): f64 {
  let s = f64x2.splat(0),
    t = s;
  const end = a + ((<usize>size >> 2) << 5);
  while (a < end) {
    s = f64x2.add(s, f64x2.mul(v128.load(a), v128.load(b)));
    t = f64x2.add(t, f64x2.mul(v128.load(a, 16), v128.load(b, 16)));
    a += 32;
    b += 32;
  }
  s = f64x2.add(s, t);
  let sum = f64x2.extract_lane(s, 0) + f64x2.extract_lane(s, 1);
  for (let k = size & 3; k > 0; k--) {
    sum += load<f64>(a) * load<f64>(b);
    a += 8;
    b += 8;
  }
  return sum;
}

/** x += step p, r −= step image; returns rᵀr. */
function advance(size: i32, step: f64, p: usize, image: usize, x: usize, r: usize): f64 {
  const along = f64x2.splat(step);
  let s = f64x2.splat(0);
  const end = p + ((<usize>size >> 1) << 4);
  while (p < end) {
    v128.store(x, f64x2.add(v128.load(x), f64x2.mul(along, v128.load(p))));
    const left = f64x2.sub(v128.load(r), f64x2.mul(along, v128.load(image)));
    v128.store(r, left);
    s = f64x2.add(s, f64x2.mul(left, left));
    p += 16;
    image += 16;
    x += 16;
    r += 16;
  }
  let sum = f64x2.extract_lane(s, 0) + f64x2.extract_lane(s, 1);
  if (size & 1) {
    store<f64>(x, load<f64>(x) + step * load<f64>(p));
    const left = load<f64>(r) - step * load<f64>(image);
    store<f64>(r, left);
    sum += left * left;
  }
  return sum;
}

/** p = z + factor p. */
function turn(size: i32, factor: f64, z: usize, p: usize): void {
  const along = f64x2.splat(factor);
  const end = p + ((<usize>size >> 1) << 4);
  while (p < end) {
    v128.store(p, f64x2.add(v128.load(z), f64x2.mul(along, v128.load(p))));
    p += 16;
    z += 16;
  }
  if (size & 1) store<f64>(p, load<f64>(z) + factor * load<f64>(p));
}

/** From x = 0 until ‖b − A x‖ ≤ tolerance ‖b‖; r holds b on entry. Returns the number of iterations, or minus that number less one where it did
 *  not get there or met a direction without curvature. */
export function solve(
  size: i32,
  rowStart: usize,
  column: usize,
  values: usize,
  inverses: usize,
  x: usize,
  r: usize,
  z: usize,
  p: usize,
  image: usize,
  tolerance: f64,
  most: i32,
): i32 {
  memory.fill(x, 0, (<usize>size) << 3);
  memory.fill(p, 0, (<usize>size) << 3);
  const enough = tolerance * tolerance * dot(size, r, r);
  if (enough === 0) return 0;
  let before: f64 = 1;
  for (let k: i32 = 0; k < most; k++) {
    const rz = precondition(size, inverses, r, z);
    turn(size, k === 0 ? 0 : rz / before, z, p);
    multiply(size, rowStart, column, values, p, image);
    const curvature = dot(size, p, image);
    if (!(curvature > 0 && rz > 0)) return -1 - k;
    if (advance(size, rz / curvature, p, image, x, r) <= enough) return k + 1;
    before = rz;
  }
  return -1 - most;
}
