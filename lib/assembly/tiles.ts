/** The tiles of fronts: what happens to four rows by four columns, in 128-bit SIMD. The layout of fronts is described in
 *  `lib/src/linalg/sparse/kernels.ts`; addresses are bytes here. The operations and their order are those of
 *  `plain-kernels.ts`, so that both leave the same bits. */

export const PANEL_STRIPS: i32 = 16;
export const BLOCK_STRIPS: i32 = 128;
/** Bytes of one strip of the working panel: 64 columns of four rows. */
export const WORK_STRIP: usize = 2048;

/** Bytes before strip i of a front. */
export function stripAt(i: i32): usize {
  return (<usize>i * <usize>(i + 1)) << 6;
}

/** Columns begin … end − 1 (in strips) of strip i, below the diagonal. */
export function eliminateStrip(f: usize, w: usize, d: usize, begin: i32, end: i32, i: i32): void {
  const strip = f + stripAt(i);
  const scaled = w + <usize>i * WORK_STRIP;
  for (let j = begin; j < end; j++) {
    const row = f + stripAt(j) + ((<usize>begin) << 7);
    const tile = strip + ((<usize>j) << 7);
    const count = 4 * (j - begin);
    if (count > 0) subtractProduct(tile, scaled, row, count);
    eliminateBelow(tile, row + ((<usize>count) << 5), d + ((<usize>j) << 5), scaled + ((<usize>count) << 5));
  }
}

/** Strips first … end − 1 of what is right of a panel, all columns from `column` on; so many columns at a time that their
 *  rows stay in cache. */
export function updateStrips(f: usize, w: usize, begin: i32, column: i32, first: i32, end: i32): void {
  const width = 4 * (column - begin);
  for (let left = column; left < end; left += BLOCK_STRIPS) {
    const right = min(end, left + BLOCK_STRIPS);
    for (let i = max(first, left); i < end; i++) {
      const strip = f + stripAt(i);
      const a = strip + ((<usize>begin) << 7);
      const stop = min(right, i + 1);
      for (let j = left; j < stop; j++) {
        subtractProduct(strip + ((<usize>j) << 7), a, w + <usize>j * WORK_STRIP, width);
      }
    }
  }
}

/** The diagonal block of a panel; returns the column of a pivot that is too small, or −1. */
export function eliminateBlock(f: usize, w: usize, d: usize, t: usize, begin: i32, end: i32, substitute: f64): i32 {
  for (let i = begin; i < end; i++) {
    eliminateStrip(f, w, d, begin, i, i);
    const tile = f + stripAt(i) + ((<usize>i) << 7);
    const count = 4 * (i - begin);
    if (count > 0) subtractProduct(tile, w + <usize>i * WORK_STRIP, tile - ((<usize>count) << 5), count);
    const failed = eliminateDiagonal(tile, d + ((<usize>i) << 5), t + ((<usize>i) << 5), substitute);
    if (failed >= 0) return 4 * i + failed;
  }
  return -1;
}

/** tile −= Σ_p a_p b_pᵀ. The sixteen entries of the tile stay in eight registers; count is a multiple of four. */
export function subtractProduct(tile: usize, a: usize, b: usize, count: i32): void {
  let c00 = v128.load(tile);
  let c01 = v128.load(tile, 16);
  let c10 = v128.load(tile, 32);
  let c11 = v128.load(tile, 48);
  let c20 = v128.load(tile, 64);
  let c21 = v128.load(tile, 80);
  let c30 = v128.load(tile, 96);
  let c31 = v128.load(tile, 112);
  const end = a + ((<usize>count) << 5);
  while (a < end) {
    let x = v128.load(a);
    let y = v128.load(a, 16);
    let s = v128.load_splat<f64>(b);
    c00 = f64x2.sub(c00, f64x2.mul(x, s));
    c01 = f64x2.sub(c01, f64x2.mul(y, s));
    s = v128.load_splat<f64>(b, 8);
    c10 = f64x2.sub(c10, f64x2.mul(x, s));
    c11 = f64x2.sub(c11, f64x2.mul(y, s));
    s = v128.load_splat<f64>(b, 16);
    c20 = f64x2.sub(c20, f64x2.mul(x, s));
    c21 = f64x2.sub(c21, f64x2.mul(y, s));
    s = v128.load_splat<f64>(b, 24);
    c30 = f64x2.sub(c30, f64x2.mul(x, s));
    c31 = f64x2.sub(c31, f64x2.mul(y, s));

    x = v128.load(a, 32);
    y = v128.load(a, 48);
    s = v128.load_splat<f64>(b, 32);
    c00 = f64x2.sub(c00, f64x2.mul(x, s));
    c01 = f64x2.sub(c01, f64x2.mul(y, s));
    s = v128.load_splat<f64>(b, 40);
    c10 = f64x2.sub(c10, f64x2.mul(x, s));
    c11 = f64x2.sub(c11, f64x2.mul(y, s));
    s = v128.load_splat<f64>(b, 48);
    c20 = f64x2.sub(c20, f64x2.mul(x, s));
    c21 = f64x2.sub(c21, f64x2.mul(y, s));
    s = v128.load_splat<f64>(b, 56);
    c30 = f64x2.sub(c30, f64x2.mul(x, s));
    c31 = f64x2.sub(c31, f64x2.mul(y, s));
    a += 64;
    b += 64;
  }
  v128.store(tile, c00);
  v128.store(tile, c01, 16);
  v128.store(tile, c10, 32);
  v128.store(tile, c11, 48);
  v128.store(tile, c20, 64);
  v128.store(tile, c21, 80);
  v128.store(tile, c30, 96);
  v128.store(tile, c31, 112);
}

export function at(p: usize, index: i32): f64 {
  return load<f64>(p + ((<usize>index) << 3));
}

export function put(p: usize, index: i32, value: f64): void {
  store<f64>(p + ((<usize>index) << 3), value);
}

function eliminateDiagonal(tile: usize, inverse: usize, least: usize, substitute: f64): i32 {
  for (let c = 0; c < 4; c++) {
    let pivot = at(tile, 5 * c);
    if (!(abs(pivot) > at(least, c))) {
      put(inverse, c, pivot);
      if (!(substitute > 0 && abs(pivot) >= 0)) return c;
      pivot = pivot < 0 ? -substitute : substitute;
    }
    const reciprocal = 1 / pivot;
    put(inverse, c, reciprocal);
    for (let j = c + 1; j < 4; j++) {
      const factor = at(tile, 4 * c + j) * reciprocal;
      for (let i = j; i < 4; i++) put(tile, 4 * j + i, at(tile, 4 * j + i) - at(tile, 4 * c + i) * factor);
    }
    for (let i = c + 1; i < 4; i++) put(tile, 4 * c + i, at(tile, 4 * c + i) * reciprocal);
  }
  return -1;
}

function eliminateBelow(tile: usize, diagonal: usize, inverse: usize, scaled: usize): void {
  const a0 = v128.load(tile);
  const b0 = v128.load(tile, 16);
  let s = v128.load_splat<f64>(diagonal, 8);
  const a1 = f64x2.sub(v128.load(tile, 32), f64x2.mul(a0, s));
  const b1 = f64x2.sub(v128.load(tile, 48), f64x2.mul(b0, s));
  s = v128.load_splat<f64>(diagonal, 16);
  let a2 = f64x2.sub(v128.load(tile, 64), f64x2.mul(a0, s));
  let b2 = f64x2.sub(v128.load(tile, 80), f64x2.mul(b0, s));
  s = v128.load_splat<f64>(diagonal, 48);
  a2 = f64x2.sub(a2, f64x2.mul(a1, s));
  b2 = f64x2.sub(b2, f64x2.mul(b1, s));
  s = v128.load_splat<f64>(diagonal, 24);
  let a3 = f64x2.sub(v128.load(tile, 96), f64x2.mul(a0, s));
  let b3 = f64x2.sub(v128.load(tile, 112), f64x2.mul(b0, s));
  s = v128.load_splat<f64>(diagonal, 56);
  a3 = f64x2.sub(a3, f64x2.mul(a1, s));
  b3 = f64x2.sub(b3, f64x2.mul(b1, s));
  s = v128.load_splat<f64>(diagonal, 88);
  a3 = f64x2.sub(a3, f64x2.mul(a2, s));
  b3 = f64x2.sub(b3, f64x2.mul(b2, s));
  v128.store(scaled, a0);
  v128.store(scaled, b0, 16);
  v128.store(scaled, a1, 32);
  v128.store(scaled, b1, 48);
  v128.store(scaled, a2, 64);
  v128.store(scaled, b2, 80);
  v128.store(scaled, a3, 96);
  v128.store(scaled, b3, 112);
  s = v128.load_splat<f64>(inverse);
  v128.store(tile, f64x2.mul(a0, s));
  v128.store(tile, f64x2.mul(b0, s), 16);
  s = v128.load_splat<f64>(inverse, 8);
  v128.store(tile, f64x2.mul(a1, s), 32);
  v128.store(tile, f64x2.mul(b1, s), 48);
  s = v128.load_splat<f64>(inverse, 16);
  v128.store(tile, f64x2.mul(a2, s), 64);
  v128.store(tile, f64x2.mul(b2, s), 80);
  s = v128.load_splat<f64>(inverse, 24);
  v128.store(tile, f64x2.mul(a3, s), 96);
  v128.store(tile, f64x2.mul(b3, s), 112);
}
