/** The inner loops of `lib/src/linalg/sparse/complex-kernels.ts`, with its operations in its order. Offsets come in doubles; four
 *  real and four imaginary numbers make a column of a strip, and vectors have both parts of a number side by side. */

/** tile −= Σ_p a_p b_pᵀ, two columns at a time: their sixteen numbers stay in eight registers. */
export function subtractProduct(tile: i32, a: i32, b: i32, count: i32): void {
  const t = (<usize>tile) << 3;
  const u = (<usize>a) << 3;
  const v = (<usize>b) << 3;
  columns(t, u, v, count);
  columns(t + 128, u, v + 16, count);
}

function columns(t: usize, a: usize, b: usize, count: i32): void {
  let r00 = v128.load(t);
  let r01 = v128.load(t, 16);
  let i00 = v128.load(t, 32);
  let i01 = v128.load(t, 48);
  let r10 = v128.load(t, 64);
  let r11 = v128.load(t, 80);
  let i10 = v128.load(t, 96);
  let i11 = v128.load(t, 112);
  const end = a + ((<usize>count) << 6);
  for (; a < end; a += 64, b += 64) {
    const x0 = v128.load(a);
    const x1 = v128.load(a, 16);
    const y0 = v128.load(a, 32);
    const y1 = v128.load(a, 48);
    let s = v128.load_splat<f64>(b);
    let w = v128.load_splat<f64>(b, 32);
    r00 = f64x2.add(f64x2.sub(r00, f64x2.mul(x0, s)), f64x2.mul(y0, w));
    r01 = f64x2.add(f64x2.sub(r01, f64x2.mul(x1, s)), f64x2.mul(y1, w));
    i00 = f64x2.sub(f64x2.sub(i00, f64x2.mul(x0, w)), f64x2.mul(y0, s));
    i01 = f64x2.sub(f64x2.sub(i01, f64x2.mul(x1, w)), f64x2.mul(y1, s));
    s = v128.load_splat<f64>(b, 8);
    w = v128.load_splat<f64>(b, 40);
    r10 = f64x2.add(f64x2.sub(r10, f64x2.mul(x0, s)), f64x2.mul(y0, w));
    r11 = f64x2.add(f64x2.sub(r11, f64x2.mul(x1, s)), f64x2.mul(y1, w));
    i10 = f64x2.sub(f64x2.sub(i10, f64x2.mul(x0, w)), f64x2.mul(y0, s));
    i11 = f64x2.sub(f64x2.sub(i11, f64x2.mul(x1, w)), f64x2.mul(y1, s));
  }
  v128.store(t, r00);
  v128.store(t, r01, 16);
  v128.store(t, i00, 32);
  v128.store(t, i01, 48);
  v128.store(t, r10, 64);
  v128.store(t, r11, 80);
  v128.store(t, i10, 96);
  v128.store(t, i11, 112);
}

/** The sums of four rows over `count` columns. */
export function stripSums(strip: i32, vector: i32, count: i32, sums: i32): void {
  let l = (<usize>strip) << 3;
  let y = (<usize>vector) << 3;
  const out = (<usize>sums) << 3;
  let r0 = f64x2.splat(0);
  let r1 = r0;
  let i0 = r0;
  let i1 = r0;
  const end = y + ((<usize>count) << 4);
  for (; y < end; y += 16, l += 64) {
    const re = v128.load_splat<f64>(y);
    const im = v128.load_splat<f64>(y, 8);
    const a0 = v128.load(l);
    const a1 = v128.load(l, 16);
    const b0 = v128.load(l, 32);
    const b1 = v128.load(l, 48);
    r0 = f64x2.add(r0, f64x2.sub(f64x2.mul(a0, re), f64x2.mul(b0, im)));
    r1 = f64x2.add(r1, f64x2.sub(f64x2.mul(a1, re), f64x2.mul(b1, im)));
    i0 = f64x2.add(i0, f64x2.add(f64x2.mul(a0, im), f64x2.mul(b0, re)));
    i1 = f64x2.add(i1, f64x2.add(f64x2.mul(a1, im), f64x2.mul(b1, re)));
  }
  v128.store(out, r0);
  v128.store(out, r1, 16);
  v128.store(out, i0, 32);
  v128.store(out, i1, 48);
}

/** y −= Lᵀ x for four rows of `count` columns. */
export function subtractTransposed(strip: i32, vector: i32, count: i32, four: i32): void {
  let l = (<usize>strip) << 3;
  let y = (<usize>vector) << 3;
  const x = (<usize>four) << 3;
  const r0 = v128.load(x);
  const r1 = v128.load(x, 16);
  const i0 = v128.load(x, 32);
  const i1 = v128.load(x, 48);
  const end = y + ((<usize>count) << 4);
  for (; y < end; y += 16, l += 64) {
    const a0 = v128.load(l);
    const a1 = v128.load(l, 16);
    const b0 = v128.load(l, 32);
    const b1 = v128.load(l, 48);
    const re = f64x2.add(
      f64x2.sub(f64x2.mul(a0, r0), f64x2.mul(b0, i0)),
      f64x2.sub(f64x2.mul(a1, r1), f64x2.mul(b1, i1)),
    );
    const im = f64x2.add(
      f64x2.add(f64x2.mul(a0, i0), f64x2.mul(b0, r0)),
      f64x2.add(f64x2.mul(a1, i1), f64x2.mul(b1, r1)),
    );
    // The two lanes of each together, real and imaginary part side by side.
    const sum = f64x2.add(v128.shuffle<f64>(re, im, 0, 2), v128.shuffle<f64>(re, im, 1, 3));
    v128.store(y, f64x2.sub(v128.load(y), sum));
  }
}
