/** Forces of linear tetrahedra of the material W = C₁₀ (J^(−2/3) I₁ − 3) + (J − 1)²/D₁, two at a time in 128-bit SIMD: what
 *  `lib/src/fe/elements/tetrahedra.ts` does one at a time. Neither division nor root: J^(−1/3) by Newton's iteration. */
import { inverseCubeRoot, minor, scatter, sum2, sum3 } from "./tetrahedra-lanes";

export { meanForce } from "./tetrahedra-mean";

/** For each pair of elements: eight offsets into u in bytes (the nodes of the first, then of the second), and twenty numbers, lane by lane:
 *  nine gradients (of the last three nodes) and the volume. `shear` = C₁₀, `bulk` = 1/D₁. */
export function force(pairs: i32, offsets: usize, numbers: usize, u: usize, out: usize, shear: f64, bulk: f64): void {
  const one = f64x2.splat(1);
  const twice = f64x2.splat(2 * shear);
  const press = f64x2.splat(2 * bulk);
  const third = f64x2.splat(1.0 / 3.0);
  for (let p = 0; p < pairs; p++) {
    const a = load<i32>(offsets) as usize,
      A = load<i32>(offsets, 16) as usize;
    const b = load<i32>(offsets, 4) as usize,
      B = load<i32>(offsets, 20) as usize;
    const c = load<i32>(offsets, 8) as usize,
      C = load<i32>(offsets, 24) as usize;
    const d = load<i32>(offsets, 12) as usize,
      D = load<i32>(offsets, 28) as usize;
    offsets += 32;
    let s = v128.load(u + a),
      t = v128.load(u + A);
    const ax = v128.shuffle<f64>(s, t, 0, 2),
      ay = v128.shuffle<f64>(s, t, 1, 3);
    const az = v128.load64_lane(u + A, v128.load64_zero(u + a, 16), 1, 16);
    s = v128.load(u + b);
    t = v128.load(u + B);
    const bx = f64x2.sub(v128.shuffle<f64>(s, t, 0, 2), ax),
      by = f64x2.sub(v128.shuffle<f64>(s, t, 1, 3), ay);
    const bz = f64x2.sub(v128.load64_lane(u + B, v128.load64_zero(u + b, 16), 1, 16), az);
    s = v128.load(u + c);
    t = v128.load(u + C);
    const cx = f64x2.sub(v128.shuffle<f64>(s, t, 0, 2), ax),
      cy = f64x2.sub(v128.shuffle<f64>(s, t, 1, 3), ay);
    const cz = f64x2.sub(v128.load64_lane(u + C, v128.load64_zero(u + c, 16), 1, 16), az);
    s = v128.load(u + d);
    t = v128.load(u + D);
    const dx = f64x2.sub(v128.shuffle<f64>(s, t, 0, 2), ax),
      dy = f64x2.sub(v128.shuffle<f64>(s, t, 1, 3), ay);
    const dz = f64x2.sub(v128.load64_lane(u + D, v128.load64_zero(u + d, 16), 1, 16), az);

    const g0 = v128.load(numbers),
      g1 = v128.load(numbers, 16),
      g2 = v128.load(numbers, 32);
    const g3 = v128.load(numbers, 48),
      g4 = v128.load(numbers, 64),
      g5 = v128.load(numbers, 80);
    const g6 = v128.load(numbers, 96),
      g7 = v128.load(numbers, 112),
      g8 = v128.load(numbers, 128);
    const volume = v128.load(numbers, 144);
    numbers += 160;
    const F00 = f64x2.add(one, sum3(bx, g0, cx, g3, dx, g6)),
      F01 = sum3(bx, g1, cx, g4, dx, g7),
      F02 = sum3(bx, g2, cx, g5, dx, g8);
    const F10 = sum3(by, g0, cy, g3, dy, g6),
      F11 = f64x2.add(one, sum3(by, g1, cy, g4, dy, g7)),
      F12 = sum3(by, g2, cy, g5, dy, g8);
    const F20 = sum3(bz, g0, cz, g3, dz, g6),
      F21 = sum3(bz, g1, cz, g4, dz, g7),
      F22 = f64x2.add(one, sum3(bz, g2, cz, g5, dz, g8));
    const C00 = minor(F11, F22, F12, F21),
      C01 = minor(F12, F20, F10, F22),
      C02 = minor(F10, F21, F11, F20);
    const C10 = minor(F02, F21, F01, F22),
      C11 = minor(F00, F22, F02, F20),
      C12 = minor(F01, F20, F00, F21);
    const C20 = minor(F01, F12, F02, F11),
      C21 = minor(F02, F10, F00, F12),
      C22 = minor(F00, F11, F01, F10);
    const J = sum3(F00, C00, F01, C01, F02, C02);
    const I = f64x2.add(
      f64x2.add(sum3(F00, F00, F01, F01, F02, F02), sum3(F10, F10, F11, F11, F12, F12)),
      sum3(F20, F20, F21, F21, F22, F22),
    );
    const y = inverseCubeRoot(J);
    const k = f64x2.mul(f64x2.mul(volume, twice), f64x2.mul(y, y));
    const h = f64x2.sub(
      f64x2.mul(f64x2.mul(volume, press), f64x2.sub(J, one)),
      f64x2.mul(f64x2.mul(f64x2.mul(k, I), third), f64x2.mul(f64x2.mul(y, y), y)),
    );

    const P00 = sum2(k, F00, h, C00),
      P01 = sum2(k, F01, h, C01),
      P02 = sum2(k, F02, h, C02);
    const b0 = sum3(P00, g0, P01, g1, P02, g2),
      c0 = sum3(P00, g3, P01, g4, P02, g5),
      d0 = sum3(P00, g6, P01, g7, P02, g8);
    const P10 = sum2(k, F10, h, C10),
      P11 = sum2(k, F11, h, C11),
      P12 = sum2(k, F12, h, C12);
    const b1 = sum3(P10, g0, P11, g1, P12, g2),
      c1 = sum3(P10, g3, P11, g4, P12, g5),
      d1 = sum3(P10, g6, P11, g7, P12, g8);
    const P20 = sum2(k, F20, h, C20),
      P21 = sum2(k, F21, h, C21),
      P22 = sum2(k, F22, h, C22);
    const b2 = sum3(P20, g0, P21, g1, P22, g2),
      c2 = sum3(P20, g3, P21, g4, P22, g5),
      d2 = sum3(P20, g6, P21, g7, P22, g8);
    scatter(out + b, out + B, b0, b1, b2);
    scatter(out + c, out + C, c0, c1, c2);
    scatter(out + d, out + D, d0, d1, d2);
    scatter(
      out + a,
      out + A,
      f64x2.neg(f64x2.add(f64x2.add(b0, c0), d0)),
      f64x2.neg(f64x2.add(f64x2.add(b1, c1), d1)),
      f64x2.neg(f64x2.add(f64x2.add(b2, c2), d2)),
    );
  }
}
