/** Oscillators side by side, four at a time in two vectors, in 128-bit SIMD: the recurrence of `lib/src/analysis/oscillator-sweep.ts`.
 *  The operations and their order are those of the plain loop there, so that both leave the same bits. */

// Bytes from one coefficient of a group to the next: four lanes.
const LANES: usize = 32;

/** For each group of four: ten coefficients, then three peaks and the last state to be written. `load` holds `count` doubles. */
export function sweep(coefficients: usize, groups: i32, load: usize, count: i32, peaks: usize): void {
  for (let group = 0; group < groups; group++) {
    sweepGroup(coefficients + <usize>group * (10 * LANES), load, count, peaks + <usize>group * (5 * LANES));
  }
}

function sweepGroup(c: usize, load: usize, count: i32, peaks: usize): void {
  const a0 = v128.load(c),
    a1 = v128.load(c + 16);
  const b0 = v128.load(c + 32),
    b1 = v128.load(c + 48);
  const c0 = v128.load(c + 64),
    c1 = v128.load(c + 80);
  const d0 = v128.load(c + 96),
    d1 = v128.load(c + 112);
  const e0 = v128.load(c + 128),
    e1 = v128.load(c + 144);
  const f0 = v128.load(c + 160),
    f1 = v128.load(c + 176);
  const g0 = v128.load(c + 192),
    g1 = v128.load(c + 208);
  const h0 = v128.load(c + 224),
    h1 = v128.load(c + 240);
  const k0 = v128.load(c + 256),
    k1 = v128.load(c + 272);
  const l0 = v128.load(c + 288),
    l1 = v128.load(c + 304);
  // All bits but the sign: f64x2.abs would load them anew every time.
  const sizes = i64x2.splat(0x7fffffffffffffff);
  let u0 = f64x2.splat(0),
    u1 = u0,
    v0 = u0,
    v1 = u0;
  let U0 = u0,
    U1 = u0,
    V0 = u0,
    V1 = u0,
    A0 = u0,
    A1 = u0;
  let p = v128.load_splat<f64>(load);
  const end = load + ((<usize>count) << 3);
  for (let at = load + 8; at < end; at += 8) {
    const q = v128.load_splat<f64>(at);
    const x0 = add(add(mul(a0, u0), mul(b0, v0)), add(mul(e0, p), mul(f0, q)));
    const x1 = add(add(mul(a1, u1), mul(b1, v1)), add(mul(e1, p), mul(f1, q)));
    v0 = add(add(mul(c0, u0), mul(d0, v0)), add(mul(g0, p), mul(h0, q)));
    v1 = add(add(mul(c1, u1), mul(d1, v1)), add(mul(g1, p), mul(h1, q)));
    u0 = x0;
    u1 = x1;
    U0 = larger(U0, u0, sizes);
    U1 = larger(U1, u1, sizes);
    V0 = larger(V0, v0, sizes);
    V1 = larger(V1, v1, sizes);
    A0 = larger(A0, add(mul(k0, u0), mul(l0, v0)), sizes);
    A1 = larger(A1, add(mul(k1, u1), mul(l1, v1)), sizes);
    p = q;
  }
  v128.store(peaks, U0);
  v128.store(peaks + 16, U1);
  v128.store(peaks + 32, V0);
  v128.store(peaks + 48, V1);
  v128.store(peaks + 64, A0);
  v128.store(peaks + 80, A1);
  v128.store(peaks + 96, u0);
  v128.store(peaks + 112, u1);
  v128.store(peaks + 128, v0);
  v128.store(peaks + 144, v1);
}

function add(a: v128, b: v128): v128 {
  return f64x2.add(a, b);
}

function mul(a: v128, b: v128): v128 {
  return f64x2.mul(a, b);
}

/** The larger of a peak and the size of x; a NaN in x leaves the peak alone. */
function larger(peak: v128, x: v128, sizes: v128): v128 {
  return f64x2.pmax(peak, v128.and(x, sizes));
}
