/** Arithmetic on two tetrahedra at a time, one in each lane. */
export function sum2(a: v128, b: v128, c: v128, d: v128): v128 {
  return f64x2.add(f64x2.mul(a, b), f64x2.mul(c, d));
}

export function sum3(a: v128, b: v128, c: v128, d: v128, e: v128, f: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(a, b), f64x2.mul(c, d)), f64x2.mul(e, f));
}

export function minor(a: v128, b: v128, c: v128, d: v128): v128 {
  return f64x2.sub(f64x2.mul(a, b), f64x2.mul(c, d));
}

/** One node of each element; both may be the same node, so one is added after the other. */
export function scatter(first: usize, second: usize, x: v128, y: v128, z: v128): void {
  v128.store(first, f64x2.add(v128.load(first), v128.shuffle<f64>(x, y, 0, 2)));
  store<f64>(first, load<f64>(first, 16) + f64x2.extract_lane(z, 0), 16);
  v128.store(second, f64x2.add(v128.load(second), v128.shuffle<f64>(x, y, 1, 3)));
  store<f64>(second, load<f64>(second, 16) + f64x2.extract_lane(z, 1), 16);
}

/** J^(−1/3), NaN where J ≤ 0. The exponent is divided by −3 with the high words of the numbers, which is right to a thirtieth; Newton's
 *  iteration y ← y (4 − J y³)/3 squares and doubles the error, four times. */
export function inverseCubeRoot(J: v128): v128 {
  const high = v128.shuffle<i32>(J, J, 1, 3, 1, 3);
  const divided = f64x2.sub(
    f64x2.splat(1430188287.0),
    f64x2.mul(f64x2.convert_low_i32x4_s(high), f64x2.splat(1.0 / 3.0)),
  );
  const word = i32x4.trunc_sat_f64x2_s_zero(divided);
  let y = v128.shuffle<i32>(word, i32x4.splat(0), 4, 0, 4, 1);
  const four = f64x2.splat(4),
    third = f64x2.splat(1.0 / 3.0);
  y = f64x2.mul(f64x2.mul(y, third), f64x2.sub(four, f64x2.mul(f64x2.mul(J, y), f64x2.mul(y, y))));
  y = f64x2.mul(f64x2.mul(y, third), f64x2.sub(four, f64x2.mul(f64x2.mul(J, y), f64x2.mul(y, y))));
  y = f64x2.mul(f64x2.mul(y, third), f64x2.sub(four, f64x2.mul(f64x2.mul(J, y), f64x2.mul(y, y))));
  y = f64x2.mul(f64x2.mul(y, third), f64x2.sub(four, f64x2.mul(f64x2.mul(J, y), f64x2.mul(y, y))));
  return v128.bitselect(y, f64x2.splat(NaN), f64x2.gt(J, f64x2.splat(0)));
}
