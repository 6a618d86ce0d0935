import { inverseCubeRoot, minor, scatter, sum3 } from "./tetrahedra-lanes";

/** The mean forces of a step from `from` to `to`, Gonzalez's: what `lib/src/fe/elements/tetrahedra-mean.ts` does one at a time. */
export function meanForce(
  pairs: i32,
  offsets: usize,
  numbers: usize,
  from: usize,
  to: usize,
  out: usize,
  shear: f64,
  bulk: f64,
): void {
  const zero = f64x2.splat(0);
  const one = f64x2.splat(1);
  const two = f64x2.splat(2);
  const half = f64x2.splat(0.5);
  const quarter = f64x2.splat(0.25);
  for (let p = 0; p < pairs; p++) {
    const a = load<i32>(offsets) as usize;
    const A = load<i32>(offsets, 16) as usize;
    const b = load<i32>(offsets, 4) as usize;
    const B = load<i32>(offsets, 20) as usize;
    const c = load<i32>(offsets, 8) as usize;
    const C = load<i32>(offsets, 24) as usize;
    const d = load<i32>(offsets, 12) as usize;
    const D = load<i32>(offsets, 28) as usize;
    offsets += 32;

    const g0 = v128.load(numbers, 0);
    const g1 = v128.load(numbers, 16);
    const g2 = v128.load(numbers, 32);
    const g3 = v128.load(numbers, 48);
    const g4 = v128.load(numbers, 64);
    const g5 = v128.load(numbers, 80);
    const g6 = v128.load(numbers, 96);
    const g7 = v128.load(numbers, 112);
    const g8 = v128.load(numbers, 128);
    const volume = v128.load(numbers, 144);
    numbers += 160;
    let s = zero;
    let t = zero;
    s = v128.load(from + a);
    t = v128.load(from + A);
    const xa0 = v128.shuffle<f64>(s, t, 0, 2);
    const xa1 = v128.shuffle<f64>(s, t, 1, 3);
    const xa2 = v128.load64_lane(from + A, v128.load64_zero(from + a, 16), 1, 16);
    s = v128.load(from + b);
    t = v128.load(from + B);
    const xb0 = v128.shuffle<f64>(s, t, 0, 2);
    const xb1 = v128.shuffle<f64>(s, t, 1, 3);
    const xb2 = v128.load64_lane(from + B, v128.load64_zero(from + b, 16), 1, 16);
    s = v128.load(from + c);
    t = v128.load(from + C);
    const xc0 = v128.shuffle<f64>(s, t, 0, 2);
    const xc1 = v128.shuffle<f64>(s, t, 1, 3);
    const xc2 = v128.load64_lane(from + C, v128.load64_zero(from + c, 16), 1, 16);
    s = v128.load(from + d);
    t = v128.load(from + D);
    const xd0 = v128.shuffle<f64>(s, t, 0, 2);
    const xd1 = v128.shuffle<f64>(s, t, 1, 3);
    const xd2 = v128.load64_lane(from + D, v128.load64_zero(from + d, 16), 1, 16);
    const xeb0 = f64x2.sub(xb0, xa0);
    const xeb1 = f64x2.sub(xb1, xa1);
    const xeb2 = f64x2.sub(xb2, xa2);
    const xec0 = f64x2.sub(xc0, xa0);
    const xec1 = f64x2.sub(xc1, xa1);
    const xec2 = f64x2.sub(xc2, xa2);
    const xed0 = f64x2.sub(xd0, xa0);
    const xed1 = f64x2.sub(xd1, xa1);
    const xed2 = f64x2.sub(xd2, xa2);
    const h00 = sum3(xeb0, g0, xec0, g3, xed0, g6);
    const h01 = sum3(xeb0, g1, xec0, g4, xed0, g7);
    const h02 = sum3(xeb0, g2, xec0, g5, xed0, g8);
    const h10 = sum3(xeb1, g0, xec1, g3, xed1, g6);
    const h11 = sum3(xeb1, g1, xec1, g4, xed1, g7);
    const h12 = sum3(xeb1, g2, xec1, g5, xed1, g8);
    const h20 = sum3(xeb2, g0, xec2, g3, xed2, g6);
    const h21 = sum3(xeb2, g1, xec2, g4, xed2, g7);
    const h22 = sum3(xeb2, g2, xec2, g5, xed2, g8);
    s = v128.load(to + a);
    t = v128.load(to + A);
    const Xa0 = v128.shuffle<f64>(s, t, 0, 2);
    const Xa1 = v128.shuffle<f64>(s, t, 1, 3);
    const Xa2 = v128.load64_lane(to + A, v128.load64_zero(to + a, 16), 1, 16);
    s = v128.load(to + b);
    t = v128.load(to + B);
    const Xb0 = v128.shuffle<f64>(s, t, 0, 2);
    const Xb1 = v128.shuffle<f64>(s, t, 1, 3);
    const Xb2 = v128.load64_lane(to + B, v128.load64_zero(to + b, 16), 1, 16);
    s = v128.load(to + c);
    t = v128.load(to + C);
    const Xc0 = v128.shuffle<f64>(s, t, 0, 2);
    const Xc1 = v128.shuffle<f64>(s, t, 1, 3);
    const Xc2 = v128.load64_lane(to + C, v128.load64_zero(to + c, 16), 1, 16);
    s = v128.load(to + d);
    t = v128.load(to + D);
    const Xd0 = v128.shuffle<f64>(s, t, 0, 2);
    const Xd1 = v128.shuffle<f64>(s, t, 1, 3);
    const Xd2 = v128.load64_lane(to + D, v128.load64_zero(to + d, 16), 1, 16);
    const Xeb0 = f64x2.sub(Xb0, Xa0);
    const Xeb1 = f64x2.sub(Xb1, Xa1);
    const Xeb2 = f64x2.sub(Xb2, Xa2);
    const Xec0 = f64x2.sub(Xc0, Xa0);
    const Xec1 = f64x2.sub(Xc1, Xa1);
    const Xec2 = f64x2.sub(Xc2, Xa2);
    const Xed0 = f64x2.sub(Xd0, Xa0);
    const Xed1 = f64x2.sub(Xd1, Xa1);
    const Xed2 = f64x2.sub(Xd2, Xa2);
    const k00 = sum3(Xeb0, g0, Xec0, g3, Xed0, g6);
    const k01 = sum3(Xeb0, g1, Xec0, g4, Xed0, g7);
    const k02 = sum3(Xeb0, g2, Xec0, g5, Xed0, g8);
    const k10 = sum3(Xeb1, g0, Xec1, g3, Xed1, g6);
    const k11 = sum3(Xeb1, g1, Xec1, g4, Xed1, g7);
    const k12 = sum3(Xeb1, g2, Xec1, g5, Xed1, g8);
    const k20 = sum3(Xeb2, g0, Xec2, g3, Xed2, g6);
    const k21 = sum3(Xeb2, g1, Xec2, g4, Xed2, g7);
    const k22 = sum3(Xeb2, g2, Xec2, g5, Xed2, g8);
    // F̄ and the change over the step.
    const F00 = f64x2.add(one, f64x2.mul(half, f64x2.add(h00, k00)));
    const F01 = f64x2.mul(half, f64x2.add(h01, k01));
    const F02 = f64x2.mul(half, f64x2.add(h02, k02));
    const F10 = f64x2.mul(half, f64x2.add(h10, k10));
    const F11 = f64x2.add(one, f64x2.mul(half, f64x2.add(h11, k11)));
    const F12 = f64x2.mul(half, f64x2.add(h12, k12));
    const F20 = f64x2.mul(half, f64x2.add(h20, k20));
    const F21 = f64x2.mul(half, f64x2.add(h21, k21));
    const F22 = f64x2.add(one, f64x2.mul(half, f64x2.add(h22, k22)));
    const D00 = f64x2.sub(k00, h00);
    const D01 = f64x2.sub(k01, h01);
    const D02 = f64x2.sub(k02, h02);
    const D10 = f64x2.sub(k10, h10);
    const D11 = f64x2.sub(k11, h11);
    const D12 = f64x2.sub(k12, h12);
    const D20 = f64x2.sub(k20, h20);
    const D21 = f64x2.sub(k21, h21);
    const D22 = f64x2.sub(k22, h22);
    // C̄ = F̄ᵀF̄ + ΔᵀΔ/4 and ΔE = sym(F̄ᵀΔ).
    const C0 = f64x2.add(sum3(F00, F00, F10, F10, F20, F20), f64x2.mul(quarter, sum3(D00, D00, D10, D10, D20, D20)));
    const C1 = f64x2.add(sum3(F01, F01, F11, F11, F21, F21), f64x2.mul(quarter, sum3(D01, D01, D11, D11, D21, D21)));
    const C2 = f64x2.add(sum3(F02, F02, F12, F12, F22, F22), f64x2.mul(quarter, sum3(D02, D02, D12, D12, D22, D22)));
    const C3 = f64x2.add(sum3(F00, F01, F10, F11, F20, F21), f64x2.mul(quarter, sum3(D00, D01, D10, D11, D20, D21)));
    const C4 = f64x2.add(sum3(F01, F02, F11, F12, F21, F22), f64x2.mul(quarter, sum3(D01, D02, D11, D12, D21, D22)));
    const C5 = f64x2.add(sum3(F00, F02, F10, F12, F20, F22), f64x2.mul(quarter, sum3(D00, D02, D10, D12, D20, D22)));
    const E0 = sum3(F00, D00, F10, D10, F20, D20);
    const E1 = sum3(F01, D01, F11, D11, F21, D21);
    const E2 = sum3(F02, D02, F12, D12, F22, D22);
    const E3 = f64x2.mul(half, f64x2.add(sum3(F00, D01, F10, D11, F20, D21), sum3(F01, D00, F11, D10, F21, D20)));
    const E4 = f64x2.mul(half, f64x2.add(sum3(F01, D02, F11, D12, F21, D22), sum3(F02, D01, F12, D11, F22, D21)));
    const E5 = f64x2.mul(half, f64x2.add(sum3(F00, D02, F10, D12, F20, D22), sum3(F02, D00, F12, D10, F22, D20)));
    const change = f64x2.add(f64x2.add(E0, E1), E2);
    // S(Ē) = 2W₁ 1 + W_J/J cof C̄.
    const K0 = minor(C1, C2, C4, C4);
    const K1 = minor(C0, C2, C5, C5);
    const K2 = minor(C0, C1, C3, C3);
    const K3 = minor(C4, C5, C3, C2);
    const K4 = minor(C3, C5, C0, C4);
    const K5 = minor(C3, C4, C1, C5);
    const J = f64x2.sqrt(sum3(C0, K0, C3, K3, C5, K5));
    const y = inverseCubeRoot(J);
    const cube = f64x2.mul(f64x2.mul(y, y), y);
    const w1 = f64x2.mul(f64x2.splat(2 * shear), f64x2.mul(y, y));
    const first = f64x2.add(f64x2.add(C0, C1), C2);
    const wj = f64x2.mul(
      cube,
      f64x2.sub(
        f64x2.mul(f64x2.splat(2 * bulk), f64x2.sub(J, one)),
        f64x2.mul(f64x2.mul(w1, first), f64x2.mul(f64x2.splat(1.0 / 3.0), cube)),
      ),
    );
    const S0 = f64x2.add(w1, f64x2.mul(wj, K0));
    const S1 = f64x2.add(w1, f64x2.mul(wj, K1));
    const S2 = f64x2.add(w1, f64x2.mul(wj, K2));
    const S3 = f64x2.mul(wj, K3);
    const S4 = f64x2.mul(wj, K4);
    const S5 = f64x2.mul(wj, K5);

    // ΔJ = cof F̄:Δ + det Δ/4, and the energy that the step takes.
    const move = f64x2.add(
      f64x2.add(
        f64x2.add(
          sum3(minor(F11, F22, F12, F21), D00, minor(F12, F20, F10, F22), D01, minor(F10, F21, F11, F20), D02),
          sum3(minor(F02, F21, F01, F22), D10, minor(F00, F22, F02, F20), D11, minor(F01, F20, F00, F21), D12),
        ),
        sum3(minor(F01, F12, F02, F11), D20, minor(F02, F10, F00, F12), D21, minor(F00, F11, F01, F10), D22),
      ),
      f64x2.mul(
        quarter,
        sum3(D00, minor(D11, D22, D12, D21), D01, minor(D12, D20, D10, D22), D02, minor(D10, D21, D11, D20)),
      ),
    );
    const trace = f64x2.add(f64x2.add(h00, h11), h22);
    const minors = f64x2.add(
      f64x2.add(minor(h00, h11, h01, h10), minor(h11, h22, h12, h21)),
      minor(h00, h22, h02, h20),
    );
    const third = sum3(h00, minor(h11, h22, h12, h21), h01, minor(h12, h20, h10, h22), h02, minor(h10, h21, h11, h20));
    const j = f64x2.add(f64x2.add(trace, minors), third);
    const squares = f64x2.add(
      f64x2.add(sum3(h00, h00, h01, h01, h02, h02), sum3(h10, h10, h11, h11, h12, h12)),
      sum3(h20, h20, h21, h21, h22, h22),
    );
    const start = inverseCubeRoot(f64x2.add(one, j));
    const growth = f64x2.mul(move, f64x2.mul(f64x2.mul(start, start), start));
    const r = inverseCubeRoot(f64x2.add(one, growth));
    // (1 + growth)^(−2/3) − 1 = −growth (1 + r) r³/(1 + r + r²) with r = (1 + growth)^(−1/3).
    const shrink = f64x2.div(
      f64x2.mul(f64x2.neg(growth), f64x2.mul(f64x2.add(one, r), f64x2.mul(f64x2.mul(r, r), r))),
      f64x2.add(f64x2.add(one, r), f64x2.mul(r, r)),
    );
    const twice = f64x2.mul(two, change);
    const after = f64x2.add(f64x2.add(f64x2.splat(3), f64x2.mul(two, trace)), f64x2.add(squares, twice));
    const taken = f64x2.add(
      f64x2.mul(f64x2.mul(f64x2.splat(shear), f64x2.mul(start, start)), f64x2.add(twice, f64x2.mul(after, shrink))),
      f64x2.mul(f64x2.splat(bulk), f64x2.mul(move, f64x2.add(f64x2.mul(two, j), move))),
    );
    const done = f64x2.add(sum3(S0, E0, S1, E1, S2, E2), f64x2.mul(two, sum3(S3, E3, S4, E4, S5, E5)));
    const square = f64x2.add(sum3(E0, E0, E1, E1, E2, E2), f64x2.mul(two, sum3(E3, E3, E4, E4, E5, E5)));
    const moves = f64x2.gt(square, zero);
    const phi = v128.and(moves, f64x2.div(f64x2.sub(taken, done), v128.bitselect(square, one, moves)));

    const T0 = f64x2.mul(volume, f64x2.add(S0, f64x2.mul(phi, E0)));
    const T1 = f64x2.mul(volume, f64x2.add(S1, f64x2.mul(phi, E1)));
    const T2 = f64x2.mul(volume, f64x2.add(S2, f64x2.mul(phi, E2)));
    const T3 = f64x2.mul(volume, f64x2.add(S3, f64x2.mul(phi, E3)));
    const T4 = f64x2.mul(volume, f64x2.add(S4, f64x2.mul(phi, E4)));
    const T5 = f64x2.mul(volume, f64x2.add(S5, f64x2.mul(phi, E5)));
    let ox = zero;
    let oy = zero;
    let oz = zero;
    const xb = sum3(T0, g0, T3, g1, T5, g2);
    const yb = sum3(T3, g0, T1, g1, T4, g2);
    const zb = sum3(T5, g0, T4, g1, T2, g2);
    const bx = sum3(F00, xb, F01, yb, F02, zb);
    const by = sum3(F10, xb, F11, yb, F12, zb);
    const bz = sum3(F20, xb, F21, yb, F22, zb);
    scatter(out + b, out + B, bx, by, bz);
    ox = f64x2.sub(ox, bx);
    oy = f64x2.sub(oy, by);
    oz = f64x2.sub(oz, bz);
    const xc = sum3(T0, g3, T3, g4, T5, g5);
    const yc = sum3(T3, g3, T1, g4, T4, g5);
    const zc = sum3(T5, g3, T4, g4, T2, g5);
    const cx = sum3(F00, xc, F01, yc, F02, zc);
    const cy = sum3(F10, xc, F11, yc, F12, zc);
    const cz = sum3(F20, xc, F21, yc, F22, zc);
    scatter(out + c, out + C, cx, cy, cz);
    ox = f64x2.sub(ox, cx);
    oy = f64x2.sub(oy, cy);
    oz = f64x2.sub(oz, cz);
    const xd = sum3(T0, g6, T3, g7, T5, g8);
    const yd = sum3(T3, g6, T1, g7, T4, g8);
    const zd = sum3(T5, g6, T4, g7, T2, g8);
    const dx = sum3(F00, xd, F01, yd, F02, zd);
    const dy = sum3(F10, xd, F11, yd, F12, zd);
    const dz = sum3(F20, xd, F21, yd, F22, zd);
    scatter(out + d, out + D, dx, dy, dz);
    ox = f64x2.sub(ox, dx);
    oy = f64x2.sub(oy, dy);
    oz = f64x2.sub(oz, dz);
    scatter(out + a, out + A, ox, oy, oz);
  }
}
